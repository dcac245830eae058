package org.banip.transcoders.lattice;

/** A guess of a lattice's step from the densest codes. */
final class StepGuess {
    /** Fewer codes are no evidence. */
    static final int FEWEST = 12;

    private static final int DENSE = 33;
    private static final double LEAST_STEP = 1.05;
    private static final int OFFSETS = 8;
    private static final int CANDIDATES = 3;
    /** Number of grid points for each code by which the step moves the farthest code. */
    private static final double FINENESS = 10;
    /** Codes of this density are no evidence. */
    private static final double MOST_STEPS = 300;

    private final int[] gaps = new int[DENSE];
    private int from;
    private int anchor;
    private int size;
    private double span;
    private long samples;
    private double bestScore;
    private double bestOffset;
    private double lowestBest;
    private double highestBest;

    /** Makes a guess. Returns false if the codes are plain or do not look like a lattice. */
    boolean make(SeenCodes seen) {
        size = Math.min(seen.count(), DENSE);
        from = densest(seen);
        span = width(seen, from);
        if (span < LEAST_STEP * (size - 1)) {
            return false;
        }
        for (int i = 0; i + 1 < size; i++) {
            gaps[i] = (int) Math.min(seen.gap(from + i), 1 << Lattice.WHOLE_BITS - 1);
        }
        anchor = from;
        for (int i = from; i < from + size; i++) {
            anchor = seen.times(i) > seen.times(anchor) ? i : anchor;
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

    /** The position with the most frequent codes. If there are several such positions, the one with the nearest codes. */
    private int densest(SeenCodes seen) {
        int densest = 0;
        long most = 0;
        long times = 0;
        for (int i = 0; i < seen.count(); i++) {
            times += seen.times(i);
            if (i >= size) {
                times -= seen.times(i - size);
            }
            int begin = i + 1 - size;
            if (begin >= 0 && (times > most || times == most && width(seen, begin) < width(seen, densest))) {
                most = times;
                densest = begin;
            }
        }
        samples = most;
        return densest;
    }

    private long width(SeenCodes seen, int begin) {
        return seen.code(begin + size - 1) - seen.code(begin);
    }

    /** Rounding makes neighbouring gaps from one step. Only the most frequent of them counts. */
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
            double most = samples * StrictMath.log(step) / StrictMath.log(2);
            for (int i = 0; i < OFFSETS; i++) {
                offer(seen, most, step, (i + 0.5) / OFFSETS - 0.5);
            }
        }
    }

    /** The bits that the visible codes would save on this lattice. */
    private void offer(SeenCodes seen, double most, double step, double offset) {
        double score = most;
        double perCode = 1 / step;
        double first = seen.code(anchor) + offset;
        for (int i = from; i < from + size && score >= bestScore; i++) {
            double index = Math.rint((seen.code(i) - first) * perCode);
            score -= seen.times(i) * SeenCodes.strayCost(Math.floor(first + step * index + 0.5) - seen.code(i));
        }
        if (score > bestScore * 1.02) {
            lowestBest = step;
        }
        if (score >= bestScore) {
            bestScore = score;
            bestOffset = offset;
            highestBest = step;
        }
    }

    /** The most frequent of the densest codes. */
    int anchor() {
        return anchor;
    }

    /** The distance of the lattice above that code. */
    double offset() {
        return bestOffset;
    }

    double step() {
        return (lowestBest + highestBest) / 2;
    }
}
