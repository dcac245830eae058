package org.banip.transcoders.lattice;

/**
 * Fits step and offset to codes, from the densest outwards: by least squares, which codes that stray hardly disturb, then so that the
 * offset has the most room, which puts each code on the right side of its rounding.
 */
final class LatticeFit {
    private static final int NARROWINGS = 48;
    private static final int FIRST_SOLUTION = 16;
    /** A code so far beside the lattice strays. */
    private static final double REACH = 1.5;
    /** A code so far beside the lattice does not stray, but the lattice is not exact yet. */
    private static final double NEAR = 0.75;

    private long anchor;
    private double step;
    private double offset;
    private double offsetLow;
    private double offsetHigh;

    private double count;
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

    /** Fits, beginning with a step that is right near the code at {@code from}. */
    void fit(SeenCodes seen, int from, double roughStep) {
        anchor = seen.code(from);
        step = roughStep;
        offset = 0;
        count = 1;
        indexes = 0;
        squares = 0;
        distances = 0;
        products = 0;
        int next = FIRST_SOLUTION;
        int down = from - 1;
        int up = from + 1;
        while (down >= 0 || up < seen.count()) {
            boolean upNext = down < 0 || up < seen.count() && seen.code(up) - anchor <= anchor - seen.code(down);
            learn(seen.code(upNext ? up++ : down--) - anchor);
            if (count >= next) {
                solve();
                next += next / 4;
            }
        }
        if (count >= FIRST_SOLUTION) {
            solve();
        }
    }

    private void learn(double distance) {
        double index = Math.rint((distance - offset) / step);
        if (Math.abs(distance - offset - index * step) < REACH) {
            count++;
            indexes += index;
            squares += index * index;
            distances += distance;
            products += index * distance;
        }
    }

    private void solve() {
        step = (count * products - indexes * distances) / (count * squares - indexes * indexes);
        offset = (distances - step * indexes) / count;
    }

    /** Makes the fit exact, if all codes that do not stray allow it. */
    void centre(SeenCodes seen) {
        double span = (seen.code(seen.count() - 1) - seen.code(0)) / step;
        double roughStep = step;
        double roughOffset = offset;
        double from = step - 1 / span;
        double to = step + 1 / span;
        for (int i = 0; i < NARROWINGS; i++) {
            double third = (to - from) / 3;
            if (room(seen, roughStep, roughOffset, from + third) < room(seen, roughStep, roughOffset, to - third)) {
                from += third;
            } else {
                to -= third;
            }
        }
        step = (from + to) / 2;
        room(seen, roughStep, roughOffset, step);
        offset = (offsetLow + offsetHigh) / 2;
    }

    /** How far the offset may move at this step so that codes stay what they are. */
    private double room(SeenCodes seen, double roughStep, double roughOffset, double exactStep) {
        offsetLow = -Double.MAX_VALUE;
        offsetHigh = Double.MAX_VALUE;
        for (int i = 0; i < seen.count(); i++) {
            double distance = seen.code(i) - anchor;
            double index = Math.rint((distance - roughOffset) / roughStep);
            if (Math.abs(distance - roughOffset - index * roughStep) < NEAR) {
                double rest = distance - index * exactStep;
                offsetLow = Math.max(offsetLow, rest - 0.5);
                offsetHigh = Math.min(offsetHigh, rest + 0.5);
            }
        }
        return offsetHigh - offsetLow;
    }
}
