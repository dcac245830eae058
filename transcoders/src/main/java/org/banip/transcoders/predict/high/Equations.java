package org.banip.transcoders.predict.high;

/**
 * Computes least-squares weights from a covariance: for each number of a vector, the weights of the numbers before it.
 *
 * <p>A workspace that many predictors share. Its loops run along rows. Sums are split in four in an order that the source text fixes.
 */
final class Equations {
    private static final double RELATIVE_RIDGE = 1e-9;
    private static final double LEAST_PIVOT = 1e-12;

    /** Row i has the columns from i on: first the covariance, then D·Lᵀ. */
    private final double[][] rows;

    private final double[] inversePivots;

    Equations(int size) {
        rows = new double[size][size];
        inversePivots = new double[size];
    }

    /** Row i of the covariance. The caller fills it from column i on. */
    double[] row(int i) {
        return rows[i];
    }

    /** Adds a constant to each variance, and factors the first rows of the covariance into L·D·Lᵀ. */
    void factor(int count, int columns, double ridge) {
        for (int i = 0; i < count; i++) {
            rows[i][i] += ridge + RELATIVE_RIDGE * rows[i][i];
        }
        for (int j = 0; j < count; j++) {
            double[] pivotRow = rows[j];
            double pivot = pivotRow[j];
            // A pivot should be at least the ridge. If rounding made it smaller, it is useless for a prediction.
            double inverse = pivot > LEAST_PIVOT ? 1 / pivot : 0;
            inversePivots[j] = inverse;
            for (int i = j + 1; i < count; i++) {
                if (pivotRow[i] != 0) { // zero where instants have not come yet
                    subtract(rows[i], pivotRow, pivotRow[i] * inverse, i, columns);
                }
            }
        }
    }

    private static void subtract(double[] row, double[] pivotRow, double weight, int from, int to) {
        for (int k = from; k < to; k++) {
            row[k] -= weight * pivotRow[k];
        }
    }

    /** The weights with which the numbers before this one predict it. */
    void solve(int target, double[] weights) {
        for (int i = target - 1; i >= 0; i--) {
            double[] row = rows[i];
            weights[i] = (row[target] - dot(row, 0, weights, i + 1, target)) * inversePivots[i];
        }
    }

    /** Σ a[shift + k] · b[k] for k from {@code from} to {@code to} − 1. */
    static double dot(double[] a, int shift, double[] b, int from, int to) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int k = from;
        for (; k + 3 < to; k += 4) {
            s0 += a[shift + k] * b[k];
            s1 += a[shift + k + 1] * b[k + 1];
            s2 += a[shift + k + 2] * b[k + 2];
            s3 += a[shift + k + 3] * b[k + 3];
        }
        for (; k < to; k++) {
            s0 += a[shift + k] * b[k];
        }
        return (s0 + s1) + (s2 + s3);
    }
}
