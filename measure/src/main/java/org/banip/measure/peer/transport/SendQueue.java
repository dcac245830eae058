package org.banip.measure.peer.transport;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Predicate;
import org.banip.core.packet.Packet;

/**
 * Packets from the moment they are made until the peer has acknowledged them, as many as a BANip spool keeps; whoever makes more waits.
 * Any thread.
 */
public final class SendQueue {
    /** As many as an MBU's spool holds. */
    private static final int CAPACITY = 32_768;

    private final int mostInFlight;
    private final Deque<Packet> unsent = new ArrayDeque<>();
    private final Deque<Packet> inFlight = new ArrayDeque<>();
    private long acknowledgedUnits;

    /**
     * An empty queue.
     *
     * @param mostInFlight most packets that are sent and not acknowledged
     */
    public SendQueue(int mostInFlight) {
        this.mostInFlight = mostInFlight;
    }

    /** Adds a packet, when there is room. */
    public synchronized void put(Packet packet) throws InterruptedException {
        while (unsent.size() + inFlight.size() >= CAPACITY) {
            wait();
        }
        unsent.add(packet);
        notifyAll();
    }

    /** The next packet to send, which is in flight from then on; empty if there is none, or too many are in flight, for so long. */
    public synchronized Optional<Packet> next(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (unsent.isEmpty() || inFlight.size() >= mostInFlight) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return Optional.empty();
            }
            wait(left);
        }
        Packet packet = unsent.remove();
        inFlight.add(packet);
        return Optional.of(packet);
    }

    /** What is in flight is to be sent again, first of all: the connection broke. */
    public synchronized void rewind() {
        while (!inFlight.isEmpty()) {
            unsent.addFirst(inFlight.removeLast());
        }
        notifyAll();
    }

    /** One packet has arrived. */
    public synchronized void acknowledge(Packet packet) {
        remove(sent -> sent.group() == packet.group() && sent.sequence() == packet.sequence());
    }

    /** All packets of a group before a number have arrived. */
    public synchronized void acknowledge(int group, long nextSequence) {
        remove(sent -> sent.group() == group && sent.sequence() < nextSequence);
    }

    private void remove(Predicate<Packet> acknowledged) {
        for (Iterator<Packet> sent = inFlight.iterator(); sent.hasNext(); ) {
            Packet packet = sent.next();
            if (acknowledged.test(packet)) {
                sent.remove();
                acknowledgedUnits += packet.header().unitCount();
            }
        }
        notifyAll();
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
