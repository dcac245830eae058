package org.banip.alerts.ecg;

import java.util.Arrays;

/**
 * The median of the last samples. It removes pulses of a pacemaker, which are at most 2 ms long, and leaves QRS complexes as they are: of 5 samples
 * from 500 Hz on, of 3 from 200 Hz on. Below, a pulse is too blurred to be told apart, and all samples pass. One thread.
 */
final class PulseRemoval {
    private static final int MEDIAN_OF_FIVE_HERTZ = 500;
    private static final int MEDIAN_OF_THREE_HERTZ = 200;

    private final int[] last;
    private final int[] sorted;
    private int at;

    private PulseRemoval(int length) {
        last = new int[length];
        sorted = new int[length];
    }

    static PulseRemoval at(Rate rate) {
        if (rate.atLeast(MEDIAN_OF_FIVE_HERTZ)) {
            return new PulseRemoval(5);
        }
        return new PulseRemoval(rate.atLeast(MEDIAN_OF_THREE_HERTZ) ? 3 : 1);
    }

    int delay() {
        return last.length / 2;
    }

    int next(int sample) {
        last[at] = sample;
        at = at + 1 == last.length ? 0 : at + 1;
        return Median.of(last, last.length, sorted);
    }

    void fill(int sample) {
        Arrays.fill(last, sample);
    }
}
