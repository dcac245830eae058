package org.banip.alerts.level;

import java.util.ArrayList;
import java.util.List;
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

/** {@code threshold}: a value above or below a limit. */
public final class ThresholdProvider implements DetectorProvider {
    /** The largest number in a declaration. */
    static final double MOST = 1e12;

    private static final long HOUR_MILLIS = 3_600_000;

    /** For {@link java.util.ServiceLoader}. */
    public ThresholdProvider() {}

    @Override
    public String kind() {
        return "threshold";
    }

    @Override
    public DetectorPlan read(Parameters parameters) {
        Declared declared = new Declared(
                parameters.text("channel"),
                parameters.number("above", -MOST, MOST),
                parameters.number("below", -MOST, MOST),
                new Limit.Tolerance(
                        parameters.number("hysteresis", 0, MOST, 0),
                        parameters.millis("lastingMillis", 0, HOUR_MILLIS, 0),
                        parameters.millis("endingMillis", 0, HOUR_MILLIS, 0)),
                parameters.severity("severity", Severity.MEDIUM));
        checkSides(parameters, declared.above(), declared.below());
        return site -> new Threshold(site, declared);
    }

    private record Declared(
            String channel, OptionalDouble above, OptionalDouble below, Limit.Tolerance tolerance, Severity severity) {}

    /** At least one side, and room between two. */
    private static void checkSides(Parameters parameters, OptionalDouble above, OptionalDouble below) {
        if (!above.isPresent() && !below.isPresent()) {
            throw parameters.invalid("neither above nor below is there, at least one must be");
        }
        if (above.isPresent() && below.isPresent() && below.getAsDouble() >= above.getAsDouble()) {
            throw parameters.invalid("below is " + below.getAsDouble() + " and above is " + above.getAsDouble()
                    + ", below must be the lower one");
        }
    }

    private static final class Threshold implements Detector {
        private final SampleLayout layout;
        private final int number;
        private final Channel channel;
        private final Limit[] limits;

        Threshold(DetectorSite site, Declared declared) {
            layout = site.layout();
            number = site.channel(declared.channel());
            channel = site.channel(number);
            List<Limit> sides = new ArrayList<>();
            declared.above().ifPresent(limit -> sides.add(limit(site, declared, Limit.Side.ABOVE, limit)));
            declared.below().ifPresent(limit -> sides.add(limit(site, declared, Limit.Side.BELOW, limit)));
            limits = sides.toArray(new Limit[0]);
        }

        private Limit limit(DetectorSite site, Declared declared, Limit.Side side, double limit) {
            String kind = side == Limit.Side.ABOVE ? "above" : "below";
            Condition condition = site.condition(kind, declared.severity(), channel.label(), channel.unit());
            return new Limit(condition, side, limit, declared.tolerance());
        }

        @Override
        public void sensorSet(byte[] bytes, int at, long nanos) {
            double value = channel.toPhysical(layout.read(bytes, at, number));
            for (Limit limit : limits) {
                limit.next(value, nanos);
            }
        }

        @Override
        public void gap(long fromNanos, long toNanos, Gap.Reason reason) {
            for (Limit limit : limits) {
                limit.interrupt();
            }
        }
    }
}
