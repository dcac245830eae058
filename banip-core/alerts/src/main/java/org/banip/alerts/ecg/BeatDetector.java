package org.banip.alerts.ecg;

import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;

/**
 * Finds the beats in one channel of an ECG, with whole numbers only.
 *
 * <p>After P. Hamilton, <i>Open Source ECG Analysis</i>, Computers in Cardiology 29:101–104, 2002: filters (figure 1), peak detection, detection
 * threshold (medians of eight), and rules 1 to 5. Those go back to J. Pan and W. J. Tompkins, IEEE Transactions on Biomedical Engineering
 * 32(3):230–236, 1985, and P. S. Hamilton and W. J. Tompkins, 33(12):1157–1165, 1986. docs/alerts.md says what is different.
 *
 * <p>A beat is told 0.3 to 0.5 s after its R wave; one that was missed at first, after one and a half usual intervals; those of the first 4 s, at
 * their end. Allocates nothing. One thread.
 */
public final class BeatDetector {
    /** How far back the shape of a peak is looked at. */
    static final int LOOK_BACK_MILLIS = 600;

    private static final int REFRACTORY_T_WAVE_MILLIS = 360;
    private static final int SEARCH_BACK_MARGIN_MILLIS = 165;
    private static final int QRS_MILLIS = 110;
    private static final int AROUND_QRS_MILLIS = 220;
    private static final int OPPOSITE_SLOPES_MILLIS = 150;
    private static final int LONGEST_INTERVAL_MILLIS = 3000;
    private static final int RELEARN_AFTER_GAP_MILLIS = 60_000;

    private final BeatListener listener;
    private final Microvolts microvolts;
    private final QrsFilter filter;
    private final PeakFinder peaks;
    private final Learning learning;
    private final Levels levels;
    private final LastValues intervals = new LastValues();

    private final int tWave;
    private final int margin;
    private final int qrs;
    private final int aroundQrs;
    private final int oppositeSlopes;
    private final int longestInterval;
    private final int relearnAfter;

    /** Number of samples taken; the newest one has this number. */
    private long now;

    private boolean started;
    private long startedAt;
    private long settledAt;
    /** The last beat: its peak, its R wave and its steepest slope; none if 0. */
    private long lastPeak;

    private int lastSlope;
    /** Number of the last sample that is missing. */
    private long gapEnd;
    /** The highest peak since the last beat that was no beat. */
    private final Peak missed = new Peak();

    private final Peak candidate = new Peak();

    /**
     * A detector.
     *
     * @param channel its unit must be V, mV or uV, and its step at most 100 µV
     * @param frequency 100 to 1,000 Hz
     * @param listener is told of each beat
     * @throws org.banip.core.error.BanipException {@code INVALID_DESCRIPTION}
     */
    public BeatDetector(Channel channel, Frequency frequency, BeatListener listener) {
        this.listener = listener;
        microvolts = new Microvolts(channel);
        Rate rate = new Rate(frequency);
        filter = new QrsFilter(rate);
        peaks = new PeakFinder(rate);
        learning = new Learning(rate);
        levels = new Levels();
        tWave = rate.samples(REFRACTORY_T_WAVE_MILLIS);
        margin = rate.samples(SEARCH_BACK_MARGIN_MILLIS);
        qrs = rate.samples(QRS_MILLIS);
        aroundQrs = rate.samples(AROUND_QRS_MILLIS);
        oppositeSlopes = rate.samples(OPPOSITE_SLOPES_MILLIS);
        longestInterval = rate.samples(LONGEST_INTERVAL_MILLIS);
        relearnAfter = rate.samples(RELEARN_AFTER_GAP_MILLIS);
    }

