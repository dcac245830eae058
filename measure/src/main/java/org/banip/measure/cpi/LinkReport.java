package org.banip.measure.cpi;

import org.banip.measure.link.EmulatedLink;
import org.banip.measure.link.EmulatedNetwork;
import org.banip.measure.link.profile.Way;
import org.banip.measure.link.queue.LinkCounters;

/**
 * What the first link did to the packets of a run, from its beginning to its end.
 *
 * @param dropped packets that found the queue full, both ways
 * @param lost packets lost on the way, both ways
 * @param waits bearers that were set up, both ways
 * @param longestQueueUp bytes
 * @param lateP99Nanos by how much packets were handed over late: 99 of 100 by no more than this
 * @param lateMaxNanos the latest
 * @param realTime whether they are handed over at real-time priority
 * @param approximate whether it was a relay: it drops and loses nothing, and does not know how late it was
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
    /** Of no link. */
    static final LinkReport NONE = new LinkReport(0, 0, 0, 0, 0, 0, false, true);

    /** What a relay did. */
    static LinkReport of(LinkCounters up, LinkCounters down) {
        return new LinkReport(0, 0, up.waits() + down.waits(), up.longestQueueBytes(), 0, 0, false, true);
    }

    static LinkReport of(EmulatedNetwork network) {
        EmulatedLink link = network.link();
        LinkCounters up = link.counters(Way.UP);
        LinkCounters down = link.counters(Way.DOWN);
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
}
