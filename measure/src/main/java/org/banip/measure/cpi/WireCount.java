package org.banip.measure.cpi;

import org.banip.measure.link.EmulatedNetwork;
import org.banip.measure.link.profile.Way;
import org.banip.measure.link.queue.LinkCounters;

/**
 * What an emulated network's links have carried, IP headers included.
 *
 * @param bytesUp from the MBU
 * @param packetsUp from the MBU
 * @param bytesDown to the MBU
 * @param packetsDown to the MBU
 */
record WireCount(long bytesUp, long packetsUp, long bytesDown, long packetsDown) {
    /** So far. */
    static WireCount of(EmulatedNetwork network) {
        long[] sums = new long[4];
        network.links().forEach(link -> {
            LinkCounters up = link.counters(Way.UP);
            LinkCounters down = link.counters(Way.DOWN);
            sums[0] += up.offeredBytes();
            sums[1] += up.offeredPackets();
            sums[2] += down.offeredBytes();
            sums[3] += down.offeredPackets();
        });
        return new WireCount(sums[0], sums[1], sums[2], sums[3]);
    }

    WireCount minus(WireCount before) {
        return new WireCount(
                bytesUp - before.bytesUp,
                packetsUp - before.packetsUp,
                bytesDown - before.bytesDown,
                packetsDown - before.packetsDown);
    }
}
