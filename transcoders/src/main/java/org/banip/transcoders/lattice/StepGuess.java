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
    private static final double FINENESS = 10;
    /** Codes so thin say nothing. */
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

    /** Makes a guess; false if the codes are plain or look like no lattice. */
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

    /** Where codes come most often; of several such places, where they are nearest to each other. */
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
            double most = samples * StrictMath.log(step) / StrictMath.log(2);
            for (int i = 0; i < OFFSETS; i++) {
                offer(seen, most, step, (i + 0.5) / OFFSETS - 0.5);
            }
        }
    }

    /** What the codes in sight would save on this lattice, in bits. */
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

    /** The commonest of the densest codes. */
    int anchor() {
        return anchor;
    }

    /** How far the lattice is above that code. */
    double offset() {
        return bestOffset;
    }

    double step() {
        return (lowestBest + highestBest) / 2;
    }
}
