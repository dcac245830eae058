package org.banip.measure.accuracy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.Way;
import org.banip.emulator.queue.Departure;
import org.banip.emulator.queue.LinkQueue;
import org.banip.emulator.queue.QueuedPacket;

/** Computes in virtual time what a link should have done with packets that were sent at known instants. */
final class Replay {
    private final LinkQueue queue;
    private final long beginNanos;
    private final List<Long> latencies = new ArrayList<>();

    private Replay(LinkQueue queue, long beginNanos) {
        this.queue = queue;
        this.beginNanos = beginNanos;
    }

    /**
     * One-way times of the packets that arrive, in nanoseconds and in order.
     *
     * @param seed of the network whose first link this is
     */
    static List<Long> latencies(DirectionSettings settings, Way way, long seed, int wireBytes, List<Long> sentNanos) {
        long begin = sentNanos.get(0);
        LinkQueue queue = new LinkQueue(settings, List.of(), LinkQueue.seedOf(seed, 0, way), begin);
        Replay replay = new Replay(queue, begin);
        for (int packet = 0; packet < sentNanos.size(); packet++) {
            long sent = sentNanos.get(packet) - begin;
            queue.offer(new QueuedPacket(longs(sent), wireBytes), sentNanos.get(packet));
        }
        while (queue.nextNanos() != LinkQueue.NEVER) {
            replay.take(queue.nextNanos());
        }
        return replay.latencies;
    }

    private void take(long now) {
        for (Optional<Departure> next = queue.poll(now); next.isPresent(); next = queue.poll(now)) {
            long sent = ByteBuffer.wrap(next.get().packet().data()).getLong();
            latencies.add(next.get().dueNanos() - beginNanos - sent);
        }
    }

    private static byte[] longs(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }
}
