package org.banip.measure.flac;

import java.util.ArrayList;
import java.util.List;

/** The best linear predictors of each order for a block: autocorrelation of the windowed samples, Levinson and Durbin. */
final class LinearPrediction {
    private LinearPrediction() {}

    /** Coefficients of the orders 1 to {@code most}; fewer if a lower order predicts the block exactly. */
    static List<double[]> orders(int[] block, int most) {
        double[] correlation = autocorrelation(block, most);
        List<double[]> orders = new ArrayList<>();
        double[] last = {};
        double error = correlation[0];
        for (int order = 1; order <= most && error > 0; order++) {
            double sum = correlation[order];
            for (int i = 0; i < order - 1; i++) {
                sum -= last[i] * correlation[order - 1 - i];
            }
            double reflection = sum / error;
            double[] next = new double[order];
            for (int i = 0; i < order - 1; i++) {
                next[i] = last[i] - reflection * last[order - 2 - i];
            }
            next[order - 1] = reflection;
            error *= 1 - reflection * reflection;
            orders.add(next);
            last = next;
        }
        return orders;
    }

    private static double[] autocorrelation(int[] block, int most) {
        int count = block.length;
        double[] windowed = new double[count];
        for (int i = 0; i < count; i++) {
            double place = (2.0 * i + 1 - count) / count;
            windowed[i] = block[i] * (1 - place * place); // Welch window
        }
        double[] correlation = new double[most + 1];
        for (int lag = 0; lag <= most; lag++) {
            for (int i = lag; i < count; i++) {
                correlation[lag] += windowed[i] * windowed[i - lag];
            }
        }
        return correlation;
    }
}
