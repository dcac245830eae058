package org.banip.transcoders.predict.high;

import org.banip.core.transcoding.spi.Block;

/**
 * Arithmetic coding of binary decisions into a block's bytes.
 *
 * <p>The bytes are the digits of a fraction, base 256. Each decision narrows the interval of the fraction. The likelier result gets the lower
 * part. At the end the shortest fraction in the interval is written. The reader uses 0 for missing digits, so digits 0 at the end are left out.
 * So results that are certain need no byte.
 */
final class IntervalWriter implements BitCoder {
    /** Bits of {@link #low} and {@link #range}. */
    static final int BITS = 48;

    static final long TOP = 1L << BITS;
    /** A range below this is widened by one byte. */
    static final long LEAST = TOP >> 8;
    /** log2 of {@link BitCoder#ONE}. */
    static final int PROBABILITY_BITS = 20;

    private Block out = new Block(0);
    private long low;
    private long range;

    /** Starts to write over the bytes of the block. */
    void begin(Block block) {
        out = block;
        out.length(0);
        low = 0;
        range = TOP;
    }

    @Override
    public boolean code(boolean bit, int probability) {
        boolean likely = probability >= ONE / 2;
        long split = (range >>> PROBABILITY_BITS) * (likely ? probability : ONE - probability);
        if (bit == likely) {
            range = split;
        } else {
            low += split;
            range -= split;
        }
        while (range < LEAST) {
            shift();
            range <<= 8;
        }
        return bit;
    }

    private void shift() {
        carry();
        int length = out.length();
        out.ensureCapacity(length + 1);
        out.bytes()[length] = (byte) (low >>> BITS - 8);
        out.length(length + 1);
        low = low << 8 & TOP - 1;
    }

    /** Adds the overflow of the interval to the digits already written. */
    private void carry() {
        if (low < TOP) {
            return;
        }
        low -= TOP;
        int at = out.length() - 1;
        while (++out.bytes()[at] == 0) {
            at--;
        }
    }

    /** Ends with the shortest fraction in the interval. */
    void end() {
        carry();
        long value = shortest(low, range);
        low = value < low ? value + TOP : value;
        for (int i = 0; i < BITS / 8; i++) {
            shift();
        }
        int length = out.length();
        while (length > 0 && out.bytes()[length - 1] == 0) {
            length--;
        }
        out.length(length);
    }

    /** The number with the fewest digits in an interval. If there are several, the lowest one. The carry digit is left out. */
    static long shortest(long low, long range) {
        long step = TOP;
        long value = roundUp(low, step);
        while (value - low >= range) {
            step >>>= 8;
            value = roundUp(low, step);
        }
        return value & TOP - 1;
    }

    private static long roundUp(long low, long step) {
        return (low + step - 1) / step * step;
    }
}
