package org.banip.emulator.forward;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.banip.emulator.device.CurrentThread;
import org.banip.emulator.device.Poll;
import org.banip.emulator.device.Tun;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.TimedChange;
import org.banip.emulator.profile.Way;
import org.banip.emulator.queue.Departure;
import org.banip.emulator.queue.Fate;
import org.banip.emulator.queue.LinkQueue;
import org.banip.emulator.queue.LinkTraffic;
import org.banip.emulator.queue.QueuedPacket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries packets between the two devices of one link. Its thread owns queues and devices. Requests of other threads come through a queue. That
 * queue is unbounded, but only people and schedules fill it.
 */
public final class Forwarder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);

    /** IPv4 (RFC 791): version in the first four bits. */
    private static final int IPV4 = 4;

    /** One direction. */
    private record Lane(Way way, Tun from, Tun to, LinkQueue queue) {}

    private final String name;
    private final List<Lane> lanes;
    private final Lateness lateness = new Lateness();
    private final Poll poll;
    private final Thread thread;
    private final CountDownLatch started = new CountDownLatch(1);
    private final Queue<Consumer<Long>> wishes = new ConcurrentLinkedQueue<>();
    private volatile Optional<PacketTap> tap = Optional.empty();
    private volatile boolean realTime;
    private volatile Optional<Exception> failure = Optional.empty();
    private volatile boolean closing;

    /**
     * Creates a forwarder that is not started yet. The caller closes the devices afterwards.
     *
     * @param mobile device of the mobile host
     * @param fixed device of the fixed host
     * @param seedOf seed of all random effects in a direction
     */
    public Forwarder(LinkSettings link, Tun mobile, Tun fixed, ToLongFunction<Way> seedOf) throws IOException {
        this.name = link.name();
        this.poll = new Poll(List.of(mobile, fixed));
        long now = System.nanoTime();
        this.lanes = List.of(
                new Lane(Way.UP, mobile, fixed, queue(link, Way.UP, seedOf, now)),
                new Lane(Way.DOWN, fixed, mobile, queue(link, Way.DOWN, seedOf, now)));
        this.thread = new Thread(this::run, "banip-link-" + name);
        thread.setDaemon(true);
    }

    private static LinkQueue queue(LinkSettings link, Way way, ToLongFunction<Way> seedOf, long openedNanos) {
        List<TimedChange> schedule = link.schedule().stream()
                .filter(change -> change.ways().contains(way))
                .toList();
        return new LinkQueue(link.direction(way), schedule, seedOf.applyAsLong(way), openedNanos);
    }

    private LinkQueue queue(Way way) {
        return lanes.get(way == Way.UP ? 0 : 1).queue();
    }

    /** Begins to forward. */
    public void start() throws InterruptedException {
        thread.start();
        started.await();
    }

    /** Whether packets are forwarded at real-time priority. */
    public boolean realTime() {
        return realTime;
    }

    /** The error that ended its thread, if any. */
    public Optional<Exception> failure() {
        return failure;
    }

    /** Counters of one direction. */
    public LinkTraffic counters(Way way) {
        return queue(way).counters();
    }

    /** How late packets were. */
    public Lateness lateness() {
        return lateness;
    }

    /** Sets the tap that sees all packets from now on, in place of the previous one. */
    public void tap(PacketTap newTap) {
        tap = Optional.of(newTap);
    }

    /** Changes the conditions as soon as possible. */
    public synchronized void change(Set<Way> ways, Change change) {
        if (closing) {
            return;
        }
        ways.forEach(way -> wishes.add(now -> queue(way).change(change, now)));
        poll.wake();
    }

    private void run() {
        realTime = CurrentThread.tryRealTime();
        started.countDown();
        try {
            while (!closing) {
                long now = System.nanoTime();
                for (Consumer<Long> wish = wishes.poll(); wish != null; wish = wishes.poll()) {
                    wish.accept(now);
                }
                poll.await(forwardDue());
                takeIn();
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("link {} stands still", name, e);
            failure = Optional.of(e);
        }
    }

    /** Delivers the packets that are due; returns the time until the next one. */
    private long forwardDue() {
        long next = LinkQueue.NEVER;
        for (Lane lane : lanes) {
            long now = System.nanoTime();
            for (Optional<Departure> due = lane.queue.poll(now); due.isPresent(); due = lane.queue.poll(now)) {
                handOver(lane, due.get());
                now = System.nanoTime();
            }
            next = Math.min(next, lane.queue.nextNanos());
        }
        return next == LinkQueue.NEVER ? next : next - System.nanoTime();
    }

    private void handOver(Lane lane, Departure due) {
        try {
            lane.to.write(due.packet().data());
        } catch (IOException e) {
            LOG.debug("link {} {}: {}", name, lane.way.token(), e.getMessage()); // the host is being removed
            return;
        }
        long now = System.nanoTime();
        lateness.record(now - due.dueNanos());
        tap.ifPresent(present -> present.delivered(lane.way, due.packet(), now));
    }

    private void takeIn() throws IOException {
        for (int index = 0; index < lanes.size(); index++) {
            if (poll.ready(index)) {
                takeIn(lanes.get(index));
            }
        }
    }

    private void takeIn(Lane lane) throws IOException {
        byte[] data = lane.from.read();
        if (data.length == 0 || data[0] >> 4 != IPV4) {
            return; // no link-local packets
        }
        long now = System.nanoTime();
        QueuedPacket packet = new QueuedPacket(data);
        Fate fate = lane.queue.offer(packet, now);
        tap.ifPresent(present -> present.offered(lane.way, packet, fate, now));
    }

    /** Ends the thread; packets on the way are lost. */
    @Override
    public void close() {
        synchronized (this) {
            if (closing) {
                return;
            }
            closing = true;
            poll.wake();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true; // the devices must not be closed while the thread uses them
            }
        }
        poll.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
