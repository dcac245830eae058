package org.banip.transcoders.lattice;

/** A lattice's step as the densest codes suggest it. */
final class StepGuess {
    /** Fewer codes than this say nothing. */
    static final int FEWEST = 12;

    private static final int DENSE = 33;
    private static final double LEAST_STEP = 1.05;
    private static final int OFFSETS = 8;
    private static final int CANDIDATES = 3;
    /** Grid points per code that the step moves the farthest code. */
    private static final double FINENESS = 8;
    /** Codes so thin say nothing. */
    private static final double MOST_STEPS = 300;

    private final int[] gaps = new int[DENSE];
    private int from;
    private int size;
    private double span;
    private double bestScore;
    private double lowestBest;
    private double highestBest;

    /** Makes a guess; false if the codes are plain or look like no lattice. */
    boolean make(SeenCodes seen) {
        size = Math.min(seen.count(), DENSE);
        from = densest(seen);
        span = seen.code(from + size - 1) - seen.code(from);
        if (span < LEAST_STEP * (size - 1)) {
            return false;
        }
        for (int i = 0; i + 1 < size; i++) {
            gaps[i] = (int) Math.min(seen.gap(from + i), 1 << Lattice.WHOLE_BITS - 1);
        }
        bestScore = 0;
        for (int i = 0; i < CANDIDATES; i++) {
            int gap = takeCommonestGap();
            if (gap > 0 && span / gap < MOST_STEPS) {
                tryAround(seen, gap);
            }
        }
        return bestScore > 0;
    }

    private int densest(SeenCodes seen) {
        int densest = 0;
        long least = Long.MAX_VALUE;
        for (int i = 0; i + size <= seen.count(); i++) {
            long width = seen.code(i + size - 1) - seen.code(i);
            if (width < least) {
                least = width;
                densest = i;
            }
        }
        return densest;
    }

    /** Of gaps that rounding makes of one step, which are neighbours, only the commonest counts. */
    private int takeCommonestGap() {
        int commonest = 0;
        int most = 0;
        for (int i = 0; i + 1 < size; i++) {
            int times = 0;
            for (int j = 0; j + 1 < size; j++) {
                times += gaps[i] > 0 && gaps[j] == gaps[i] ? 1 : 0;
            }
            if (times > most) {
                most = times;
                commonest = gaps[i];
            }
        }
        for (int i = 0; i + 1 < size; i++) {
            if (Math.abs(gaps[i] - commonest) <= 1) {
                gaps[i] = 0;
            }
        }
        return commonest;
    }

    private void tryAround(SeenCodes seen, int gap) {
        double fine = gap / (FINENESS * span);
        for (double step = Math.max(LEAST_STEP, gap - 1); step <= gap + 1; step += fine) {
            for (int i = 0; i < OFFSETS; i++) {
                offer(seen, step, (i + 0.5) / OFFSETS - 0.5);
            }
        }
    }

    /** What the codes in sight would save on this lattice, in bits. */
    private void offer(SeenCodes seen, double step, double offset) {
        double gain = StrictMath.log(step) / StrictMath.log(2);
        double score = size * gain;
        double first = seen.code(anchor()) + offset;
        for (int i = from; i < from + size && score >= bestScore; i++) {
            double index = Math.rint((seen.code(i) - first) / step);
            score -= SeenCodes.strayCost(Math.floor(first + step * index + 0.5) - seen.code(i));
        }
        if (score > bestScore * 1.02) {
            lowestBest = step;
        }
        if (score >= bestScore) {
            bestScore = score;
            highestBest = step;
        }
    }

    int anchor() {
        return from + size / 2;
    }

    double step() {
        return (lowestBest + highestBest) / 2;
    }
}
