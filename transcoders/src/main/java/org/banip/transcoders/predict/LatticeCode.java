package org.banip.transcoders.predict;

import org.banip.transcoders.lattice.Lattice;

/** How packets tell of a lattice. */
final class LatticeCode {
    private static final int FRACTION_LENGTH = 5;
    private static final int STEP_LENGTH = 6;
    private static final int HALF = 20;

    private LatticeCode() {}

    /** Bits that {@link #code} takes. */
    static int cost(Lattice lattice) {
        return FRACTION_LENGTH + STEP_LENGTH + 2 * stepBits(lattice, lattice.fractionBits());
    }

    private static int stepBits(Lattice lattice, int fractionBits) {
        return 64 - Long.numberOfLeadingZeros(lattice.step() >> Lattice.FRACTION_BITS - fractionBits);
    }

    /**
     * Codes a lattice and returns it.
     *
     * @throws org.banip.core.error.BanipException {@code UNDECODABLE_PACKET} if what is read is none
     */
    static Lattice code(ResidualCoder coder, Lattice lattice) {
        int fraction = coder.plain(lattice.fractionBits(), FRACTION_LENGTH);
        int length = coder.plain(stepBits(lattice, Math.min(fraction, Lattice.FRACTION_BITS)), STEP_LENGTH);
        if (fraction > Lattice.FRACTION_BITS || length > fraction + Lattice.WHOLE_BITS) {
            throw Undecodable.because("a lattice with " + fraction + " fraction bits of " + length);
        }
        int spare = Lattice.FRACTION_BITS - fraction;
        long step = number(coder, lattice.step() >> spare, length) << spare;
        long offset = number(coder, lattice.offset() >> spare, length) << spare;
        Lattice coded = new Lattice(step, offset);
        if (!coded.valid()) {
            throw Undecodable.because("no lattice has step " + step + " and offset " + offset + ", in 2^-28");
        }
        return coded;
    }

    private static long number(ResidualCoder coder, long number, int bits) {
        int lowBits = Math.min(bits, HALF);
        long high = coder.plain((int) (number >> HALF), bits - lowBits);
        return high << HALF | coder.plain((int) number, lowBits);
    }
}
