package org.banip.core.packet;

import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;

/** An item that takes numbers in a group's sequence: a packet or a gap. */
public sealed interface Sequenced permits Packet, Gap {
    /** Index of the group in the BAN description. */
    int group();

    /** The first number it takes. */
    long sequence();

    /** The first number after it. */
    long nextSequence();

    /** The instant of unit 0 of its sampling grid, nanoseconds since the epoch. */
    long originNanos();

    /** Its first sensor set on that grid. */
    long firstUnit();

    /** The first sensor set after it. */
    long endUnit();

    /**
     * Makes the checks that need the group's description: the instants of all its sensor sets fit in 64 bits, and a packet does not decode to more
     * than {@link Packet#MAX_DECODED} bytes. A receiver calls this once for each received item.
     *
     * @throws BanipException {@code MALFORMED_FRAME} or {@code TOO_LONG}
     */
    default void requireFits(SensorGroup described) {
        described.frequency().instantNanos(originNanos(), firstUnit());
        described.frequency().instantNanos(originNanos(), endUnit());
    }
}
