package org.banip.core.packet;

import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The declaration that sensor sets were given up, or that a group is retired. The store keeps it like a packet (docs/protocol.md, "Gaps").
 *
 * @param group index of the group, 0 to 63
 * @param sequence first sequence number it takes
 * @param sequenceCount number of sequence numbers that it takes, at least 1
 * @param originNanos instant of unit 0 of the sampling grid, nanoseconds since the epoch
 * @param firstUnit first sensor set given up
 * @param unitCount number of sensor sets given up, at least 1
 * @param reason the reason
 */
public record Gap(
        int group, long sequence, long sequenceCount, long originNanos, long firstUnit, long unitCount, Reason reason)
        implements Sequenced {
    /** Why sensor sets were given up. */
    public enum Reason {
        /** The MBU had no room to keep them. */
        SPOOL_FULL(0),
        /** The sensor delivered nothing. */
        SENSOR_SILENT(1),
        /**
         * The MBU gave them up although it had room: because the link does not carry everything, because the host cannot decode them, or because
         * the host had stored them and lost them.
         */
        THINNED(2),
        /**
         * The group's sensors were put away (docs/protocol.md, section 3.6). Nothing was given up: the gap has one unit, whose instant is the time from
         * which the group is retired.
         */
        RETIRED(3);

        private final int number;

        Reason(int number) {
            this.number = number;
        }

        /** The number on the wire. */
        public int number() {
            return number;
        }

        /** The reason with this number. */
        public static Reason ofNumber(int number) {
            for (Reason reason : values()) {
                if (reason.number == number) {
                    return reason;
                }
            }
            throw malformed("gap reason " + number + " is not defined");
        }
    }

    /** Checks every field. */
    public Gap {
        if (group < 0 || group >= BanDescription.MAX_GROUPS) {
            throw malformed("group " + group + " is outside 0 to " + (BanDescription.MAX_GROUPS - 1));
        }
        if (sequence < 0
                || sequenceCount < 1
                || sequenceCount > PacketHeader.MAX_NUMBER
                || sequence > PacketHeader.MAX_NUMBER - sequenceCount) {
            throw malformed("gap of " + sequenceCount + " sequence numbers from " + sequence
                    + ", allowed are at least 1 within 0 to " + PacketHeader.MAX_NUMBER);
        }
        if (firstUnit < 0
                || unitCount < 1
                || unitCount > PacketHeader.MAX_NUMBER
                || firstUnit > PacketHeader.MAX_NUMBER - unitCount) {
            throw malformed("gap of " + unitCount + " units from " + firstUnit + ", allowed are at least 1 within 0 to "
                    + PacketHeader.MAX_NUMBER);
        }
    }

    /** Whether it declares that the group is retired, so that nothing is missing. */
    public boolean isRetirement() {
        return reason == Reason.RETIRED;
    }

    /** The same for a host that does not know that groups can be retired. */
    public Gap withReason(Reason other) {
        return new Gap(group, sequence, sequenceCount, originNanos, firstUnit, unitCount, other);
    }

    @Override
    public long nextSequence() {
        return sequence + sequenceCount;
    }

    @Override
    public long endUnit() {
        return firstUnit + unitCount;
    }

    /**
     * The rest of this gap for a group that is complete before {@code next}, a number inside it: the numbers from {@code next} on, and the units
     * after {@code last}, if {@code last} is the previous item and ends inside this gap on the same grid.
     */
    public Gap from(long next, @Nullable Sequenced last) {
        long first = firstUnit;
        if (last != null
                && last.originNanos() == originNanos
                && last.endUnit() > firstUnit
                && last.endUnit() < endUnit()) {
            first = last.endUnit();
        }
        return new Gap(group, next, nextSequence() - next, originNanos, first, endUnit() - first, reason);
    }

    private static BanipException malformed(String message) {
        return new BanipException(ErrorCode.MALFORMED_FRAME, message);
    }
}
