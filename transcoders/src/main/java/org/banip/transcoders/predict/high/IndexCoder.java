package org.banip.transcoders.predict.high;

import org.banip.transcoders.lattice.Lattice;

/**
 * Codes which code of a lattice comes, as decisions from the middle of the distribution outwards and then down to a single
 * code. The ranges of the last decisions are aligned, so that each stands for the same codes whatever is predicted.
 */
final class IndexCoder {
    private static final int CENTRE = 0;
    private static final int OUTWARDS = 1;
    private static final int MOST_OUTWARDS = 9;
    private static final int HALVES = OUTWARDS + 2 * (MOST_OUTWARDS + 1);
    private static final int MOST_HALVES = 8;

    private static final double PER_UNIT = 1.0 / Lattice.UNIT;

    private final Decisions decisions;
    private final Mixture mixture;
    private Lattice lattice = Lattice.PLAIN;
    private long base;
    private long first;
    private long last;

    IndexCoder(Decisions decisions, Mixture mixture) {
        this.decisions = decisions;
        this.mixture = mixture;
    }

    /** The lattice, the code that the mixture counts from, and the first and the last index that may come. */
    void use(Lattice newLattice, long newBase, long newFirst, long newLast) {
        lattice = newLattice;
        base = newBase;
        first = newFirst;
        last = newLast;
    }

    /** Codes an index from first to last. */
    long code(BitCoder coder, long index, double best) {
        double width = mixture.width() / lattice.width();
        decisions.next(width);
        int level = Math.max(0, Math.min(CodeBias.LEVELS, Math.getExponent(width) + 1));
        long cell = 1L << level;
        double place = (best - boundary(0)) / lattice.width();
        long centre = Math.round(place / cell) * cell;
        centre = Math.max(first + 1, Math.min(last, centre));
        double up = mixture.above(boundary(centre));
        double down = mixture.below(boundary(centre));
        boolean above = decisions.code(coder, index >= centre, CENTRE, up / (up + down));
        return above
                ? centre + distance(coder, index - centre, centre, true, up, cell, last - centre)
                : centre - 1 - distance(coder, centre - 1 - index, centre, false, down, cell, centre - 1 - first);
    }

    /** Codes how far from the centre the index is, on one side of it. */
    private long distance(
            BitCoder coder, long distance, long centre, boolean above, double mass, long cell, long most) {
        int side = above ? 1 : 0;
        long nearest = 0;
        double nearestMass = mass;
        long farthest = most;
        double farthestMass = 0;
        long stride = cell;
        for (int i = 0; nearest + stride <= most; i++) {
            long there = nearest + stride;
            double beyond = massBeyond(centre, there, above);
            int place = OUTWARDS + 2 * Math.min(i, MOST_OUTWARDS) + side;
            if (!decisions.code(coder, distance >= there, place, beyond / nearestMass)) {
                farthest = there - 1;
                farthestMass = beyond;
                break;
            }
            nearest = there;
            nearestMass = beyond;
            if ((i & 1) == 1) {
                stride *= 2;
            }
        }
        while (nearest < farthest) {
            long half = farthest - nearest + 1 >>> 1;
            long there = nearest + half;
            double beyond = massBeyond(centre, there, above);
            double predicted = (beyond - farthestMass) / (nearestMass - farthestMass);
            int level = 63 - Long.numberOfLeadingZeros(half);
            boolean farther;
            if (level >= CodeBias.LEVELS) {
                int place = HALVES + 2 * Math.min(level - CodeBias.LEVELS, MOST_HALVES) + side;
                farther = decisions.code(coder, distance >= there, place, predicted);
            } else if (above) {
                farther = decisions.codeNode(coder, distance >= there, level, centre + nearest >> level + 1, predicted);
            } else {
                long node = centre - 1 - nearest >> level + 1;
                farther = !decisions.codeNode(coder, distance < there, level, node, 1 - predicted);
            }
            if (farther) {
                nearest = there;
                nearestMass = beyond;
            } else {
                farthest = there - 1;
                farthestMass = beyond;
            }
        }
        return nearest;
    }

    /** The boundary below the code with this index, as the mixture counts. */
    double boundary(long index) {
        return (lattice.offset() + lattice.step() * index - lattice.step() / 2 - base * Lattice.UNIT) * PER_UNIT;
    }

    private double massBeyond(long centre, long distance, boolean above) {
        return above ? mixture.above(boundary(centre + distance)) : mixture.below(boundary(centre - distance));
    }
}
