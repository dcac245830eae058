package org.banip.gateway.session;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.OptionalLong;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.gateway.sample.Samples;
import org.banip.mbu.spi.SensorInput;

/**
 * The last sensor set of a group, and what a message with a time is compared with it. A single sensor set of a group with a period above
 * {@link SensorInput#ARRIVAL_TOLERANCE_NANOS} is one measurement, like that of a scale: it may come at any time, as it may without a time
 * ({@link SensorInput#offerArrivedAt}). Guarded by its user.
 */
final class LastSample {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final MathContext SHOWN = new MathContext(3);

    private final SensorInput input;
    private final SensorGroup group;
    private final long periodNanos;
    /** How many sensor sets the last message had. */
    private int units = 1;
    /** The instant of the last one by its device, where that told it. */
    private OptionalLong said = OptionalLong.empty();

    LastSample(SensorInput input) {
        this.input = input;
        group = input.group();
        periodNanos = group.frequency().nanosOfUnit(1);
    }

    /**
     * These were taken.
     *
     * @param count of the sensor sets
     * @param offered how many of them were offered now, behind those that an earlier process had
     */
    void took(Samples samples, int count, int offered) {
        units = offered;
        said = samples.instantNanos();
        if (said.isPresent()) {
            said = OptionalLong.of(group.frequency().instantNanos(said.getAsLong(), count - 1L));
        }
    }

    /** Whether a new sampling grid begins with a measurement, because on that of the last one it would have no place of its own. */
    boolean beginsGrid(Samples samples, int count) {
        OptionalLong last = nanos();
        if (!isMeasurement(count) || samples.instantNanos().isEmpty() || last.isEmpty()) {
            return false;
        }
        long instant = samples.instantNanos().getAsLong();
        return instant > said.orElse(last.getAsLong()) && instant - last.getAsLong() < periodNanos / 2;
    }

    /**
     * The instant that the MBU will give to the first one of these, which have a time. Of a measurement it is exact, but for rounding; other messages
     * follow each other, so their own time is good enough to know them by.
     */
    long sampledNanos(Samples samples, int count) {
        long instant = samples.instantNanos().getAsLong();
        OptionalLong last = nanos();
        if (!isMeasurement(count) || last.isEmpty() || instant <= last.getAsLong() || beginsGrid(samples, count)) {
            return instant;
        }
        long offset = instant - last.getAsLong();
        Frequency frequency = group.frequency();
        long after = frequency.unitAtOrAfter(offset);
        for (long unit : new long[] {after, after - 1}) {
            long onGrid = frequency.nanosOfUnit(unit);
            if (Math.abs(onGrid - offset) <= periodNanos / 4) {
                return last.getAsLong() + onGrid;
            }
        }
        return instant;
    }

    /** Whether the MBU would refuse samples of this time, on the same sampling grid: they are not later, and the clock was not set back. */
    boolean isNotLater(Samples samples) {
        OptionalLong before = said.isPresent() ? said : nanos();
        if (before.isEmpty() || samples.instantNanos().isEmpty()) {
            return false;
        }
        long later = samples.instantNanos().getAsLong() - before.getAsLong();
        return later <= 0 && later > -SensorInput.SET_BACK_NANOS;
    }

    /** Why samples of this time were not taken. */
    String whyNot(Samples samples) {
        OptionalLong last = nanos();
        long after = last.isPresent() && samples.instantNanos().isPresent()
                ? samples.instantNanos().getAsLong() - last.getAsLong()
                : 0;
        return after > 0 && samples.instantNanos().getAsLong() > said.orElse(last.getAsLong())
                ? "the first sample is " + seconds(after) + " after the last one of group " + group.name()
                        + "; this group (" + group.frequency() + " Hz) takes the next one from "
                        + seconds(periodNanos / 4) + " on"
                : "the samples are not later than the last ones of group " + group.name()
                        + ", and not a repetition of a recent message";
    }

    private boolean isMeasurement(int count) {
        return count == 1 && periodNanos > SensorInput.ARRIVAL_TOLERANCE_NANOS;
    }

    /** The instant that the MBU gave to the last sensor set, also that of an earlier process. */
    private OptionalLong nanos() {
        OptionalLong first = input.lastOfferNanos();
        if (first.isPresent()) {
            return OptionalLong.of(group.frequency().instantNanos(first.getAsLong(), units - 1L));
        }
        OptionalLong due = input.resumedAtNanos();
        return due.isPresent() ? OptionalLong.of(due.getAsLong() - periodNanos) : due;
    }

    private static String seconds(long nanos) {
        return new BigDecimal(nanos / NANOS_PER_SECOND)
                        .round(SHOWN)
                        .stripTrailingZeros()
                        .toPlainString() + " s";
    }
}
