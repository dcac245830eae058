package org.banip.surrogate.api.reduction;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * Sequence numbers of a reduced feed. A number holds the BAN's packet or gap that caused an event (39 bits); whether the packet completed the event
 * or only ended what had waited (1 bit); and how many packets before it a subscription has to begin so that it comes to the same numbers and data (16
 * bits). A subscriber that knows its last number can go on.
 */
public final class ReducedNumbers {
    /** From this sequence number on a BAN's packets have no number in a reduced feed. */
    static final long MOST_PACKETS = 1L << 39;

    private static final int BACK_BITS = 16;
    private static final long MOST_BACK = (1L << BACK_BITS) - 1;

    private ReducedNumbers() {}

    /** The number of what a packet or gap completes, if a subscription that begins at {@code from} does the same. */
    static long completedBy(long packet, long from) {
        return first(packet) | 1L << BACK_BITS | Math.min(MOST_BACK, packet + 1 - from);
    }

    /** The number of what waited, and is delivered because this packet or gap shows that no more comes. */
    static long endedBy(long packet, long from) {
        return first(packet) | Math.min(MOST_BACK, packet - from);
    }

    /** The lowest number that a packet or gap can have. */
    static long first(long packet) {
        if (packet >= MOST_PACKETS) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    "packet " + packet + " cannot be part of a reduced feed, only those below " + MOST_PACKETS
                            + " can");
        }
        return packet << BACK_BITS + 1;
    }

    /** The BAN's packet or gap that caused the event of this number. */
    public static long causeOf(long number) {
        return number >>> BACK_BITS + 1;
    }

    /** The BAN's first packet that may be in the event of this number. */
    public static long beginOf(long number) {
        return Math.max(0, following(number) - (number & MOST_BACK));
    }

    private static long following(long number) {
        return causeOf(number) + (number >>> BACK_BITS & 1);
    }

    /** The BAN's packet that comes after all that caused a lower number than this. */
    public static long packetAt(long next) {
        return next == 0 ? 0 : following(next - 1);
    }

    /** The BAN's packet from which on a feed is reduced again, so that it goes on with this number. */
    static long resumeAt(long next) {
        return next == 0 ? 0 : beginOf(next - 1);
    }
}
