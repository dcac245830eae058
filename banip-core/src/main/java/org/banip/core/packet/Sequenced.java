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
     * Checks what only the group's description can tell: that the instants of all its sensor sets fit 64 bits, and that a packet
     * does not stand for more bytes than {@link Packet#MAX_DECODED}. A receiver calls this once for each item that comes from outside.
     *
     * @throws BanipException {@code MALFORMED_FRAME} or {@code TOO_LONG}
     */
    default void requireFits(SensorGroup described) {
        described.frequency().instantNanos(originNanos(), firstUnit());
        described.frequency().instantNanos(originNanos(), endUnit());
    }
}
