package org.banip.alerts;

import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.FindingListener;
import org.banip.alerts.finding.Severity;
import org.banip.alerts.spi.Condition;

/** Remembers whether something has begun, and makes findings. One thread. */
final class ActiveCondition implements Condition {
    private final DeclaredDetector detector;
    private final String kind;
    private final Severity severity;
    private final String channel;
    private final String unit;
    private final FindingListener listener;

    private boolean active;
    private long sinceNanos;
    private double lastValue;

    ActiveCondition(
            DeclaredDetector detector,
            String kind,
            Severity severity,
            String channel,
            String unit,
            FindingListener listener) {
        this.detector = detector;
        this.kind = kind;
        this.severity = severity;
        this.channel = channel;
        this.unit = unit;
        this.listener = listener;
    }

    @Override
    public boolean isActive() {
        return active;
    }

    @Override
    public void begin(long since, long atNanos, double value) {
        if (!active) {
            active = true;
            sinceNanos = since;
            tell(atNanos, value);
        }
    }

    @Override
    public void end(long atNanos, double value) {
        if (active) {
            active = false;
            tell(atNanos, value);
        }
    }

    /** Ends it because its detector ends, with the last value that was told. */
    void abandon(long atNanos) {
        end(Math.max(atNanos, sinceNanos), lastValue);
    }

    private void tell(long atNanos, double value) {
        lastValue = value;
        listener.found(new Finding(
                detector.name(), kind, severity, active, detector.group(), channel, value, unit, sinceNanos, atNanos));
    }
}
