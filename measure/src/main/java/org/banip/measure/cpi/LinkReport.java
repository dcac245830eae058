package org.banip.measure.cpi;

import org.banip.emulator.EmulatedLink;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.Way;
import org.banip.emulator.queue.LinkTraffic;

/**
 * Counters of all links of a run: sums, and for queues and lateness the values of the worst link.
 *
 * @param dropped packets that found the queue full, both ways
 * @param lost packets lost on the way, both ways
 * @param waits bearers that were set up, both ways
 * @param longestQueueUp bytes
 * @param lateP99Nanos 99 % of the packets were at most this late
 * @param lateMaxNanos largest lateness
 * @param realTime whether packets are forwarded at real-time priority
 * @param approximate whether it was a relay, which neither drops nor loses packets and does not measure lateness
 */
record LinkReport(
        long dropped,
        long lost,
        long waits,
        long longestQueueUp,
        long lateP99Nanos,
        long lateMaxNanos,
        boolean realTime,
        boolean approximate) {
    /** Counters without a link. */
    static final LinkReport NONE = new LinkReport(0, 0, 0, 0, 0, 0, false, true);

    /** A real network has no counters that this program can read. */
    static final LinkReport NETWORK = new LinkReport(0, 0, 0, 0, 0, 0, false, false);

    /** Counters of a relay. */
    static LinkReport of(LinkTraffic up, LinkTraffic down) {
        return new LinkReport(0, 0, up.waits() + down.waits(), up.longestQueueBytes(), 0, 0, false, true);
    }

    /** Counters of all links of a network. */
    static LinkReport of(EmulatedNetwork network) {
        return network.links().stream()
                .map(LinkReport::of)
                .reduce(LinkReport::plus)
                .orElse(NONE);
    }

    private static LinkReport of(EmulatedLink link) {
        LinkTraffic up = link.counters(Way.UP);
        LinkTraffic down = link.counters(Way.DOWN);
        return new LinkReport(
                up.droppedPackets() + down.droppedPackets(),
                up.lostPackets() + down.lostPackets(),
                up.waits() + down.waits(),
                up.longestQueueBytes(),
                link.lateness().percentileNanos(99),
                link.lateness().maxNanos(),
                link.realTime(),
                false);
    }

    private LinkReport plus(LinkReport other) {
        return new LinkReport(
                dropped + other.dropped,
                lost + other.lost,
                waits + other.waits,
                Math.max(longestQueueUp, other.longestQueueUp),
                Math.max(lateP99Nanos, other.lateP99Nanos),
                Math.max(lateMaxNanos, other.lateMaxNanos),
                realTime && other.realTime,
                approximate || other.approximate);
    }
}
