package org.banip.alerts.level;

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
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;

/** {@code change}: a value far from the lowest or the highest one a short time before. */
public final class ChangeProvider implements DetectorProvider {
    private static final String EITHER = "either";
    private static final String RISE = "rise";
    private static final String FALL = "fall";
    private static final int MOST_SAMPLES = 65_536;
    private static final long HOUR_MILLIS = 3_600_000;

    /** For {@link java.util.ServiceLoader}. */
    public ChangeProvider() {}

    @Override
    public String kind() {
        return "change";
    }

    @Override
    public DetectorPlan read(Parameters parameters) {
        String channel = parameters.text("channel");
        OptionalDouble by = parameters.number("by", Double.MIN_NORMAL, ThresholdProvider.MOST);
        long withinNanos = parameters.millis("withinMillis", 1, HOUR_MILLIS);
        String direction = parameters.word("direction", List.of(EITHER, RISE, FALL), EITHER);
        Severity severity = parameters.severity("severity", Severity.MEDIUM);
        return new Declared(
                channel,
                by.orElseThrow(() -> parameters.invalid("field by is missing: a number above 0")),
                withinNanos,
                direction,
                severity);
    }

    private record Declared(String channel, double by, long withinNanos, String direction, Severity severity)
            implements DetectorPlan {
        @Override
        public Detector start(DetectorSite site) {
            return new Change(site, this);
        }

        @Override
        public long memoryBytes(SensorGroup group) {
            return SMALL_BYTES + 2 * Extreme.BYTES_PER_SAMPLE * samples(group);
        }

        /** In the time; the first and the last one count. */
        long samples(SensorGroup group) {
            return group.frequency().unitAtOrAfter(withinNanos) + 2;
        }
    }

    private static final class Change implements Detector {
        private final SampleLayout layout;
        private final int number;
        private final Channel channel;
        private final Declared declared;
        private final Extreme lowest;
        private final Extreme highest;
        private final Condition rise;
        private final Condition fall;

        Change(DetectorSite site, Declared declared) {
            this.declared = declared;
            layout = site.layout();
            number = site.channel(declared.channel());
            channel = site.channel(number);
            int room = room(site, declared);
            lowest = new Extreme(false, room);
            highest = new Extreme(true, room);
            rise = site.condition(RISE, declared.severity(), channel.label(), channel.unit());
            fall = site.condition(FALL, declared.severity(), channel.label(), channel.unit());
        }

        private static int room(DetectorSite site, Declared declared) {
            long samples = declared.samples(site.group());
            if (samples > MOST_SAMPLES) {
                throw site.unfit("withinMillis is " + declared.withinNanos() / 1_000_000 + ", which are " + samples
                        + " samples at " + site.group().frequency() + " Hz, allowed are " + MOST_SAMPLES);
            }
            return (int) samples;
        }

        @Override
        public void sensorSet(byte[] bytes, int at, long nanos) {
            double value = channel.toPhysical(layout.read(bytes, at, number));
            long from = nanos - declared.withinNanos();
            double up = value - lowest.next(value, nanos, from);
            double down = value - highest.next(value, nanos, from);
            tell(rise, FALL, up, up > declared.by(), nanos);
            tell(fall, RISE, down, down < -declared.by(), nanos);
        }

        private void tell(Condition condition, String other, double change, boolean holds, long nanos) {
            if (!holds) {
                condition.end(nanos, change);
            } else if (!declared.direction().equals(other)) {
                condition.begin(nanos, nanos, change);
            }
        }

        @Override
        public void gap(long fromNanos, long toNanos, Gap.Reason reason) {
            lowest.clear();
            highest.clear();
        }
    }
}
