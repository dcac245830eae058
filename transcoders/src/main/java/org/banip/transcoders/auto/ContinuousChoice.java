package org.banip.transcoders.auto;

import java.time.Duration;
import java.util.Arrays;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/**
 * Chooses for a group with so few samples that all coders can code every block. So it knows how many bytes each coder alone would have sent since
 * the beginning, and how many more were really sent. The rules are in docs/transcoders.md, "How the encoder chooses".
 */
final class ContinuousChoice implements CoderChoice {
    private static final long HALF_NANOS = 5_000_000_000L;
    private static final int FEWEST_UNITS = 32;
    /** If the saved bytes can pay for a change, it must save this many times its cost. */
    private static final double MARGIN = 2;
    /** If they cannot pay for a change, it must save this many times its cost. */
    private static final double SURE = 4;
    /** A loss of more than 1/400 of the sensor sets is not accepted. */
    private static final int LOST = 400;
    /** The weight of a key interval, relative to the next one. */
    private static final double FADE = 0.8;
    /** How long a cheaper coder must wait while its lead shrinks, in half stretches. */
    private static final int LEARNING_HALVES = 4;

    private final long halfUnits; // half a stretch
    private final long keyUnits;

    private final long[] totals; // bytes that each coder alone would have sent
    private final double[] learning; // how much worse each coder's ratio to rice was while it learned
    private long sent;
    private long raw;
    private long account; // bytes saved by changes between key blocks, minus their cost

    private final double[] recent; // like totals, with less weight for older bytes, up to the last key block
    private final long[] interval; // like totals, since the last key block
    private final long[] first; // in the first half stretch of the interval
    private long rawInterval;
    private long unitsSinceKey;
    private int halves;
    private int home; // the coder at the last key block
    private int active;

    private final long[] before; // in the previous half stretch
    private final long[] lately; // in this half stretch
    private long rawBefore;
    private long rawLately;
    private long unitsLately;

    ContinuousChoice(SensorGroup group, Duration keyInterval, int coders) {
        halfUnits = Math.max(FEWEST_UNITS, group.frequency().unitAtOrAfter(HALF_NANOS));
        keyUnits = group.frequency().unitAtOrAfter(keyInterval.toNanos());
        totals = new long[coders];
        learning = new double[coders];
        recent = new double[coders];
        interval = new long[coders];
        first = new long[coders];
        before = new long[coders];
        lately = new long[coders];
    }

    @Override
    public boolean trying() {
        return true;
    }

    @Override
    public boolean othersBegin() {
        return false;
    }

    @Override
    public void begin(int coder) {
        active = coder;
        home = coder;
    }

    @Override
    public int next(boolean key) {
        if (key) {
            chooseAtKey();
        }
        return active;
    }

    private void chooseAtKey() {
        int best = 0;
        int leader = 0;
        for (int i = 0; i < recent.length; i++) {
            recent[i] = recent[i] * FADE + interval[i];
            best = recent[i] <= recent[best] ? i : best;
            leader = totals[i] <= totals[leader] ? i : leader;
        }
        boolean lostTooMuch = (sent - totals[leader]) * LOST > raw;
        active = lostTooMuch ? leader : best;
        home = active;
        Arrays.fill(interval, 0);
        Arrays.fill(lately, 0);
        rawInterval = 0;
        rawLately = 0;
        rawBefore = 0;
        unitsLately = 0;
        unitsSinceKey = 0;
        halves = 0;
    }

    @Override
    public void watch(Block block, int[] lengths, int length) {
        sent += length;
        account += lengths[home] - length;
        for (int i = 0; i < lengths.length; i++) {
            totals[i] += lengths[i];
            interval[i] += lengths[i];
            lately[i] += lengths[i];
        }
        raw += block.length();
        rawInterval += block.length();
        rawLately += block.length();
        unitsLately += block.unitCount();
        unitsSinceKey += block.unitCount();
        if (unitsLately >= halfUnits) {
            endHalf(block.unitCount());
        }
    }

    private void endHalf(int blockUnits) {
        if (halves == 0) {
            System.arraycopy(lately, 0, first, 0, first.length);
        }
        halves++;
        for (int i = 0; i < learning.length; i++) {
            learning[i] = Math.max(learning[i], ratioToRice(first, i) - ratioToRice(lately, i));
        }
        if (halves > 1) {
            reconsider(blockUnits);
        }
        System.arraycopy(lately, 0, before, 0, before.length);
        Arrays.fill(lately, 0);
        rawBefore = rawLately;
        rawLately = 0;
        unitsLately = 0;
    }

    private static double ratioToRice(long[] made, int coder) {
        return (double) made[coder] / Math.max(1, made[0]);
    }

    /** Changes the coder between key blocks if that pays off before the next key block. */
    private void reconsider(int blockUnits) {
        int better = 0;
        for (int i = 0; i < lately.length; i++) {
            better = lately[i] < lately[better] ? i : better;
        }
        double cost = costOfChange(better, blockUnits);
        boolean affordable = cost < account + (double) raw / LOST;
        double saved = gain(better) * rawLately / unitsLately * Math.max(0, keyUnits - unitsSinceKey - blockUnits);
        if (saved > (affordable ? MARGIN : SURE) * cost) {
            active = better;
        }
    }

    /** The bytes that another coder saves for each byte of the sensor sets: the lowest estimate over several stretches of time. */
    private double gain(int better) {
        if (recent[better] * FADE + interval[better] >= recent[active] * FADE + interval[active]) {
            return 0; // a key block would not change to it either
        }
        double now = gain(lately, better, rawLately);
        double earlier = gain(before, better, rawBefore);
        double gain = Math.min(Math.min(now, earlier), gain(interval, better, rawInterval));
        boolean shrinks = better < active && halves < LEARNING_HALVES; // the more expensive one may still be learning
        return shrinks ? Math.min(gain, 2 * now - earlier) : gain;
    }

    private double gain(long[] made, int better, long of) {
        return (double) (made[active] - made[better]) / of;
    }

    /** In bytes: a stored block, and the additional bytes while the coder learns. */
    private double costOfChange(int coder, int blockUnits) {
        double stored = (double) (rawLately - lately[coder]) / unitsLately * blockUnits;
        return stored + 2 * lately[0] * learning[coder];
    }
}
