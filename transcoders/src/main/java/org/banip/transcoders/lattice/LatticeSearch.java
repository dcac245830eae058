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

    private static final int GRID = 4;
    private static final double WIDE = 0.5;
    private static final double NARROW = 0.01;

    private final StepGuess guess = new StepGuess();
    private final LatticeFit fit = new LatticeFit();
    private Lattice best = Lattice.PLAIN;
    private double bestCost;

    /** The lattice, or the plain one if there is none worth it. */
    Lattice search(SeenCodes seen) {
        if (seen.count() < StepGuess.FEWEST || !guess.make(seen)) {
            return Lattice.PLAIN;
        }
        fit.fit(seen, guess.anchor(), guess.step(), guess.offset());
        if (fit.step() < LEAST_STEP) {
            return Lattice.PLAIN;
        }
        double span = (seen.code(seen.count() - 1) - seen.code(0)) / fit.step();
        best = rounded(fit.step(), fit.offset(), Lattice.FRACTION_BITS);
        double hopeless = 2.0 * seen.samples();
        bestCost = seen.strayCost(best, hopeless);
        if (bestCost > hopeless) {
            return Lattice.PLAIN;
        }
        for (double reach = WIDE; reach > NARROW && bestCost > 0; reach /= 2) {
            tryAround(seen, reach / span, reach);
        }
        Lattice shortest = shortest(seen, best.width(), best.offset() / (double) Lattice.UNIT);
        return shortest.valid() && seen.saved(shortest) > LEAST_SAVED ? shortest : Lattice.PLAIN;
    }

    /** Tries lattices around the best so far that are up to so much wider and higher. */
    private void tryAround(SeenCodes seen, double wider, double higher) {
        double step = best.width();
        double offset = best.offset() / (double) Lattice.UNIT;
        double middle = (seen.code(0) + seen.code(seen.count() - 1)) / 2.0;
        for (int i = -GRID; i <= GRID; i++) {
            double newStep = Math.max(1, step + wider * i / GRID);
            double shift = Math.rint((middle - offset) / step) * (step - newStep);
            for (int j = -GRID; j <= GRID; j++) {
                Lattice tried = rounded(newStep, offset + shift + higher * j / GRID, Lattice.FRACTION_BITS);
                double cost = seen.strayCost(tried, bestCost);
                if (cost < bestCost) {
                    best = tried;
                    bestCost = cost;
                }
            }
        }
    }

    /** The lattice with the fewest fraction bits that is as good: strays cost no more, and nowhere half a code away. */
    private static Lattice shortest(SeenCodes seen, double step, double offset) {
        double strays = seen.strayCost(rounded(step, offset, Lattice.FRACTION_BITS), Double.MAX_VALUE);
        double indexes = (seen.code(seen.count() - 1) - seen.code(0)) / step;
        for (int bits = 0; bits < Lattice.FRACTION_BITS; bits++) {
            Lattice lattice = rounded(step, offset, bits);
            if (Math.abs(lattice.width() - step) * indexes < 0.5 && seen.strayCost(lattice, strays) <= strays) {
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
