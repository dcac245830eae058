package org.banip.measure.urgency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A generated ECG of {@link AsystoleRule#ECG} whose heart stops at seeded moments: about 75 beats a minute, each interval up to 10 % off, and some noise.
 * The same seed gives the same samples. Immutable.
 */
final class StoppingHeart {
    private static final double HERTZ = 250;
    private static final double STEPS_PER_MILLIVOLT = 1000;
    private static final double NOISE_MILLIVOLTS = 0.01;
    private static final double INTERVAL_SECONDS = 0.8;
    /** Beats before the first stop: the detector learns their height, and the link gets its load. */
    private static final double LEAD_IN_SECONDS = 12;
    /** Beats between two standstills: this, and up to half as much again. */
    private static final double BEATS_SECONDS = 3.5;

    private static final double AFTER_WINDOW_SECONDS = 0.8;

    private final int[] steps;
    private final List<Standstill> standstills = new ArrayList<>();

    /**
     * The heart stops.
     *
     * @param lastBeat number of the sensor set with the R wave of the last beat
     * @param deciding number of the sensor set by which the detector's window is full
     */
    record Standstill(int lastBeat, int deciding) {}

    StoppingHeart(int count, long seed) {
        Random random = new Random(seed);
        List<Integer> beats = new ArrayList<>();
        double at = 1;
        double until = LEAD_IN_SECONDS;
        for (int stop = 0; stop <= count; stop++) {
            while (at < until) {
                beats.add((int) Math.round(at * HERTZ));
                at += INTERVAL_SECONDS * (0.9 + 0.2 * random.nextDouble());
            }
            if (stop < count) {
                int last = beats.get(beats.size() - 1);
                long window = AsystoleRule.ECG
                        .frequency()
                        .unitAtOrAfter(AsystoleRule.window().toNanos());
                standstills.add(new Standstill(last, (int) (last + window)));
                at = (last + window) / HERTZ + AFTER_WINDOW_SECONDS + random.nextDouble();
                until = at + BEATS_SECONDS * (1 + random.nextDouble() / 2);
            }
        }
        steps = new int[(int) (at * HERTZ)];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = steps(NOISE_MILLIVOLTS * random.nextGaussian());
        }
        beats.forEach(this::beat);
    }

    private void beat(int at) {
        wave(at - 0.17 * HERTZ, 0.025, 0.12);
        wave(at - 0.03 * HERTZ, 0.010, -0.12);
        wave(at, 0.012, 1);
        wave(at + 0.03 * HERTZ, 0.012, -0.25);
        wave(at + 0.28 * HERTZ, 0.045, 0.3);
    }

    private void wave(double centre, double widthSeconds, double millivolts) {
        double width = widthSeconds * HERTZ;
        int from = Math.max(0, (int) (centre - 4 * width));
        int to = Math.min(steps.length, (int) (centre + 4 * width) + 1);
        for (int i = from; i < to; i++) {
            double x = (i - centre) / width;
            steps[i] += steps(millivolts * StrictMath.exp(-x * x / 2));
        }
    }

    private static int steps(double millivolts) {
        return (int) Math.rint(millivolts * STEPS_PER_MILLIVOLT);
    }

    /** Number of sensor sets. */
    int units() {
        return steps.length;
    }

    Duration length() {
        return Duration.ofNanos(AsystoleRule.ECG.frequency().nanosOfUnit(units()));
    }

    /** A sensor set: both leads. */
    int[] samples(int unit) {
        return new int[] {steps[unit], steps[unit] * 4 / 5};
    }

    /** When it stops, in order. */
    List<Standstill> standstills() {
        return standstills;
    }
}
