package org.banip.transcoders.predict.high;

import java.util.Arrays;

/** The linear mix of estimates that would have been best recently. */
final class Blend {
    private static final double MEMORY = 0.998;
    private static final double RIDGE = 0.03;
    private static final int EAGER = 32;
    private static final int INTERVAL = 8;

    private final int size;
    private final Equations equations;
    /** The difference of each estimate from their mean. The last element is the difference of the value from the mean. */
    private final double[] deviations;

    private final double[][] covariance;
    private final double[] weights;
    private double mean;
    private int count;

    Blend(int size, Equations equations) {
        this.size = size;
        this.equations = equations;
        deviations = new double[size + 1];
        covariance = new double[size][size + 1];
        weights = new double[size];
    }

    void reset() {
        for (double[] row : covariance) {
            Arrays.fill(row, 0);
        }
        Arrays.fill(weights, 0);
        count = 0;
    }

    /** Mixes the estimates. Their number is fixed. */
    double mix(double[] estimates) {
        mean = 0;
        for (int i = 0; i < size; i++) {
            mean += estimates[i];
        }
        mean /= size;
        for (int i = 0; i < size; i++) {
            deviations[i] = estimates[i] - mean;
        }
        return mean + Equations.dot(deviations, 0, weights, 0, size);
    }

    /** Learns the value that was estimated. */
    void learn(double value) {
        deviations[size] = value - mean;
        for (int i = 0; i < size; i++) {
            double weight = (1 - MEMORY) * deviations[i];
            double[] row = covariance[i];
            for (int k = i; k <= size; k++) {
                row[k] = MEMORY * row[k] + weight * deviations[k];
            }
        }
        count++;
        if (count % INTERVAL == 0 || count <= EAGER && count % 2 == 0) {
            for (int i = 0; i < size; i++) {
                System.arraycopy(covariance[i], i, equations.row(i), i, size + 1 - i);
            }
            equations.factor(size, size + 1, RIDGE);
            equations.solve(size, weights);
        }
    }
}