    /** Takes the next sample, a digital value of the channel. */
    public void sample(int digital) {
        int sample = microvolts.of(digital);
        if (!started) {
            start(sample);
        }
        now++;
        int height = filter.next(sample);
        if (now <= settledAt) {
            return;
        }
        if (learning.second(height)) {
            learned();
        }
        int peak = peaks.next(height);
        if (peak >= Levels.FLOOR) {
            examine(peak, peaks.ago());
            if (learning.isUnderWay()) {
                learning.keep(candidate);
            } else {
                decide(candidate);
            }
        }
        searchBack();
    }

    private void start(int sample) {
        started = true;
        startedAt = now;
        settledAt = now + filter.settling() / 2;
        filter.restart(sample);
        peaks.restart();
    }

    /**
     * Samples are missing here. The beats around are not an interval. What was learned of the signal is kept, unless a minute or more is missing.
     *
     * @param samples how many, at least 1
     */
    public void gap(long samples) {
        now += samples;
        started = false;
        gapEnd = now;
        missed.height = 0;
        lastPeak = 0;
        if (samples >= relearnAfter) {
            learning.restart();
        }
    }

    /** Fills {@link #candidate}. */
    private void examine(int height, int ago) {
        candidate.height = height;
        candidate.at = now - ago;
        candidate.slope = 0;
        int largest = -1;
        int largestAgo = 0;
        for (int back = ago + qrs; back >= ago; back--) {
            candidate.slope = Math.max(candidate.slope, Math.abs(filter.slope(back)));
            int passed = Math.abs(filter.passed(back));
            if (passed > largest) {
                largest = passed;
                largestAgo = back;
            }
        }
        candidate.r = Math.max(startedAt + 1, now - largestAgo - filter.delay());
        candidate.isShift = isShift(ago);
    }

    /** Rule 2: the signal only rises, or only falls, or does so far apart. */
    private boolean isShift(int ago) {
        int rise = 0;
        int fall = 0;
        int riseAgo = 0;
        int fallAgo = 0;
        for (int back = ago + aroundQrs; back >= ago; back--) {
            int slope = filter.slope(back);
            if (slope > rise) {
                rise = slope;
                riseAgo = back;
            } else if (slope < fall) {
                fall = slope;
                fallAgo = back;
            }
        }
        return rise < -fall / 8 || -fall < rise / 8 || Math.abs(riseAgo - fallAgo) >= oppositeSlopes;
    }

    private void decide(Peak peak) {
        if (peak.isShift) {
            return;
        }
        boolean afterBeat = lastPeak > 0 && peak.at - lastPeak < tWave;
        if (peak.height > levels.threshold() && !(afterBeat && peak.slope < lastSlope / 2)) {
            beat(peak);
            return;
        }
        levels.noise(peak.height);
        if (!afterBeat && peak.height > missed.height) {
            missed.set(peak);
        }
    }

    /** Whether a beat of now would be found: not for about 0.2 s after the beginning and after a gap, until the filters have settled. */
    public boolean isSettled() {
        return started && now > settledAt;
    }

    /** Whether it is too early to say that there is no beat: in the first 4 s, whose beats are told at their end. */
    public boolean isUndecided() {
        return learning.isUndecided();
    }

    /** Rule 5. */
    private void searchBack() {
        if (missed.height == 0 || lastPeak == 0 || intervals.count() == 0) {
            return;
        }
        long limit = intervals.median() * 3L / 2 + margin;
        if (now - lastPeak > limit && missed.height > levels.threshold() / 2) {
            beat(missed);
        }
    }

    private void beat(Peak peak) {
        levels.beat(peak.height);
        boolean acrossGap = lastPeak <= gapEnd && peak.at > gapEnd;
        if (lastPeak > 0 && !acrossGap && peak.at - lastPeak <= longestInterval) {
            intervals.add((int) (peak.at - lastPeak));
        }
        lastPeak = peak.at;
        lastSlope = peak.slope;
        missed.height = 0;
        learning.beat();
        listener.beat((int) (now - peak.r));
    }

    private void learned() {
        levels.learn(learning.level());
        for (int i = 0; i < learning.kept(); i++) {
            decide(learning.kept(i));
        }
        learning.done();
    }
}
