package org.banip.measure.accuracy;

import org.banip.emulator.forward.Lateness;

/**
 * How late packets were forwarded.
 *
 * @param packets number of all packets
 * @param lateByMoreThanAMilli number of these that were more than 1 ms late
 * @param p99Millis 99 % of the packets of the worst network were at most this late
 * @param maxMillis the highest lateness
 */
public record LatenessSummary(long packets, long lateByMoreThanAMilli, double p99Millis, double maxMillis) {
    static final LatenessSummary NONE = new LatenessSummary(0, 0, 0, 0);

    private static final int P99 = 99;
    private static final double NANOS_PER_MILLI = 1e6;

    static LatenessSummary of(Lateness lateness) {
        return new LatenessSummary(
                lateness.packets(),
                lateness.lateByMoreThanAMilli(),
                lateness.percentileNanos(P99) / NANOS_PER_MILLI,
                lateness.maxNanos() / NANOS_PER_MILLI);
    }

    LatenessSummary plus(LatenessSummary more) {
        return new LatenessSummary(
                packets + more.packets,
                lateByMoreThanAMilli + more.lateByMoreThanAMilli,
                Math.max(p99Millis, more.p99Millis),
                Math.max(maxMillis, more.maxMillis));
    }
}
