package org.banip.mbu.spool;

import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;

/** A packet or gap in the spool; owned by the spool, under its monitor. */
final class Spooled {
    private static final int OVERHEAD = 96;

    final Sequenced item;
    /** The bytes that the item counts for. */
    final int bytes;
    /** The position in the order of all items that were put in. Within a service class, the first item goes first. */
    final long order;
    /** The time when it was put in. */
    final long putNanos;
    /** Whether its sensor sets were already counted as delivered. This is so if the host lost them, and the MBU declares a gap. */
    final boolean settled;

    boolean everSent;
    /** The link that has claimed the item, while it is under way. */
    int link;

    Spooled(Sequenced item, long order, long putNanos, boolean settled) {
        this.item = item;
        bytes = OVERHEAD + (item instanceof Packet packet ? packet.payload().length : 0);
        this.order = order;
        this.putNanos = putNanos;
        this.settled = settled;
    }

    long units() {
        return item instanceof Packet packet ? packet.header().unitCount() : ((Gap) item).unitCount();
    }

    boolean isPacketWithoutKey() {
        return item instanceof Packet packet && !packet.header().key();
    }
}
