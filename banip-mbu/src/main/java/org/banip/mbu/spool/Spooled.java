package org.banip.mbu.spool;

import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;

/** A packet or gap in the spool; owned by the spool, under its lock. */
final class Spooled {
    private static final int OVERHEAD = 96;

    final Sequenced item;
    /** Its place among all that was put in: within a service class, first come is first served. */
    final long order;
    /** When it was put in. */
    final long putNanos;
    /** Whether its sensor sets were counted as delivered before: a host that lost them is told again. */
    final boolean settled;

    boolean everSent;
    /** The link that has claimed it, while it is under way. */
    int link;

    Spooled(Sequenced item, long order, long putNanos, boolean settled) {
        this.item = item;
        this.order = order;
        this.putNanos = putNanos;
        this.settled = settled;
    }

    int payloadBytes() {
        return item instanceof Packet packet ? packet.payload().length : 0;
    }

    int bytes() {
        return payloadBytes() + OVERHEAD;
    }

    long units() {
        return item instanceof Packet packet ? packet.header().unitCount() : ((Gap) item).unitCount();
    }

    boolean isPacketWithoutKey() {
        return item instanceof Packet packet && !packet.header().key();
    }
}
