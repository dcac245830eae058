package org.banip.transcoders.predict;

import java.util.Arrays;
import org.banip.transcoders.sample.Undecodable;

/** Codes the distance of a sample from its channel's lattice. A device that rounds twice makes such samples, often with the same codes. */
final class Strays {
    private static final int INDEXES = 256;
    private static final int UNKNOWN = -1;
    private static final int FIRST_RATE = Frequencies.ONE / 256;
    private static final int RATE_SPEED = 7;
    private static final int INDEX_SPEED = 3;
    private static final int FAR_RATE = 1 << Frequencies.CODED_BITS - 3;
    private static final int LEAST = 1 << Frequencies.BITS - Frequencies.CODED_BITS;

    private final int bits;
    private final int[] rates = new int[INDEXES];
    private int rate;

    Strays(int bits) {
        this.bits = bits;
    }

    void reset() {
        Arrays.fill(rates, UNKNOWN);
        rate = FIRST_RATE;
    }

    /** Codes a value. The lattice has {@code code} for it, with this index. */
    int code(ResidualCoder coder, int value, long index, int code) {
        int at = (int) index & INDEXES - 1;
        int known = rates[at] == UNKNOWN ? rate : rates[at];
        boolean strays = coder.whether(value != code, known >> Frequencies.BITS - Frequencies.CODED_BITS);
        rates[at] = known + (target(strays) - known >> INDEX_SPEED);
        rate += target(strays) - rate >> RATE_SPEED;
        if (!strays) {
            return code;
        }
        if (coder.whether(Math.abs((long) value - code) != 1, FAR_RATE)) {
            return checked(code, cut(coder.plain(value, bits)), true);
        }
        return checked(code, coder.plain(value > code ? 1 : 0, 1) == 1 ? code + 1 : code - 1, false);
    }

    /** Checks a value that was read. It must be in range, and far away only if it was marked so. */
    private int checked(int code, int value, boolean far) {
        if (cut(value) != value || Math.abs((long) value - code) > 1 != far) {
            throw Undecodable.because("predict", "a stray " + value + " from code " + code);
        }
        return value;
    }

    private int cut(int value) {
        int spare = 32 - bits;
        return value << spare >> spare;
    }

    private static int target(boolean strays) {
        return strays ? Frequencies.ONE - 8 * LEAST : 8 * LEAST;
    }
}
