package org.banip.alerts.rhythm;

import java.util.List;
import org.banip.alerts.finding.Severity;
import org.banip.alerts.spi.Detector;
import org.banip.alerts.spi.DetectorPlan;
import org.banip.alerts.spi.DetectorProvider;
import org.banip.alerts.spi.DetectorSite;
import org.banip.alerts.spi.Parameters;
import org.banip.core.ban.SensorGroup;

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
        return new Declared(channels, limits);
    }

    private record Declared(List<String> channels, RateLimits limits) implements DetectorPlan {
        /** The filters of a lead keep less than a second of the signal, most of it twice, as integers. */
        private static final long BYTES_PER_HERTZ = 16;

        @Override
        public Detector start(DetectorSite site) {
            return new HeartRateDetector(site, channels, limits);
        }

        @Override
        public long memoryBytes(SensorGroup group) {
            long samples = group.frequency().unitAtOrAfter(1_000_000_000L);
            return SMALL_BYTES + channels.size() * (SMALL_BYTES + BYTES_PER_HERTZ * samples);
        }
    }
}
