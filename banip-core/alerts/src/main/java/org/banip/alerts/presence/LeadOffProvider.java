package org.banip.alerts.presence;

import org.banip.alerts.finding.Severity;
import org.banip.alerts.spi.Condition;
import org.banip.alerts.spi.Detector;
import org.banip.alerts.spi.DetectorPlan;
import org.banip.alerts.spi.DetectorProvider;
import org.banip.alerts.spi.DetectorSite;
import org.banip.alerts.spi.Parameters;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.packet.Gap;

/** {@code lead-off}: a signal at an end of its range, or one that does not move. */
public final class LeadOffProvider implements DetectorProvider {
    private static final long SHORTEST_MILLIS = 100;
    private static final long LONGEST_MILLIS = 3_600_000;
    private static final long DEFAULT_MILLIS = 2_000;
    private static final double MOST_SPREAD = 1e9;
    private static final double MOST_MARGIN = 1_000_000;

    /** For {@link java.util.ServiceLoader}. */
    public LeadOffProvider() {}

    @Override
    public String kind() {
        return "lead-off";
    }

    @Override
    public DetectorPlan read(Parameters parameters) {
        Declared declared = new Declared(
                parameters.text("channel"),
                parameters.millis("afterMillis", SHORTEST_MILLIS, LONGEST_MILLIS, DEFAULT_MILLIS),
                parameters.number("spread", 0, MOST_SPREAD, 0),
                parameters.number("marginSteps", 0, MOST_MARGIN, 0),
                parameters.severity("severity", Severity.MEDIUM));
        return site -> new LeadOff(site, declared);
    }

    private record Declared(String channel, long afterNanos, double spread, double marginSteps, Severity severity) {}

    private static final class LeadOff implements Detector {
        private static final long BACK_NANOS = 1_000_000_000L;

        private final SampleLayout layout;
        private final int number;
        private final Channel channel;
        private final long afterNanos;
        private final Condition off;
        private final long spreadSteps;
        private final long lowest;
        private final long highest;

        /** Since when the signal has stayed within the spread, or beyond the margins; none if it has just moved. */
        private boolean still;

        private long stillSince;
        private boolean atEnd;
        private int low;
        private int high;
        /** When the signal last was still for long enough, or at an end. */
        private long lastOffNanos;

        LeadOff(DetectorSite site, Declared declared) {
            layout = site.layout();
            number = site.channel(declared.channel());
            channel = site.channel(number);
            afterNanos = declared.afterNanos();
            off = site.condition("lead-off", declared.severity(), channel.label(), channel.unit());
            spreadSteps = (long) Math.floor(declared.spread() * Math.abs(channel.gain()));
            long margin = (long) declared.marginSteps();
            lowest = channel.digitalMin() + margin;
            highest = channel.digitalMax() - margin;
            if (lowest >= highest) {
                throw site.unfit("marginSteps is " + margin + ", must leave a part of the digital range "
                        + channel.digitalMin() + " to " + channel.digitalMax());
            }
        }

        @Override
        public void sensorSet(byte[] bytes, int at, long nanos) {
            int digital = layout.read(bytes, at, number);
            boolean isAtEnd = digital <= lowest || digital >= highest;
            if (!still || isAtEnd != atEnd || !(isAtEnd || staysWithin(digital))) {
                still = true;
                stillSince = nanos;
                atEnd = isAtEnd;
                low = digital;
                high = digital;
            }
            if (isAtEnd || nanos - stillSince >= afterNanos) {
                lastOffNanos = nanos;
            }
            if (nanos - stillSince >= afterNanos) {
                off.begin(stillSince, nanos, channel.toPhysical(digital));
            } else if (off.isActive() && nanos - lastOffNanos >= BACK_NANOS) {
                off.end(nanos, channel.toPhysical(digital));
            }
        }

        private boolean staysWithin(int digital) {
            int newLow = Math.min(low, digital);
            int newHigh = Math.max(high, digital);
            if ((long) newHigh - newLow > spreadSteps) {
                return false;
            }
            low = newLow;
            high = newHigh;
            return true;
        }

        @Override
        public void gap(long fromNanos, long toNanos, Gap.Reason reason) {
            still = false;
            lastOffNanos = toNanos;
        }
    }
}
