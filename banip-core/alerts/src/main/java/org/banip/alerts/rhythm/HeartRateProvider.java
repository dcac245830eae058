package org.banip.alerts.rhythm;

import java.util.List;
import org.banip.alerts.finding.Severity;
import org.banip.alerts.spi.DetectorPlan;
import org.banip.alerts.spi.DetectorProvider;
import org.banip.alerts.spi.Parameters;

/** {@code heart-rate}: asystole, and a heart that beats too fast or too slowly. */
public final class HeartRateProvider implements DetectorProvider {
    private static final int MOST_LEADS = 12;

    /** For {@link java.util.ServiceLoader}. */
    public HeartRateProvider() {}

    @Override
    public String kind() {
        return "heart-rate";
    }

    @Override
    public DetectorPlan read(Parameters parameters) {
        List<String> channels = parameters.texts("channels", 1, MOST_LEADS);
        RateLimits limits = new RateLimits(
                parameters.number("above", 60, 300, 150),
                parameters.number("below", 15, 120, 40),
                parameters.number("hysteresis", 0, 30, 5),
                parameters.millis("lastingMillis", 0, 600_000, 5_000),
                parameters.millis("asystoleMillis", 2_000, 20_000, 4_000),
                parameters.severity("severity", Severity.MEDIUM),
                parameters.severity("asystoleSeverity", Severity.HIGH));
        if (limits.below() >= limits.above()) {
            throw parameters.invalid(
                    "below is " + limits.below() + " and above is " + limits.above() + ", below must be the lower one");
        }
        return site -> new HeartRateDetector(site, channels, limits);
    }
}
