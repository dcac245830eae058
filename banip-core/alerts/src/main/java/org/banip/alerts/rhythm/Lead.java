package org.banip.alerts.rhythm;

import java.util.Arrays;
import org.banip.alerts.ecg.BeatDetector;
import org.banip.alerts.ecg.BeatListener;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;

/**
 * The beats of one lead, the rate that they make, and for how long there was none. Times in which the lead cannot be judged, because of a gap or of
 * samples at an end of the range, do not count. One thread.
 */
final class Lead implements BeatListener {
    private static final int INTERVALS = 8;
    private static final int FEWEST_INTERVALS = 4;
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final long LONGEST_GAP_NANOS = 3_600_000_000_000L;
    /** A lead is at an end of its range, not only a beat, after this time. */
    private static final int OFF_MILLIS = 200;

    private final BeatDetector detector;
    private final Frequency frequency;
    private final int digitalMin;
    private final int digitalMax;
    private final long asystoleNanos;
    private final int offSamples;

    private long nanos;
    /** Samples at an end of the range, one after the other. */
    private long atEnd;

    private boolean hasBeat;
    private long beatNanos;
    /** Judged since the last beat, or since the beginning. */
    private long judged;
    /** Whether the last two beats were less than asystole apart. */
    private boolean beats;

    private boolean told;

    private final long[] intervals = new long[INTERVALS];
    private int count;
    private int at;
    private long sum;
    /** Instant from which on samples follow one another; an interval that begins before is none. */
    private long contiguousFrom = Long.MIN_VALUE;

    Lead(Channel channel, Frequency frequency, long asystoleNanos) {
        detector = new BeatDetector(channel, frequency, this);
        this.frequency = frequency;
        this.asystoleNanos = asystoleNanos;
        digitalMin = channel.digitalMin();
        digitalMax = channel.digitalMax();
        offSamples = (int) frequency.unitAtOrAfter(OFF_MILLIS * 1_000_000L);
    }

    /** Takes a sample. Returns whether a beat was told. */
    boolean sample(int digital, long sampleNanos) {
        nanos = sampleNanos;
        told = false;
        if (digital > digitalMin && digital < digitalMax) {
            if (atEnd > offSamples) {
                detector.gap(atEnd - offSamples);
                contiguousFrom = sampleNanos;
            }
            atEnd = 0;
        } else if (++atEnd > offSamples) {
            return false;
        }
        if (detector.isSettled()) {
            judged++;
        }
        detector.sample(digital);
        return told;
    }

    @Override
    public void beat(int samplesAgo) {
        long beatAt = nanos - frequency.nanosOfUnit(samplesAgo);
        long interval = beatAt - beatNanos;
        beats = hasBeat && interval < asystoleNanos;
        boolean acrossGap = beatNanos < contiguousFrom && beatAt >= contiguousFrom;
        if (beats && !acrossGap && interval > 0) {
            sum += interval - intervals[at];
            intervals[at] = interval;
            at = (at + 1) % INTERVALS;
            count = Math.min(INTERVALS, count + 1);
        } else if (!beats) {
            forget();
        }
        hasBeat = true;
        beatNanos = beatAt;
        judged = samplesAgo;
        told = true;
    }

    /** Samples are missing. A gap shorter than asystole only stops the count; after a longer one it begins anew. */
    void gap(long fromNanos, long toNanos) {
        long missing = Math.min(LONGEST_GAP_NANOS, toNanos - fromNanos);
        detector.gap(Math.max(1, frequency.unitAtOrAfter(missing)));
        contiguousFrom = toNanos;
        atEnd = 0;
        if (missing >= asystoleNanos || missing <= 0) {
            judged = 0;
            hasBeat = false;
            beats = false;
            forget();
        }
    }

    private void forget() {
        Arrays.fill(intervals, 0);
        sum = 0;
        count = 0;
    }

    /** Whether the lead can be judged: it is not at an end of its range. */
    boolean isUsable() {
        return atEnd <= offSamples;
    }

    /** Samples without a beat that were judged; none while it is too early. */
    long judged() {
        return detector.isUndecided() ? 0 : judged;
    }

    /** Whether the heart beats: the last two beats were close enough. */
    boolean beats() {
        return beats;
    }

    /** Instant of the last beat, if there was one. */
    long lastBeat(long otherwise) {
        return hasBeat ? beatNanos : otherwise;
    }

    /** Beats a minute, the mean of the last 8 intervals, at least of 4; 0 if it is not known. */
    double rate() {
        return count < FEWEST_INTERVALS ? 0 : NANOS_PER_MINUTE * count / sum;
    }
}
