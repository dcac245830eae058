package org.banip.server.audit;

import java.util.function.IntToLongFunction;

/**
 * A packet of which something is shown.
 *
 * @param group its group's name
 * @param sequence its sequence number
 * @param fromNanos instant of its first sensor set or event, nanoseconds since the epoch
 * @param toNanos instant of its last one
 * @param sets how many
 */
public record SeenPacket(String group, long sequence, long fromNanos, long toNanos, long sets) {
    /**
     * A packet, whose events may be in any order.
     *
     * @param units how many sensor sets or events
     * @param instantNanos the instant of each
     */
    public static SeenPacket of(String group, long sequence, int units, IntToLongFunction instantNanos) {
        long fromNanos = Long.MAX_VALUE;
        long toNanos = Long.MIN_VALUE;
        for (int unit = 0; unit < units; unit++) {
            long nanos = instantNanos.applyAsLong(unit);
            fromNanos = Math.min(fromNanos, nanos);
            toNanos = Math.max(toNanos, nanos);
        }
        return new SeenPacket(group, sequence, fromNanos, toNanos, units);
    }
}
