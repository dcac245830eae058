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

    /** Codes a lattice and returns it; whatever is read, it is one. */
    static Lattice code(ResidualCoder coder, Lattice lattice) {
        int fraction = Math.min(coder.plain(lattice.fractionBits(), FRACTION_LENGTH), Lattice.FRACTION_BITS);
        int spare = Lattice.FRACTION_BITS - fraction;
        int length = Math.min(coder.plain(stepBits(lattice, fraction), STEP_LENGTH), fraction + Lattice.WHOLE_BITS);
        long step = number(coder, lattice.step() >> spare, length) << spare;
        long offset = number(coder, lattice.offset() >> spare, length) << spare;
        return new Lattice(Math.max(Lattice.UNIT, step), offset);
    }

    private static long number(ResidualCoder coder, long number, int bits) {
        int lowBits = Math.min(bits, HALF);
        long high = coder.plain((int) (number >> HALF), bits - lowBits);
        return high << HALF | coder.plain((int) number, lowBits);
    }
}
