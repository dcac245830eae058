package org.banip.measure.paths;

import java.util.function.LongSupplier;

/** Time left that counts down like a clock, and corrects itself slowly when a new estimate differs. One thread. */
final class SteadyEstimate {
    /** A difference is made up for in about this time. */
    private static final double CORRECTED_SECONDS = 30;

    private static final double NANOS_PER_SECOND = 1e9;

    private final LongSupplier nanoTime;
    private long lastNanos;
    private double shown = -1;

    SteadyEstimate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The seconds to show now. */
    double shown(double estimated) {
        long now = nanoTime.getAsLong();
        if (shown < 0) {
            shown = estimated;
        } else {
            double passed = (now - lastNanos) / NANOS_PER_SECOND;
            double counted = Math.max(0, shown - passed);
            shown = counted + (estimated - counted) * Math.min(1, passed / CORRECTED_SECONDS);
        }
        lastNanos = now;
        return estimated == 0 ? 0 : Math.max(1, shown);
    }
}
