package org.banip.measure.peer.transport;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;
import org.banip.core.packet.Packet;

/**
 * Packets that the peer has not acknowledged, as many as in a BANip spool. A full queue blocks the producer. Any thread.
 */
public final class SendQueue {
    /** As many as an MBU's spool holds. */
    private static final int CAPACITY = 32_768;

    /** Sensor sets that may be sent ahead of the stored ones, if the sender is told of those; this limits the backlog. */
    private static final long MOST_AHEAD_UNITS = 262_144;

    private final int mostInFlight;
    private final Consumer<Packet> arrived;
    private final Deque<Packet> unsent = new ArrayDeque<>();
    private final Deque<Packet> inFlight = new ArrayDeque<>();
    private long acknowledgedUnits;
    private long sentUnits;
    private long mostSentUnits = Long.MAX_VALUE;

    /**
     * An empty queue.
     *
     * @param mostInFlight most packets that are sent and not acknowledged
     */
    public SendQueue(int mostInFlight) {
        this(mostInFlight, packet -> {});
    }

    /**
     * An empty queue.
     *
     * @param mostInFlight most packets that are sent and not acknowledged
     * @param arrived takes each packet that was acknowledged; must not block
     */
    public SendQueue(int mostInFlight, Consumer<Packet> arrived) {
        this.mostInFlight = mostInFlight;
        this.arrived = arrived;
    }

    /** Most packets that are sent and not acknowledged. */
    public int mostInFlight() {
        return mostInFlight;
    }

    /** Tells that the other end has stored this number of sensor sets. After the first such message, packets that are too far ahead are not sent. */
    public synchronized void stored(long units) {
        mostSentUnits = units + MOST_AHEAD_UNITS;
        notifyAll();
    }

    /** Adds a packet, when there is room. */
    public synchronized void put(Packet packet) throws InterruptedException {
        while (unsent.size() + inFlight.size() >= CAPACITY) {
            wait();
        }
        unsent.add(packet);
        notifyAll();
    }

    /** The next packet to send, which is then in flight; empty if there is none, or too many are in flight, until the time-out. */
    public synchronized Optional<Packet> next(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (unsent.isEmpty() || inFlight.size() >= mostInFlight || sentUnits >= mostSentUnits) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return Optional.empty();
            }
            wait(left);
        }
        Packet packet = unsent.remove();
        inFlight.add(packet);
        sentUnits += packet.header().unitCount();
        return Optional.of(packet);
    }

    /** Makes packets in flight the next ones to send, after a break of the connection. */
    public synchronized void rewind() {
        while (!inFlight.isEmpty()) {
            Packet packet = inFlight.removeLast();
            sentUnits -= packet.header().unitCount();
            unsent.addFirst(packet);
        }
        notifyAll();
    }

    /** One packet has arrived. */
    public synchronized void acknowledge(Packet packet) {
        for (Iterator<Packet> sent = inFlight.iterator(); sent.hasNext(); ) {
            Packet next = sent.next();
            if (next.group() == packet.group() && next.sequence() == packet.sequence()) {
                remove(sent, next);
                break;
            }
        }
        notifyAll();
    }

    /** Tells that all packets of a group before a number have arrived; a group's packets are in flight in their order. */
    public synchronized void acknowledge(int group, long nextSequence) {
        for (Iterator<Packet> sent = inFlight.iterator(); sent.hasNext(); ) {
            Packet next = sent.next();
            if (next.group() == group) {
                if (next.sequence() >= nextSequence) {
                    break;
                }
                remove(sent, next);
            }
        }
        notifyAll();
    }

    private void remove(Iterator<Packet> sent, Packet packet) {
        sent.remove();
        acknowledgedUnits += packet.header().unitCount();
        arrived.accept(packet);
    }

    /** Sensor sets in packets that were acknowledged. */
    public synchronized long acknowledgedUnits() {
        return acknowledgedUnits;
    }

    /** Whether all packets added so far were acknowledged. */
    public synchronized boolean isEmpty() {
        return unsent.isEmpty() && inFlight.isEmpty();
    }
}
