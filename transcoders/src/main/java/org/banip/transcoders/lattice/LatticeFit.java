package org.banip.transcoders.lattice;

/** Fits step and offset to codes by least squares. It starts at a frequent code and moves outwards, so that each code's index is certain. */
final class LatticeFit {
    private static final int FIRST_SOLUTION = 16;
    /** A code at this distance from the lattice does not count. */
    private static final double REACH = 1.5;

    private long anchor;
    private double step;
    private double offset;

    private int next;
    private int learnt;
    private double weights;
    private double indexes;
    private double squares;
    private double distances;
    private double products;

    double step() {
        return step;
    }

    double offset() {
        return anchor + offset;
    }

    /** Fits. It starts with a step and an offset that are right near the code at {@code from}. */
    void fit(SeenCodes seen, int from, double roughStep, double roughOffset) {
        anchor = seen.code(from);
        step = roughStep;
        offset = roughOffset;
        next = FIRST_SOLUTION;
        learnt = 0;
        weights = 0;
        indexes = 0;
        squares = 0;
        distances = 0;
        products = 0;
        int down = from - 1;
        int up = from;
        while (down >= 0 || up < seen.count()) {
            boolean upNext = down < 0 || up < seen.count() && seen.code(up) - anchor <= anchor - seen.code(down);
            int at = upNext ? up++ : down--;
            learn((double) (seen.code(at) - anchor), seen.times(at));
        }
        solve();
    }

    private void learn(double distance, double weight) {
        double index = Math.rint((distance - offset) / step);
        if (Math.abs(distance - offset - index * step) > REACH) {
            return;
        }
        weights += weight;
        indexes += weight * index;
        squares += weight * index * index;
        distances += weight * distance;
        products += weight * index * distance;
        if (++learnt >= next) {
            solve();
            next += next / 4;
        }
    }

    private void solve() {
        double spread = weights * squares - indexes * indexes;
        if (spread > 0 && learnt >= FIRST_SOLUTION) {
            step = (weights * products - indexes * distances) / spread;
            offset = (distances - step * indexes) / weights;
        }
    }
}
