package org.banip.emulator.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.TimedChange;

/** A queue that is driven in virtual time, beginning at an instant that is not zero. */
final class Line {
    private static final long OPENED = 1_000_000_007L;

    final LinkQueue queue;
    private final List<Long> arrivals = new ArrayList<>();
    private final List<QueuedPacket> arrived = new ArrayList<>();

    Line(DirectionSettings settings, long seed, TimedChange... schedule) {
        this.queue = new LinkQueue(settings, List.of(schedule), seed, OPENED);
    }

    Fate offer(int bytes, Duration at) {
        return offer(new QueuedPacket(new byte[bytes]), at);
    }

    Fate offer(QueuedPacket packet, Duration at) {
        return queue.offer(packet, OPENED + at.toNanos());
    }

    /** Lets pass what arrives by then, calling as often as the queue asks for. */
    Line runUntil(Duration end) {
        long until = OPENED + end.toNanos();
        long now = Long.MIN_VALUE;
        while (queue.nextNanos() <= until) {
            if (queue.nextNanos() < now) {
                throw new AssertionError("asks to be called at " + queue.nextNanos() + ", which is before " + now);
            }
            now = queue.nextNanos();
            take(now);
        }
        take(until);
        return this;
    }

    /** Looks for arrivals at that instant. */
    void look(Duration at) {
        take(OPENED + at.toNanos());
    }

    private void take(long now) {
        for (Optional<Departure> next = queue.poll(now); next.isPresent(); next = queue.poll(now)) {
            arrivals.add(next.get().dueNanos() - OPENED);
            arrived.add(next.get().packet());
        }
    }

    /** When packets arrived, in the order in which they did. */
    List<Duration> arrivals() {
        return arrivals.stream().map(Duration::ofNanos).toList();
    }

    List<QueuedPacket> arrived() {
        return arrived;
    }
}
