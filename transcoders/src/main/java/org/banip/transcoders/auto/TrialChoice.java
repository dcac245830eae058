package org.banip.transcoders.auto;

import java.time.Duration;
import java.util.Arrays;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/**
 * Finds the best coder for a signal by trials, in which all coders code the same blocks. The rules are in docs/transcoders.md, "How the encoder
 * chooses". State: that of all coders.
 */
final class TrialChoice implements CoderChoice {
    private static final long STRETCH_NANOS = 10_000_000_000L;
    private static final int FEWEST_UNITS = 64;
    private static final int HALVES_IN_TRIAL = 12;
    private static final int LEARNING_HALVES = 4;
    /** A change must save this many times its cost. */
    private static final double MARGIN = 1.25;

    private static final int FADING = 4;
    private static final int HALVES_BETWEEN_TRIALS = 12;
    /** The cheaper coder is chosen if it needs at most 1/500 of the sensor sets more. */
    private static final int WITHIN = 500;
    /** If a share of bytes changes by more than 1/8, the signal has changed. */
    private static final int CHANGED = 8;
    /** Maximum number of key intervals without a trial. */
    private static final int MOST_REST = 7;

    private final long halfUnits; // half a stretch
    private final long keyUnits;
    private final long[] past; // of each coder in earlier trials, with less weight for older ones
    private final long[] bytes; // of each coder in this trial
    private final long[] first; // of each coder in the first half stretch of this trial
    private final long[] before; // of each coder in the previous half stretch
    private final long[] lately; // of each coder in this half stretch
    private int active;

    private boolean trying = true;
    private boolean begins = true; // whether the other coders begin with the next block
    private boolean whole = true; // whether the trial counts from its first block
    private long rawPast;
    private long rawBefore;
    private long rawBytes;
    private long trialUnits;
    private int halves;

    private long unitsLately;
    private long rawLately;
    private long unitsSinceKey;
    private int rest;
    private int restingRounds;
    private int restingHalves;
    private double share;

    TrialChoice(SensorGroup group, Duration keyInterval, int coders) {
        halfUnits = Math.max(FEWEST_UNITS, group.frequency().unitAtOrAfter(STRETCH_NANOS)) / 2;
        keyUnits = group.frequency().unitAtOrAfter(keyInterval.toNanos());
        first = new long[coders];
        before = new long[coders];
        past = new long[coders];
        bytes = new long[coders];
        lately = new long[coders];
        active = coders - 1;
    }

    @Override
    public void begin(int coder) {
        active = coder;
    }

    @Override
    public int next(boolean key) {
        if (key) {
            unitsSinceKey = 0;
            if (trying) {
                decideAtKey();
            }
            if (!trying && restingRounds++ >= rest) {
                beginTrial(true);
            }
        }
        return active;
    }

    @Override
    public boolean trying() {
        return trying;
    }

    @Override
    public boolean othersBegin() {
        boolean begin = begins;
        begins = false;
        return begin;
    }

    @Override
    public void watch(Block block, int[] lengths, int sent) {
        if (trying) {
            for (int i = 0; i < lengths.length; i++) {
                lately[i] += lengths[i];
            }
            trialUnits += block.unitCount();
        } else {
            lately[active] += sent;
        }
        rawLately += block.length();
        unitsLately += block.unitCount();
        unitsSinceKey += block.unitCount();
        if (unitsLately >= halfUnits) {
            endHalf(block.unitCount());
        }
    }

    private void endHalf(int blockUnits) {
        if (trying) {
            judge(blockUnits);
        } else {
            double now = (double) lately[active] / rawLately;
            boolean changed = Math.abs(now - share) * CHANGED > share;
            if (++restingHalves >= (active == 0 ? 0 : HALVES_BETWEEN_TRIALS) && changed) {
                fadePast();
                beginTrial(false);
            }
        }
        Arrays.fill(lately, 0);
        rawLately = 0;
        unitsLately = 0;
    }

