package org.banip.transcoders.predict.high;

import java.util.Arrays;

/**
 * The distribution of a channel's next sample: logistic distributions around each prediction in several widths, weighted by their recent success,
 * and a thin heavy-tailed one.
 */
final class Mixture {
    private static final double[] RATES = {0.15, 0.03};
    private static final double[] WIDTHS = {0.7, 0.4, 1.2};
    private static final double[] INVERSE_WIDTHS = {1 / WIDTHS[0], 1 / WIDTHS[1], 1 / WIDTHS[2]};
    private static final int PER_ESTIMATE = RATES.length * WIDTHS.length;
    private static final int COUNT = Predictors.COUNT * PER_ESTIMATE;
    /** The part of the weights that is distributed equally at each sample. */
    private static final double SHARE = 0.01;
    /** Components with less than this part of the highest weight are left out. */
    private static final double LEAST_WEIGHT = 0.01;

    /** Up to this width the density is as good as the mass. */
    private static final double SHORT = 0.5;

    private static final double FIRST_ERROR = 20;
    private static final double LEAST_ERROR = 0.15;
    private static final double HEAVY = 0.001;
    private static final double LEAST_LIKELIHOOD = 1e-7;

    /** Mean absolute errors, for each estimate and each rate. */
    private final double[] errors = new double[Predictors.COUNT * RATES.length];

    private final double[] weights = new double[COUNT];
    private final double[] inverseWidths = new double[COUNT];

    private final double[] activeWeights = new double[COUNT];
    private final double[] activeCentres = new double[COUNT];
    private final double[] activeInverses = new double[COUNT];
    private int active;

    private double[] estimates = new double[0];
    private double best;
    private double width;
    private int count;

    Mixture() {
        reset();
    }

    void reset() {
        Arrays.fill(errors, FIRST_ERROR);
        Arrays.fill(weights, 1.0 / COUNT);
        count = 0;
    }

    /** Prepares the next sample. */
    void prepare(double[] newEstimates, double newBest, double step) {
        estimates = newEstimates;
        best = newBest;
        double least = 0;
        for (double weight : weights) {
            least = Math.max(least, LEAST_WEIGHT * weight);
        }
        active = 0;
        double sum = 0;
        width = 0;
        for (int e = 0, i = 0; e < errors.length; e++) {
            double error = Math.max(LEAST_ERROR * step, errors[e]);
            double inverseError = 1 / error;
            for (int w = 0; w < WIDTHS.length; w++, i++) {
                double weight = weights[i];
                inverseWidths[i] = inverseError * INVERSE_WIDTHS[w];
                if (weight >= least) {
                    activeWeights[active] = weight;
                    activeCentres[active] = estimates[e / RATES.length];
                    activeInverses[active] = inverseWidths[i];
                    active++;
                    sum += weight;
                    width += weight * error * WIDTHS[w];
                }
            }
        }
        width /= sum;
        double scale = (1 - HEAVY) / sum;
        for (int i = 0; i < active; i++) {
            activeWeights[i] *= scale;
        }
    }

    /** The mean width. */
    double width() {
        return width;
    }

    /** Mass above a boundary. */
    double above(double boundary) {
        double sum = 0;
        for (int i = 0; i < active; i++) {
            sum += activeWeights[i] * Logistic.tail((boundary - activeCentres[i]) * activeInverses[i]);
        }
        double heavy = 0.5 * HEAVY / (1 + Math.abs(boundary - best) / width);
        return sum + (boundary >= best ? heavy : HEAVY - heavy);
    }

    /** Mass below a boundary. */
    double below(double boundary) {
        double sum = 0;
        for (int i = 0; i < active; i++) {
            sum += activeWeights[i] * Logistic.tail((activeCentres[i] - boundary) * activeInverses[i]);
        }
        double heavy = 0.5 * HEAVY / (1 + Math.abs(boundary - best) / width);
        return sum + (boundary <= best ? heavy : HEAVY - heavy);
    }

    /** Mass of the standard logistic distribution between two positions. For a short distance, the density times the distance. */
    private static double mass(double from, double to) {
        if (to - from < SHORT) {
            double tail = Logistic.tail(0.5 * (from + to));
            return tail * (1 - tail) * (to - from);
        }
        return Logistic.tail(from) - Logistic.tail(to);
    }

    /** Learns that the sample lies between these boundaries. */
    void learn(double lower, double upper) {
        double value = 0.5 * (lower + upper);
        double sum = 0;
        for (int i = 0; i < COUNT; i++) {
            double centre = estimates[i / PER_ESTIMATE];
            double inverse = inverseWidths[i];
            weights[i] *= mass((lower - centre) * inverse, (upper - centre) * inverse) + LEAST_LIKELIHOOD;
            sum += weights[i];
        }
        double scale = (1 - SHARE) / sum;
        for (int i = 0; i < COUNT; i++) {
            weights[i] = weights[i] * scale + SHARE / COUNT;
        }
        double first = 1 / (count + 1.5);
        for (int i = 0; i < errors.length; i++) {
            double error = Math.abs(value - estimates[i / RATES.length]);
            errors[i] += Math.max(RATES[i % RATES.length], first) * (error - errors[i]);
        }
        count++;
    }
}
