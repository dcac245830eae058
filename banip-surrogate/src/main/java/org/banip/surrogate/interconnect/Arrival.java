package org.banip.surrogate.interconnect;

import org.banip.core.interconnect.ReorderWindow;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;

/**
 * A packet or gap on its way through the receive path.
 *
 * @param item what came
 * @param from the request that brought it
 * @param receivedNanos when, nanoseconds since the epoch
 */
record Arrival(Sequenced item, DataRequest from, long receivedNanos) {
    /** About what it takes in memory beside its payload: itself, its packet or gap, and its places in lists. */
    static final int OVERHEAD_BYTES = ReorderWindow.OVERHEAD_BYTES;

    int payloadBytes() {
        return item instanceof Packet packet ? packet.payload().length : 0;
    }
}
