package org.banip.measure.cpi;

import org.banip.emulator.EmulatedLink;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.Way;
import org.banip.emulator.queue.LinkTraffic;

/**
 * Traffic of links, IP headers included.
 *
 * @param bytesUp from the MBU
 * @param packetsUp from the MBU
 * @param bytesDown to the MBU
 * @param packetsDown to the MBU
 */
record WireCount(long bytesUp, long packetsUp, long bytesDown, long packetsDown) {
    /** So far. */
    static WireCount of(EmulatedNetwork network) {
        WireCount sum = new WireCount(0, 0, 0, 0);
        for (EmulatedLink link : network.links()) {
            sum = sum.plus(of(link.counters(Way.UP), link.counters(Way.DOWN)));
        }
        return sum;
    }

    /** Of one link. */
    static WireCount of(LinkTraffic up, LinkTraffic down) {
        return new WireCount(up.offeredBytes(), up.offeredPackets(), down.offeredBytes(), down.offeredPackets());
    }

    WireCount plus(WireCount other) {
        return new WireCount(
                bytesUp + other.bytesUp,
                packetsUp + other.packetsUp,
                bytesDown + other.bytesDown,
                packetsDown + other.packetsDown);
    }

    WireCount minus(WireCount before) {
        return new WireCount(
                bytesUp - before.bytesUp,
                packetsUp - before.packetsUp,
                bytesDown - before.bytesDown,
                packetsDown - before.packetsDown);
    }
}
