package org.banip.alerts.ecg;

/**
 * Learns the height of beats: in the first 4 s, and again when there was no beat for 8 s. The level is the second highest of the maxima of 4 s, so
 * one disturbance does not count. One thread.
 */
final class Learning {
    private static final int SECONDS = 4;
    private static final int AGAIN_AFTER_SECONDS = 8;
    /** At 200 ms each there are fewer. */
    private static final int MOST_PEAKS = 24;

    private final int perSecond;
    private final int[] maxima = new int[SECONDS];
    private final int[] sorted = new int[SECONDS];
    private final Peak[] peaks = new Peak[MOST_PEAKS];

    private int samples;
    private int maximum;
    private int seconds;
    private int secondsSinceBeat;
    private int count;
    private boolean underWay = true;

    Learning(Rate rate) {
        perSecond = rate.samples(1000);
        for (int i = 0; i < peaks.length; i++) {
            peaks[i] = new Peak();
        }
    }

    boolean isUnderWay() {
        return underWay;
    }

    /** Takes a value of the filtered signal. Returns whether the level was learned. */
    boolean second(int height) {
        maximum = Math.max(maximum, height);
        if (++samples < perSecond) {
            return false;
        }
        maxima[seconds % SECONDS] = maximum;
        seconds++;
        secondsSinceBeat++;
        maximum = 0;
        samples = 0;
        boolean known = seconds >= SECONDS && level() >= Levels.FLOOR;
        return known && (underWay || secondsSinceBeat >= AGAIN_AFTER_SECONDS);
    }

    int level() {
        Median.of(maxima, SECONDS, sorted);
        return sorted[SECONDS - 2];
    }

    void keep(Peak peak) {
        if (count < MOST_PEAKS) {
            peaks[count++].set(peak);
        }
    }

    int kept() {
        return count;
    }

    Peak kept(int number) {
        return peaks[number];
    }

    void done() {
        underWay = false;
        count = 0;
        secondsSinceBeat = 0;
    }

    void beat() {
        secondsSinceBeat = 0;
    }

    /** Whether it is the first time, and too early to say whether there are beats at all. */
    boolean isUndecided() {
        return underWay && seconds < SECONDS;
    }

    /** Begins anew, because what is known is not to be trusted any more. */
    void restart() {
        underWay = true;
        samples = 0;
        maximum = 0;
        seconds = 0;
        secondsSinceBeat = 0;
        count = 0;
    }
}
