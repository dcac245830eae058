package org.banip.transcoders.predict.high;

import org.banip.transcoders.lattice.Lattice;
import org.banip.transcoders.lattice.PhasedLattice;
import org.banip.transcoders.sample.Undecodable;

/** Codes the description of a lattice in packets. */
final class HighLatticeCode {
    private static final int FRACTION_LENGTH = 5;
    private static final int STEP_LENGTH = 6;
    private static final int PERIOD_LENGTH = 2;

    private HighLatticeCode() {}

    private static int stepBits(Lattice lattice, int fractionBits) {
        return 64 - Long.numberOfLeadingZeros(lattice.step() >> Lattice.FRACTION_BITS - fractionBits);
    }

    /**
     * Codes a lattice and returns it.
     *
     * @param phased the lattice when writing; when reading, a lattice that is returned if it is the same
     * @throws org.banip.core.error.BanipException {@code UNDECODABLE_PACKET} if no valid lattice was read
     */
    static PhasedLattice code(BitCoder coder, PhasedLattice phased) {
        Lattice lattice = phased.lattice();
        int fraction = (int) RawBits.code(coder, lattice.fractionBits(), FRACTION_LENGTH);
        int length =
                (int) RawBits.code(coder, stepBits(lattice, Math.min(fraction, Lattice.FRACTION_BITS)), STEP_LENGTH);
        if (fraction > Lattice.FRACTION_BITS || length > fraction + Lattice.WHOLE_BITS) {
            throw Undecodable.because("predict", "a lattice with " + fraction + " fraction bits of " + length);
        }
        int spare = Lattice.FRACTION_BITS - fraction;
        long step = RawBits.code(coder, lattice.step() >> spare, length) << spare;
        long offset = RawBits.code(coder, lattice.offset() >> spare, length) << spare;
        int power = (int) RawBits.code(coder, Integer.numberOfTrailingZeros(phased.period()), PERIOD_LENGTH);
        int period = 1 << power;
        int phase = (int) RawBits.code(coder, phased.phase(), Integer.numberOfTrailingZeros(period));
        if (phased.is(step, offset, period, phase)) {
            return phased;
        }
        return checked(new PhasedLattice(new Lattice(step, offset), period, phase));
    }

    private static PhasedLattice checked(PhasedLattice phased) {
        if (!phased.valid()) {
            throw Undecodable.because("predict", "no lattice is " + phased);
        }
        return phased;
    }
}
