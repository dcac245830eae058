package org.banip.emulator.relay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.TimedChange;
import org.banip.emulator.queue.Departure;
import org.banip.emulator.queue.LinkQueue;
import org.banip.emulator.queue.LinkTraffic;
import org.banip.emulator.queue.QueuedPacket;

/**
 * One direction for all connections of a relay. Packets that do not fit into the queue wait in front of it. Packets that would be lost arrive later.
 */
final class Lane {
    /** Called when a packet is due. */
    private static final long IDLE_NANOS = 1_000_000_000;

    private final LinkQueue queue;
    private final Deque<TimedChange> losses;
    private final long openedNanos = System.nanoTime();
    private final SplittableRandom chance;
    private final IdentityHashMap<QueuedPacket, LongConsumer> destinations = new IdentityHashMap<>();
    private DirectionSettings settings;

    /** A packet that has crossed the link, and its destination. */
    private record Arrival(LongConsumer destination, long dueNanos) {}

    Lane(DirectionSettings settings, List<TimedChange> schedule, long seed) {
        this.settings = settings;
        this.losses = schedule.stream()
                .filter(change -> change.change() instanceof Change.Loss)
                .sorted(Comparator.comparing(TimedChange::at))
                .collect(Collectors.toCollection(ArrayDeque::new));
        this.chance = new SplittableRandom(seed);
        DirectionSettings lossless = new DirectionSettings(
                settings.bytesPerSecond(),
                settings.delay(),
                settings.jitter(),
                0,
                Optional.empty(),
                settings.queueBytes(),
                settings.bearerWait());
        List<TimedChange> others = schedule.stream()
                .filter(change -> !(change.change() instanceof Change.Loss))
                .toList(); // the queue must not lose packets, because nobody sends them again
        this.queue = new LinkQueue(lossless, others, seed, openedNanos);
    }

    /**
     * Sends a packet as soon as there is room.
     *
     * @param destination called when it is due, on the clock's thread
     */
    synchronized void offer(QueuedPacket packet, LongConsumer destination) throws InterruptedException {
        while (!queue.hasRoomFor(packet.wireBytes())) {
            wait();
        }
        destinations.put(packet, destination);
        queue.offer(packet, System.nanoTime());
        notifyAll();
    }

    /** Whether a packet that arrives at this instant would have been lost. */
    synchronized boolean losing(long nanos) {
        for (TimedChange next = losses.peek();
                next != null && openedNanos + next.at().toNanos() <= nanos;
                next = losses.peek()) {
            settings = losses.remove().change() instanceof Change.Loss loss
                    ? settings.toBuilder().loss(loss.share()).build()
                    : settings;
        }
        double loss = settings.meanLoss();
        return loss > 0 && chance.nextDouble() < loss;
    }

    LinkTraffic counters() {
        return queue.counters();
    }

    /** The clock: wakes destinations when something is due, until it is interrupted. */
    void run() {
        try {
            while (true) {
                for (Arrival arrival : awaitArrivals()) {
                    arrival.destination.accept(arrival.dueNanos);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the relay is closed
        }
    }

    private synchronized List<Arrival> awaitArrivals() throws InterruptedException {
        List<Arrival> arrivals = new ArrayList<>();
        while (arrivals.isEmpty()) {
            long next = queue.nextNanos();
            long left = next == LinkQueue.NEVER ? IDLE_NANOS : next - System.nanoTime();
            TimeUnit.NANOSECONDS.timedWait(this, left);
            long now = System.nanoTime();
            for (Optional<Departure> due = queue.poll(now); due.isPresent(); due = queue.poll(now)) {
                Departure departure = due.get();
                LongConsumer destination = destinations.remove(departure.packet());
                if (destination != null) {
                    arrivals.add(new Arrival(destination, departure.dueNanos()));
                }
            }
            notifyAll(); // there may be room now
        }
        return arrivals;
    }
}