    private void judge(int blockUnits) {
        if (whole || halves > 0) {
            addLately();
        }
        halves++;
        if (halves == 1) {
            System.arraycopy(lately, 0, first, 0, first.length);
        }
        int better = best(lately, rawLately);
        double gainLately = gain(lately, better, rawLately);
        double gain = Math.min(gainLately, gain(bytes, better, rawBytes));
        if (better < active && halves < LEARNING_HALVES) { // the more expensive one may still be learning
            gain = Math.min(gain, 2 * gainLately - gain(before, better, rawBefore));
        }
        System.arraycopy(lately, 0, before, 0, before.length);
        rawBefore = rawLately;
        boolean enough = halves >= (rawPast > 0 ? LEARNING_HALVES : 2);
        if (enough && gain > 0 && gain * rawLeft(blockUnits) > MARGIN * costOfChange(better, blockUnits)) {
            endTrial(better);
        } else if (halves >= HALVES_IN_TRIAL && keyUnits - unitsSinceKey >= 2 * halfUnits) {
            endTrial(active); // otherwise it ends at the key block, where a change costs nothing
        }
    }

    /** Bytes of the sensor sets until the next key block. */
    private double rawLeft(int blockUnits) {
        return (double) rawLately / unitsLately * Math.max(0, keyUnits - unitsSinceKey - blockUnits);
    }

    /** In bytes: a stored block, and the additional bytes while the coder learns. */
    private double costOfChange(int coder, int blockUnits) {
        double stored = (double) (rawLately - lately[coder]) / unitsLately * blockUnits;
        return stored + Math.max(0, first[coder] - lately[coder]);
    }

    private double gain(long[] made, int better, long raw) {
        return (double) (made[active] - made[better]) / raw;
    }

    private void addLately() {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] += lately[i];
        }
        rawBytes += rawLately;
    }

    private void decideAtKey() {
        if (whole || halves > 0) {
            addLately();
        }
        whole = true; // all coders start again
        Arrays.fill(lately, 0);
        rawLately = 0;
        unitsLately = 0;
        for (int i = 0; i < bytes.length; i++) {
            past[i] += bytes[i];
        }
        int best = best(past, rawPast + rawBytes);
        for (int i = 0; i < bytes.length; i++) {
            past[i] -= bytes[i];
        }
        if (trialUnits >= 2 * halfUnits) {
            endTrial(best);
        } else if (4 * trialUnits >= halfUnits) {
            active = best;
        }
    }

    private void beginTrial(boolean atKey) {
        trying = true;
        begins = true;
        whole = atKey;
        halves = 0;
        trialUnits = 0;
        rawBytes = 0;
        Arrays.fill(bytes, 0);
        Arrays.fill(lately, 0);
        rawLately = 0;
        unitsLately = 0;
    }

    /** Reduces the weight of the bytes that were counted before the signal changed. */
    private void fadePast() {
        for (int i = 0; i < past.length; i++) {
            past[i] /= FADING;
        }
        rawPast /= FADING;
        rest = 0;
    }

    private void endTrial(int choice) {
        boolean confirmed = rawPast > 0 && choice == active;
        rest = confirmed ? Math.min(MOST_REST, 2 * rest + 1) : 0;
        for (int i = 0; i < bytes.length; i++) {
            past[i] = (past[i] + bytes[i]) / FADING;
        }
        rawPast = (rawPast + rawBytes) / FADING;
        active = choice;
        trying = false;
        restingRounds = 0;
        restingHalves = 0;
        share = (double) bytes[active] / rawBytes;
    }

    /** The cheapest coder that is as good as the best one. Before a second trial has confirmed it, the most expensive of these coders. */
    private int best(long[] made, long raw) {
        long least = Long.MAX_VALUE;
        int best = 0;
        for (int i = 0; i < made.length; i++) {
            if (made[i] <= least) {
                least = made[i];
                best = i;
            }
        }
        for (int i = 0; i < best && rawPast > 0; i++) {
            if (made[i] <= least + raw / WITHIN) {
                return i;
            }
        }
        return best;
    }
}
