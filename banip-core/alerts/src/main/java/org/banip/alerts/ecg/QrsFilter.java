package org.banip.alerts.ecg;

import java.util.Arrays;

/**
 * The signal path before the decisions (Hamilton 2002, figure 1): low pass, high pass, slope, absolute value, average over 80 ms.
 *
 * <p>All stages are running sums of whole numbers, whose lengths are times, so the path is the same at every sampling rate but for rounding. It
 * lets about 8 to 16 Hz pass. A median before it removes the pulses of pacemakers. One thread.
 */
final class QrsFilter {
    private static final int LOW_PASS_MILLIS = 25;
    private static final int HIGH_PASS_MILLIS = 125;
    private static final int SLOPE_MILLIS = 10;
    private static final int AVERAGE_MILLIS = 80;

    private final PulseRemoval pulses;
    private final RunningSum lowPass;
    private final LongRunningSum smoother;
    private final LongRunningSum mean;
    private final LongRunningSum average;
    private final long lowPassGain;
    private final int slopeLength;
    private final int centre;

    /** What the high pass gave, newest at {@code at}; long enough for every look back. */
    private final int[] passed;
    /** What it took for that: the low-passed signal at the same time. */
    private final int[] levels;

    private final int[] smoothed;
    private int at;
    private int smoothedAt;

    QrsFilter(Rate rate) {
        int low = rate.samples(LOW_PASS_MILLIS);
        int high = rate.samples(HIGH_PASS_MILLIS);
        pulses = PulseRemoval.at(rate);
        lowPass = new RunningSum(low);
        smoother = new LongRunningSum(low);
        lowPassGain = (long) low * low;
        mean = new LongRunningSum(high);
        centre = high / 2;
        smoothed = new int[centre + 1];
        slopeLength = rate.samples(SLOPE_MILLIS);
        average = new LongRunningSum(rate.samples(AVERAGE_MILLIS));
        passed = new int[rate.samples(BeatDetector.LOOK_BACK_MILLIS) + slopeLength + 1];
        levels = new int[passed.length];
    }

    /** Samples by which the high pass is behind the signal. */
    int delay() {
        return pulses.delay() + lowPass.length() - 1 + centre;
    }

    /** Samples of the average. */
    int averageLength() {
        return average.length();
    }

    /** Samples until nothing is left of what came before. */
    int settling() {
        return pulses.delay() + 2 * lowPass.length() + mean.length() + slopeLength + average.length();
    }

    /** How much the signal moves at the frequencies of a QRS complex, in the unit of the samples for 10 ms; 0 or more. */
    int next(int sample) {
        long low = smoother.next(lowPass.next(pulses.next(sample)));
        int level = (int) (low / lowPassGain);
        smoothedAt = smoothedAt + 1 == smoothed.length ? 0 : smoothedAt + 1;
        smoothed[smoothedAt] = level;
        int delayed = smoothed[smoothedAt + 1 == smoothed.length ? 0 : smoothedAt + 1];
        int high = delayed - (int) (mean.next(level) / mean.length());
        at = at + 1 == passed.length ? 0 : at + 1;
        passed[at] = high;
        levels[at] = delayed;
        return (int) (average.next(Math.abs(high - passed(slopeLength))) / average.length());
    }

    /** What the high pass gave {@code ago} samples ago. */
    int passed(int ago) {
        return passed[index(ago)];
    }

    /** How much the low-passed signal rose in 10 ms, at the same time. */
    int slope(int ago) {
        return levels[index(ago)] - levels[index(ago + slopeLength)];
    }

    private int index(int ago) {
        int index = at - ago;
        return index < 0 ? index + passed.length : index;
    }

    /** Forgets the signal: all stages are as if this sample had always been there. */
    void restart(int sample) {
        pulses.fill(sample);
        lowPass.fill(sample);
        smoother.fill((long) sample * lowPass.length());
        mean.fill(sample);
        average.fill(0);
        Arrays.fill(passed, 0);
        Arrays.fill(levels, sample);
        Arrays.fill(smoothed, sample);
    }
}
