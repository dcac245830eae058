package org.banip.transcoders.predict;

import org.banip.transcoders.lattice.Lattice;
import org.banip.transcoders.lattice.PhasedLattice;
import org.banip.transcoders.sample.Undecodable;

/** Codes the description of a lattice in packets. */
final class LatticeCode {
    private static final int FRACTION_LENGTH = 5;
    private static final int STEP_LENGTH = 6;
    private static final int PERIOD_LENGTH = 2;
    private static final int HALF = 20;

    private LatticeCode() {}

    private static int stepBits(Lattice lattice, int fractionBits) {
        return 64 - Long.numberOfLeadingZeros(lattice.step() >> Lattice.FRACTION_BITS - fractionBits);
    }

    /**
     * Codes a lattice and returns it.
     *
     * @param phased the lattice when writing; when reading, a lattice that is returned if it is the same
     * @throws org.banip.core.error.BanipException {@code UNDECODABLE_PACKET} if no valid lattice was read
     */
    static PhasedLattice code(ResidualCoder coder, PhasedLattice phased) {
        Lattice lattice = phased.lattice();
        int fraction = coder.plain(lattice.fractionBits(), FRACTION_LENGTH);
        int length = coder.plain(stepBits(lattice, Math.min(fraction, Lattice.FRACTION_BITS)), STEP_LENGTH);
        if (fraction > Lattice.FRACTION_BITS || length > fraction + Lattice.WHOLE_BITS) {
            throw Undecodable.because("predict", "a lattice with " + fraction + " fraction bits of " + length);
        }
        int spare = Lattice.FRACTION_BITS - fraction;
        long step = number(coder, lattice.step() >> spare, length) << spare;
        long offset = number(coder, lattice.offset() >> spare, length) << spare;
        int power = coder.plain(Integer.numberOfTrailingZeros(phased.period()), PERIOD_LENGTH);
        int phase = coder.plain(phased.phase(), power);
        if (phased.is(step, offset, 1 << power, phase)) {
            return phased;
        }
        PhasedLattice coded = new PhasedLattice(new Lattice(step, offset), 1 << power, phase);
        if (!coded.valid()) {
            throw Undecodable.because("predict", "no lattice is " + coded);
        }
        return coded;
    }

    private static long number(ResidualCoder coder, long number, int bits) {
        int lowBits = Math.min(bits, HALF);
        long high = coder.plain((int) (number >> HALF), bits - lowBits);
        return high << HALF | coder.plain((int) number, lowBits);
    }
}
