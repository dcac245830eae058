package org.banip.alerts.presence;

import org.banip.alerts.finding.Severity;
import org.banip.alerts.spi.Detector;
import org.banip.alerts.spi.DetectorPlan;
import org.banip.alerts.spi.DetectorSite;
import org.banip.core.ban.SensorGroup;

/**
 * A declared {@code silence}.
 *
 * @param afterNanos a longer time without a sensor set is found
 * @param severity of what it finds
 */
public record SilencePlan(long afterNanos, Severity severity) implements DetectorPlan {
    @Override
    public Detector start(DetectorSite site) {
        return new Silence(site, this);
    }

    /** Whether the time is longer than a sampling period of the group. */
    public boolean fits(SensorGroup group) {
        return afterNanos > group.frequency().nanosOfUnit(1);
    }
}
