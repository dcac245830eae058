package org.banip.transcoders.lattice;

/**
 * The codes that a channel uses. They are evenly spaced except for rounding: ⌊offset + step · k + ½⌋ for whole k, in units of 2^−{@value
 * #FRACTION_BITS}. A converter's codes become such a lattice when a device rescales them.
 *
 * @param step distance between two codes, from 1 to below 2^{@value #WHOLE_BITS}
 * @param offset of code 0, from 0 to below the step; 0 if the step is 1
 */
public record Lattice(long step, long offset) {
    /** Number of fraction bits of step and offset. */
    public static final int FRACTION_BITS = 28;
    /** Number of integer bits of step and offset. */
    public static final int WHOLE_BITS = 12;
    /** The number 1. */
    public static final long UNIT = 1L << FRACTION_BITS;
    /** The lattice of all whole numbers. */
    public static final Lattice PLAIN = new Lattice(UNIT, 0);

    static final double PER_UNIT = 1.0 / UNIT;

    /** Whether an encoder may use these numbers: step and offset are in range, and step 1 is the plain lattice. */
    public boolean valid() {
        return step >= UNIT && step < UNIT << WHOLE_BITS && offset >= 0 && offset < step && (!plain() || offset == 0);
    }

    /** Whether all codes are used. */
    public boolean plain() {
        return step == UNIT;
    }

    /** The code with this index. */
    public long code(long index) {
        return code(step, offset, index);
    }

    /** The same for a lattice given by its numbers. */
    static long code(long step, long offset, long index) {
        return offset + step * index + UNIT / 2 >> FRACTION_BITS;
    }

    /** The first index whose code is not below this code. */
    public long index(long code) {
        return index(step, offset, code);
    }

    private static long index(long step, long offset, long code) {
        return -Math.floorDiv(UNIT / 2 + offset - code * UNIT, step);
    }

    /** The index of the nearest code. If two are equally near, the upper one. */
    public long nearest(long code) {
        return nearest(step, offset, code);
    }

    /** The same for a lattice given by its numbers. */
    static long nearest(long step, long offset, long code) {
        long index = index(step, offset, code);
        boolean upper = code(step, offset, index) - code <= code - code(step, offset, index - 1);
        return upper ? index : index - 1;
    }

    /** Whether a code is on this lattice. */
    public boolean has(long code) {
        return code(index(code)) == code;
    }

    /** The minimum number of fraction bits for step and offset. */
    public int fractionBits() {
        return FRACTION_BITS - Math.min(FRACTION_BITS, Long.numberOfTrailingZeros(step | offset));
    }

    /** The step as a number. */
    public double width() {
        return step * PER_UNIT;
    }
}
