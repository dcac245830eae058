package org.banip.transcoders.lattice;

/**
 * Looks for the {@link Lattice} on which a channel's codes lie: tries steps where the codes are densest, then lets codes ever
 * farther away tell the step ever more exactly.
 *
 * <p>Only encoders search, and what they find is part of the packets; so nothing depends on how this comes to its result.
 */
final class LatticeSearch {
    private static final double LEAST_STEP = 1.05;
    /** Codes are taken for a lattice when this many bits speak for it. */
    private static final double LEAST_SAVED = 100;

    private final StepGuess guess = new StepGuess();
    private final LatticeFit fit = new LatticeFit();

    /** The lattice, or the plain one if there is none worth it. */
    Lattice search(SeenCodes seen) {
        if (seen.count() < StepGuess.FEWEST || !guess.make(seen)) {
            return Lattice.PLAIN;
        }
        fit.fit(seen, guess.anchor(), guess.step());
        Lattice squares = fitted(seen);
        fit.centre(seen);
        Lattice centred = fitted(seen);
        Lattice best = seen.saved(centred) >= seen.saved(squares) ? centred : squares;
        return seen.saved(best) > LEAST_SAVED ? best : Lattice.PLAIN;
    }

    private Lattice fitted(SeenCodes seen) {
        return fit.step() < LEAST_STEP ? Lattice.PLAIN : shortest(seen, fit.step(), fit.offset());
    }

    /** The lattice with the fewest fraction bits that is as good: strays cost no more, and nowhere half a code away. */
    private static Lattice shortest(SeenCodes seen, double step, double offset) {
        double strays = seen.strayCost(rounded(step, offset, Lattice.FRACTION_BITS));
        double indexes = (seen.code(seen.count() - 1) - seen.code(0)) / step;
        for (int bits = 0; bits < Lattice.FRACTION_BITS; bits++) {
            Lattice lattice = rounded(step, offset, bits);
            if (Math.abs(lattice.width() - step) * indexes < 0.5 && seen.strayCost(lattice) <= strays) {
                return lattice;
            }
        }
        return rounded(step, offset, Lattice.FRACTION_BITS);
    }

    private static Lattice rounded(double step, double offset, int bits) {
        long unit = Lattice.UNIT >> bits;
        long wholeStep = Math.max(Lattice.UNIT, Math.round(step * (1L << bits)) * unit);
        return new Lattice(wholeStep, Math.floorMod(Math.round(offset * (1L << bits)) * unit, wholeStep));
    }
}
