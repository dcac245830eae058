package org.banip.transcoders.predict.high;

import java.util.Arrays;
import org.banip.transcoders.sample.Undecodable;

/** Codes the distance of a sample from its channel's lattice. Some samples are not on it, for example because the device rounds twice. */
final class HighStrays {
    private static final int INDEXES = 256;
    private static final double FIRST_RATE = 1.0 / 256;
    private static final double LEAST_RATE = 1.0 / 8192;
    private static final double LEARNING_RATE = 0.005;
    private static final double PRIOR = 2;
    private static final double MOST_SEEN = 60;

    private final int bits;
    private final float[] seen = new float[INDEXES];
    private final float[] strayed = new float[INDEXES];
    private double rate;
    private double farRate;

    HighStrays(int bits) {
        this.bits = bits;
    }

    void reset() {
        Arrays.fill(seen, 0);
        Arrays.fill(strayed, 0);
        rate = FIRST_RATE;
        farRate = 0.5;
    }

    /** Codes a value that belongs to the lattice's code of this index. */
    int code(BitCoder coder, int value, long index, long code) {
        if (!codeWhether(coder, value != code, (int) index & INDEXES - 1)) {
            return (int) code;
        }
        boolean far = coder.code(Math.abs(value - code) > 1, (int) (farRate * BitCoder.ONE));
        farRate += ((far ? 0.9 : 0.1) - farRate) * 0.1;
        if (far) {
            return checked(code, RawBits.codeSigned(coder, value, bits), true);
        }
        return checked(code, coder.code(value > code, BitCoder.ONE / 2) ? code + 1 : code - 1, false);
    }

    /** Checks a value that was read. It must be in range, and far away only if it was marked so. */
    private int checked(long code, long value, boolean far) {
        int spare = 64 - bits;
        if (value << spare >> spare != value || Math.abs(value - code) > 1 != far) {
            throw Undecodable.because("predict", "a stray " + value + " from code " + code);
        }
        return (int) value;
    }

    private boolean codeWhether(BitCoder coder, boolean strays, int at) {
        double probability = (strayed[at] + PRIOR * rate) / (seen[at] + PRIOR);
        boolean coded = coder.code(strays, (int) (Math.min(0.999, probability) * BitCoder.ONE));
        double one = coded ? 1 : 0;
        rate = Math.max(LEAST_RATE, rate + (one - rate) * LEARNING_RATE);
        double keep = seen[at] > MOST_SEEN ? 0.5 : 1;
        seen[at] = (float) (seen[at] * keep + 1);
        strayed[at] = (float) (strayed[at] * keep + one);
        return coded;
    }
}
