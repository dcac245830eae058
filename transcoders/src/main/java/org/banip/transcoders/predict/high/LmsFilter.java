package org.banip.transcoders.predict.high;

/** Normalised least-mean-squares prediction of a series from its own past. */
final class LmsFilter {
    private final int size;
    private final double rate;
    private final double[] weights;
    private final Past past;
    private double power;
    private double predicted;

    LmsFilter(int size, double rate) {
        this.size = size;
        this.rate = rate;
        weights = new double[size];
        past = new Past(size);
    }

    void reset() {
        java.util.Arrays.fill(weights, 0);
        past.reset();
        power = 0;
    }

    double predict() {
        double[] values = past.values();
        int newest = past.newest();
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        for (int i = 0; i < size; i += 4) {
            a += weights[i] * values[newest + i];
            b += weights[i + 1] * values[newest + i + 1];
            c += weights[i + 2] * values[newest + i + 2];
            d += weights[i + 3] * values[newest + i + 3];
        }
        predicted = (a + b) + (c + d);
        return predicted;
    }

    /** Learns the value that {@link #predict} should have returned. */
    void learn(double value) {
        double[] values = past.values();
        int newest = past.newest();
        double step = rate * (value - predicted) / (1 + power);
        for (int i = 0; i < size; i++) {
            weights[i] += step * values[newest + i];
        }
        double oldest = past.push(value);
        power += value * value - oldest * oldest;
        if (!(power >= 0)) {
            power = 0;
        }
    }
}
