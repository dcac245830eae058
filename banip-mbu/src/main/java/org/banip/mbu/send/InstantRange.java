package org.banip.mbu.send;

import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.PacketHeader;
import org.banip.mbu.spi.SensorInput.GridUnit;

/**
 * Which instants a group's sensor sets may have. The host refuses a packet whose instants do not fit, also the instant after its last unit, however
 * often it is sent. Immutable.
 */
final class InstantRange {
    private final SensorGroup group;

    InstantRange(SensorGroup group) {
        this.group = group;
    }

    /**
     * Requires that sensor sets have instants.
     *
     * @param instantNanos of the first one
     * @throws BanipException {@code INVALID_SAMPLE}
     */
    void require(long instantNanos, int units) {
        long unused = of(instantNanos, units + 1);
    }

    /**
     * The instant of a unit. It lies {@code units} periods behind the given instant, or before it if that number is negative.
     *
     * @throws BanipException {@code INVALID_SAMPLE}
     */
    long of(long instantNanos, int units) {
        try {
            return group.frequency().instantNanos(instantNanos, units);
        } catch (BanipException e) {
            throw tooFar("instant " + instantNanos + " ns", e);
        }
    }

    /**
     * Requires that sensor sets have instants and numbers, and that the time from their grid's origin is known, too.
     *
     * @throws BanipException {@code INVALID_SAMPLE}
     */
    void require(GridUnit first, int units) {
        try {
            PacketHeader.check(0, 0, first.unit(), units);
            long unused = Math.addExact(first.originNanos(), group.frequency().nanosOfUnit(first.unit() + units));
        } catch (ArithmeticException | BanipException e) {
            throw tooFar("unit " + first.unit() + " from origin " + first.originNanos() + " ns", e);
        }
    }

    private BanipException tooFar(String what, RuntimeException cause) {
        return new BanipException(
                ErrorCode.INVALID_SAMPLE, what + " of group " + group.name() + " is too far for 64 bits", cause);
    }
}
