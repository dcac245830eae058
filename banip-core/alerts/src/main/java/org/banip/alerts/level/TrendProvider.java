package org.banip.alerts.level;

import java.util.OptionalDouble;
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
import org.jspecify.annotations.Nullable;

/** {@code trend}: a value that rises or falls steadily over minutes or hours. */
public final class TrendProvider implements DetectorProvider {
    private static final long SHORTEST_MILLIS = 10_000;
    private static final long LONGEST_MILLIS = 86_400_000;

    /** For {@link java.util.ServiceLoader}. */
    public TrendProvider() {}

    @Override
    public String kind() {
        return "trend";
    }

    @Override
    public DetectorPlan read(Parameters parameters) {
        double most = ThresholdProvider.MOST;
        Declared declared = new Declared(
                parameters.text("channel"),
                parameters.millis("overMillis", SHORTEST_MILLIS, LONGEST_MILLIS),
                parameters.number("risePerHour", Double.MIN_NORMAL, most),
                parameters.number("fallPerHour", Double.MIN_NORMAL, most),
                parameters.number("hysteresisPerHour", 0, most, 0),
                parameters.severity("severity", Severity.LOW));
        if (!declared.rise().isPresent() && !declared.fall().isPresent()) {
            throw parameters.invalid("neither risePerHour nor fallPerHour is there, at least one must be");
        }
        return site -> new Trend(site, declared);
    }

    private record Declared(
            String channel,
            long overNanos,
            OptionalDouble rise,
            OptionalDouble fall,
            double hysteresis,
            Severity severity) {}

    private static final class Trend implements Detector {
        private final SampleLayout layout;
        private final int number;
        private final Channel channel;
        private final Slope slope;
        private final long partNanos;
        private final @Nullable Limit rising;
        private final @Nullable Limit falling;

        /** The part of the time that is being averaged; unknown before the first sensor set. */
        private boolean begun;

        private long part;
        private double sum;
        private long count;

        Trend(DetectorSite site, Declared declared) {
            layout = site.layout();
            number = site.channel(declared.channel());
            channel = site.channel(number);
            partNanos = declared.overNanos() / Slope.PARTS;
            if (site.group().frequency().nanosOfUnit(1) > partNanos) {
                throw site.unfit("overMillis is " + declared.overNanos() / 1_000_000 + ", must be at least "
                        + Slope.PARTS + " sampling periods, at " + site.group().frequency() + " Hz");
            }
            slope = new Slope();
            rising = limit(site, declared, "rising", declared.rise(), Limit.Side.ABOVE, 1);
            falling = limit(site, declared, "falling", declared.fall(), Limit.Side.BELOW, -1);
        }

        private @Nullable Limit limit(
                DetectorSite site, Declared declared, String kind, OptionalDouble limit, Limit.Side side, int sign) {
            if (!limit.isPresent()) {
                return null;
            }
            String unit = channel.unit().isEmpty() || channel.unit().equals("1") ? "/h" : channel.unit() + "/h";
            Condition condition = site.condition(kind, declared.severity(), channel.label(), unit);
            return new Limit(
                    condition, side, sign * limit.getAsDouble(), new Limit.Tolerance(declared.hysteresis(), 0, 0));
        }

        @Override
        public void sensorSet(byte[] bytes, int at, long nanos) {
            long current = Math.floorDiv(nanos, partNanos);
            if (!begun || current < part) {
                begun = true;
                slope.clear();
                startPart(current);
            } else if (current > part) {
                finishParts(current, nanos);
            }
            sum += channel.toPhysical(layout.read(bytes, at, number));
            count++;
        }

        private void finishParts(long current, long nanos) {
            slope.next(count > 0, count > 0 ? sum / count : 0);
            long empty = Math.min(Slope.PARTS, current - part - 1);
            for (long i = 0; i < empty; i++) {
                slope.next(false, 0);
            }
            startPart(current);
            if (slope.isKnown()) {
                double perHour = slope.perPart() * (3.6e12 / partNanos);
                if (rising != null) {
                    rising.next(perHour, nanos);
                }
                if (falling != null) {
                    falling.next(perHour, nanos);
                }
            }
        }

        private void startPart(long current) {
            part = current;
            sum = 0;
            count = 0;
        }

        /** Parts without a sensor set are known by the instants. */
        @Override
        public void gap(long fromNanos, long toNanos, Gap.Reason reason) {}
    }
}
