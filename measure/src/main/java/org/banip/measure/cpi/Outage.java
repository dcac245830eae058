package org.banip.measure.cpi;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * When the link carried nothing, in nanoseconds on the clock of the processes.
 *
 * @param fromNanos its beginning
 * @param toNanos its end
 */
record Outage(long fromNanos, long toNanos) {
    private static final double NANOS_PER_SECOND = 1e9;

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

    /**
     * From its end until everything is as live as before it, in seconds: from then on no sensor set is later than the latest one that was sampled and
     * delivered before the outage. Empty if nothing was later than that, or if there is nothing to compare.
     */
    OptionalDouble untilLive(Deliveries deliveries) {
        List<Deliveries.Delivery> sets = deliveries.sets();
        long usual = sets.stream()
                .filter(set -> set.deliveredNanos() < fromNanos)
                .mapToLong(Outage::latency)
                .max()
                .orElse(Long.MAX_VALUE);
        return secondsAfter(sets.stream()
                .filter(set -> set.deliveredNanos() >= toNanos && latency(set) > usual)
                .mapToLong(Deliveries.Delivery::deliveredNanos)
                .max());
    }

    private static long latency(Deliveries.Delivery set) {
        return set.deliveredNanos() - set.scheduledNanos();
    }

    private OptionalDouble secondsAfter(OptionalLong nanos) {
        return nanos.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of((nanos.getAsLong() - toNanos) / NANOS_PER_SECOND);
    }
}
