package org.banip.transcoders.predict.high;

import org.banip.transcoders.lattice.Lattice;

/**
 * Codes the index of a lattice's code, as decisions from the middle of the distribution outwards and then down to a single code. The ranges of
 * the last decisions are aligned, so that each stands for the same codes, independent of the prediction.
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

    /** Where the search for the sample continues: the lowest index above that position, and the side that is searched. */
    private long centre;

    private boolean above;
    /** The minimum and maximum distances from there that are still possible, and the mass beyond each of them. */
    private long nearest;

    private double nearestMass;
    private long farthest;
    private double farthestMass;

    IndexCoder(Decisions decisions, Mixture mixture) {
        this.decisions = decisions;
        this.mixture = mixture;
    }

    /** The lattice, the code from which the mixture counts, and the first and last possible index. */
    void use(Lattice newLattice, long newBase, long newFirst, long newLast) {
        lattice = newLattice;
        base = newBase;
        first = newFirst;
        last = newLast;
    }

    /** Codes an index from first to last; {@code best} is the prediction. */
    long code(BitCoder coder, long index, double best) {
        double width = mixture.width() / lattice.width();
        decisions.next(width);
        long stride = 1L << Math.max(0, Math.min(CodeBias.LEVELS, Math.getExponent(width) + 1));
        double place = (best - boundary(0)) / lattice.width();
        centre = Math.max(first + 1, Math.min(last, Math.round(place / stride) * stride));
        double up = mixture.above(boundary(centre));
        double down = mixture.below(boundary(centre));
        above = decisions.code(coder, index >= centre, CENTRE, up / (up + down));
        nearest = 0;
        nearestMass = above ? up : down;
        farthest = above ? last - centre : centre - 1 - first;
        farthestMass = 0;
        long distance = above ? index - centre : centre - 1 - index;
        goOutwards(coder, distance, stride);
        while (nearest < farthest) {
            halve(coder, distance);
        }
        return above ? centre + nearest : centre - 1 - nearest;
    }

    /** Moves outwards in strides, which double every second time, until one is too far. */
    private void goOutwards(BitCoder coder, long distance, long firstStride) {
        long stride = firstStride;
        for (int i = 0; nearest + stride <= farthest; i++) {
            long there = nearest + stride;
            double beyond = massBeyond(there);
            int place = OUTWARDS + 2 * Math.min(i, MOST_OUTWARDS) + side();
            if (!decisions.code(coder, distance >= there, place, beyond / nearestMass)) {
                farthest = there - 1;
                farthestMass = beyond;
                return;
            }
            nearest = there;
            nearestMass = beyond;
            if ((i & 1) == 1) {
                stride *= 2;
            }
        }
    }

    /** Decides which half of the possible distances has the sample. */
    private void halve(BitCoder coder, long distance) {
        long half = farthest - nearest + 1 >>> 1;
        long there = nearest + half;
        double beyond = massBeyond(there);
        double predicted = (beyond - farthestMass) / (nearestMass - farthestMass);
        if (codeFarther(coder, distance >= there, half, predicted)) {
            nearest = there;
            nearestMass = beyond;
        } else {
            farthest = there - 1;
            farthestMass = beyond;
        }
    }

    private boolean codeFarther(BitCoder coder, boolean farther, long half, double predicted) {
        int level = 63 - Long.numberOfLeadingZeros(half);
        if (level >= CodeBias.LEVELS) {
            int place = HALVES + 2 * Math.min(level - CodeBias.LEVELS, MOST_HALVES) + side();
            return decisions.code(coder, farther, place, predicted);
        }
        if (above) {
            decisions.seek(level, centre + nearest >> level + 1);
            return decisions.codeUpper(coder, farther, predicted);
        }
        decisions.seek(level, centre - 1 - nearest >> level + 1);
        return !decisions.codeUpper(coder, !farther, 1 - predicted);
    }

    private int side() {
        return above ? 1 : 0;
    }

    /** The boundary below the code with this index, in the mixture's units. */
    double boundary(long index) {
        return (lattice.offset() + lattice.step() * index - lattice.step() / 2 - base * Lattice.UNIT) * PER_UNIT;
    }

    private double massBeyond(long distance) {
        return above ? mixture.above(boundary(centre + distance)) : mixture.below(boundary(centre - distance));
    }
}
