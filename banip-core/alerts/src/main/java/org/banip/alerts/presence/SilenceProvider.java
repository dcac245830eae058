package org.banip.alerts.presence;

import org.banip.alerts.finding.Severity;
import org.banip.alerts.spi.Condition;
import org.banip.alerts.spi.Detector;
import org.banip.alerts.spi.DetectorPlan;
import org.banip.alerts.spi.DetectorProvider;
import org.banip.alerts.spi.DetectorSite;
import org.banip.alerts.spi.Parameters;
import org.banip.core.packet.Gap;

/** {@code silence}: no sensor set for a time. */
public final class SilenceProvider implements DetectorProvider {
    private static final long SHORTEST_MILLIS = 10;
    private static final long LONGEST_MILLIS = 86_400_000;
    private static final double NANOS_PER_SECOND = 1e9;

    /** For {@link java.util.ServiceLoader}. */
    public SilenceProvider() {}

    @Override
    public String kind() {
        return "silence";
    }

    @Override
    public DetectorPlan read(Parameters parameters) {
        long afterNanos = parameters.millis("afterMillis", SHORTEST_MILLIS, LONGEST_MILLIS);
        Severity severity = parameters.severity("severity", Severity.MEDIUM);
        return site -> new Silence(site, afterNanos, severity);
    }

    private static final class Silence implements Detector {
        private final long afterNanos;
        private final Condition silent;

        /** The last instant at which the sensor is known to have worked; before the first one, when the watch began. */
        private boolean begun;

        private long lastNanos;
        /** Whether the instants are the sensor's; before its first sensor set they are another clock's, which may be far from it. */
        private boolean sensed;

        Silence(DetectorSite site, long afterNanos, Severity severity) {
            this.afterNanos = afterNanos;
            long period = site.group().frequency().nanosOfUnit(1);
            if (afterNanos <= period) {
                throw site.unfit(
                        "afterMillis is " + afterNanos / 1_000_000 + ", must be more than one sampling period: "
                                + period / 1_000_000 + " ms at " + site.group().frequency() + " Hz");
            }
            silent = site.condition("silent", severity, "", "s");
        }

        @Override
        public void sensorSet(byte[] bytes, int at, long nanos) {
            if (sensed && nanos > lastNanos) {
                look(nanos);
            }
            if (silent.isActive()) {
                silent.end(nanos, seconds(nanos));
            }
            sensed = true;
            works(nanos);
        }

        private void works(long nanos) {
            begun = true;
            lastNanos = nanos;
        }

        private void look(long nanos) {
            if (nanos - lastNanos > afterNanos) {
                silent.begin(lastNanos, nanos, seconds(nanos));
            }
        }

        private double seconds(long nanos) {
            return Math.max(0, nanos - lastNanos) / NANOS_PER_SECOND;
        }

        /** Sensor sets that were given up for another reason did come from the sensor. */
        @Override
        public void gap(long fromNanos, long toNanos, Gap.Reason reason) {
            if (reason != Gap.Reason.SENSOR_SILENT || toNanos <= lastNanos) {
                if (silent.isActive()) {
                    silent.end(toNanos, seconds(toNanos));
                }
                works(toNanos);
            } else {
                time(fromNanos);
                look(toNanos);
            }
        }

        @Override
        public void time(long nanos) {
            if (begun) {
                look(nanos);
            } else {
                works(nanos);
            }
        }
    }
}
