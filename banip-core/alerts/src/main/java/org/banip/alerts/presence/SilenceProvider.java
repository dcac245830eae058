package org.banip.alerts.presence;

import org.banip.alerts.finding.Severity;
import org.banip.alerts.spi.DetectorPlan;
import org.banip.alerts.spi.DetectorProvider;
import org.banip.alerts.spi.Parameters;

/** {@code silence}: no sensor set for a time. */
public final class SilenceProvider implements DetectorProvider {
    private static final long SHORTEST_MILLIS = 10;
    private static final long LONGEST_MILLIS = 86_400_000;

    /** For {@link java.util.ServiceLoader}. */
    public SilenceProvider() {}

    @Override
    public String kind() {
        return "silence";
    }

    @Override
    public DetectorPlan read(Parameters parameters) {
        long afterNanos = parameters.millis("afterMillis", SHORTEST_MILLIS, LONGEST_MILLIS);
        return new SilencePlan(afterNanos, parameters.severity("severity", Severity.MEDIUM));
    }
}
