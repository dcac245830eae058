package org.banip.alerts.presence;

import org.banip.alerts.spi.Condition;
import org.banip.alerts.spi.Detector;
import org.banip.alerts.spi.DetectorSite;
import org.banip.core.packet.Gap;

/** Finds that no sensor set came for a time. */
final class Silence implements Detector {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String SILENT = "silent";

    private final long afterNanos;
    private final Condition silent;

    /** The last instant at which the sensor is known to have worked; before the first one, when the watch began. */
    private boolean begun;

    private long lastNanos;
    /** Whether the instants are the sensor's; before its first sensor set they are another clock's, which may be far from it. */
    private boolean sensed;

    Silence(DetectorSite site, SilencePlan plan) {
        afterNanos = plan.afterNanos();
        if (!plan.fits(site.group())) {
            long period = site.group().frequency().nanosOfUnit(1);
            throw site.unfit("afterMillis is " + afterNanos / 1_000_000 + ", must be more than one sampling period: "
                    + period / 1_000_000 + " ms at " + site.group().frequency() + " Hz");
        }
        silent = site.condition(SILENT, plan.severity(), "", "s");
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
