package org.banip.measure.cpi;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * When the link carried nothing, in nanoseconds since 1970 on the clock of the processes. Immutable.
 *
 * @param fromNanos its beginning
 * @param toNanos its end, not before the beginning
 */
record Outage(long fromNanos, long toNanos) {
    private static final double NANOS_PER_SECOND = 1e9;

    Outage {
        if (toNanos < fromNanos) {
            throw new IllegalArgumentException("an outage from " + fromNanos + " ns to " + toNanos + " ns");
        }
    }

    /** Its length in seconds. */
    double seconds() {
        return (toNanos - fromNanos) / NANOS_PER_SECOND;
    }

    /** From its end to the first delivery, in seconds; empty if nothing was delivered after it. */
    OptionalDouble untilFirst(Deliveries deliveries) {
        return secondsAfter(deliveries.sets().stream()
                .mapToLong(Deliveries.Delivery::deliveredNanos)
                .filter(delivered -> delivered >= toNanos)
                .min());
    }

    /** From its end until all that was sampled before its end was delivered, in seconds; empty if nothing of it was delivered after it. */
    OptionalDouble untilDrained(Deliveries deliveries) {
        return secondsAfter(deliveries.sets().stream()
                .filter(set -> set.scheduledNanos() < toNanos)
                .mapToLong(Deliveries.Delivery::deliveredNanos)
                .filter(delivered -> delivered >= toNanos)
                .max());
    }

    private OptionalDouble secondsAfter(OptionalLong nanos) {
        return nanos.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of((nanos.getAsLong() - toNanos) / NANOS_PER_SECOND);
    }
}
