package org.banip.alerts.motion;

import java.util.List;
import org.banip.alerts.finding.Severity;
import org.banip.alerts.spi.DetectorPlan;
import org.banip.alerts.spi.DetectorProvider;
import org.banip.alerts.spi.Parameters;

/** {@code fall}: weightlessness, an impact, and no movement after it. */
public final class FallProvider implements DetectorProvider {
    /** For {@link java.util.ServiceLoader}. */
    public FallProvider() {}

    @Override
    public String kind() {
        return "fall";
    }

    @Override
    public DetectorPlan read(Parameters parameters) {
        List<String> channels = parameters.texts("channels", 3, 3);
        FallLimits limits = new FallLimits(
                parameters.number("freeFall", 0.1, 0.9, 0.6),
                parameters.number("impact", 1.5, 16, 2.5),
                parameters.millis("withinMillis", 100, 5_000, 1_000),
                parameters.number("stillSpread", 0.05, 1, 0.3),
                parameters.millis("stillMillis", 500, 60_000, 2_000),
                parameters.millis("settleMillis", 0, 60_000, 5_000));
        Severity severity = parameters.severity("severity", Severity.HIGH);
        return site -> new FallDetector(site, channels, limits, severity);
    }
}
