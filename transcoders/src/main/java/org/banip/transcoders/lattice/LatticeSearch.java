package org.banip.transcoders.lattice;

/**
 * Searches the {@link Lattice} of a channel's codes. It tries steps where the codes are densest, and then determines the step more and more
 * exactly from codes that are farther away.
 *
 * <p>Only encoders search, and the result is part of the packets. So decoders do not depend on how this class finds it. Allocates nothing.
 */
final class LatticeSearch {
    private static final double LEAST_STEP = 1.05;
    /** A lattice must save at least this number of bits. */
    private static final double LEAST_SAVED = 100;

    private static final int GRID = 4;
    private static final double WIDE = 0.5;
    private static final double NARROW = 0.01;

    private final StepGuess guess = new StepGuess();
    private final LatticeFit fit = new LatticeFit();
    private long step;
    private long offset;
    private double cost;

    /** Whether there is a lattice that saves enough. */
    boolean find(SeenCodes seen) {
        if (seen.count() < StepGuess.FEWEST || !guess.make(seen)) {
            return false;
        }
        fit.fit(seen, guess.anchor(), guess.step(), guess.offset());
        if (fit.step() < LEAST_STEP) {
            return false;
        }
        double span = (seen.code(seen.count() - 1) - seen.code(0)) / fit.step();
        step = step(fit.step(), Lattice.FRACTION_BITS);
        offset = offset(fit.offset(), step, Lattice.FRACTION_BITS);
        double hopeless = 2.0 * seen.samples();
        cost = seen.strayCost(step, offset, hopeless);
        if (cost > hopeless) {
            return false;
        }
        for (double reach = WIDE; reach > NARROW && cost > 0; reach /= 2) {
            tryAround(seen, reach / span, reach);
        }
        shorten(seen);
        return step > Lattice.UNIT && seen.saved(step, offset) > LEAST_SAVED;
    }

    /** The step of the found lattice, in the unit of {@link Lattice}. */
    long step() {
        return step;
    }

    /** The offset of the found lattice, in the unit of {@link Lattice}. */
    long offset() {
        return offset;
    }

    /** Tries lattices that are a little wider and higher than the best one so far. */
    private void tryAround(SeenCodes seen, double wider, double higher) {
        double width = step * Lattice.PER_UNIT;
        double begin = offset * Lattice.PER_UNIT;
        double middle = (seen.code(0) + seen.code(seen.count() - 1)) / 2.0;
        for (int i = -GRID; i <= GRID; i++) {
            double newWidth = Math.max(1, width + wider * i / GRID);
            double newBegin = begin + Math.rint((middle - begin) / width) * (width - newWidth);
            long newStep = step(newWidth, Lattice.FRACTION_BITS);
            for (int j = -GRID; j <= GRID; j++) {
                long newOffset = offset(newBegin + higher * j / GRID, newStep, Lattice.FRACTION_BITS);
                double newCost = seen.strayCost(newStep, newOffset, cost);
                if (newCost < cost) {
                    step = newStep;
                    offset = newOffset;
                    cost = newCost;
                }
            }
        }
    }

    /** Uses the minimum number of fraction bits that is as good: the strays cost no more, and no code is half a code away. */
    private void shorten(SeenCodes seen) {
        double width = step * Lattice.PER_UNIT;
        double begin = offset * Lattice.PER_UNIT;
        double indexes = (seen.code(seen.count() - 1) - seen.code(0)) / width;
        for (int bits = 0; bits < Lattice.FRACTION_BITS; bits++) {
            long newStep = step(width, bits);
            long newOffset = offset(begin, newStep, bits);
            boolean near = Math.abs(newStep * Lattice.PER_UNIT - width) * indexes < 0.5;
            if (near && seen.strayCost(newStep, newOffset, cost) <= cost) {
                step = newStep;
                offset = newOffset;
                return;
            }
        }
    }

    private static long step(double step, int bits) {
        return Math.max(Lattice.UNIT, Math.round(step * (1L << bits)) * (Lattice.UNIT >> bits));
    }

    private static long offset(double offset, long step, int bits) {
        return Math.floorMod(Math.round(offset * (1L << bits)) * (Lattice.UNIT >> bits), step);
    }
}
