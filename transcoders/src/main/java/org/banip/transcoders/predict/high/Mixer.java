package org.banip.transcoders.predict.high;

import java.util.Arrays;

/** A logistic mix of log odds whose weights are learned per context. */
final class Mixer {
    private static final double FIRST_RATE = 0.05;
    private static final double LAST_RATE = 0.005;
    private static final double DECAY = 0.05;
    private static final double MOST_ODDS = 20;

    /** Log odds to mix, set by the owner before {@link #mix}. */
    final double[] inputs;

    private final double[] weights;
    private final int[] counts;
    private int context;
    private double probability;

    Mixer(int contexts, int size) {
        inputs = new double[size];
        weights = new double[contexts * size];
        counts = new int[contexts];
    }

    /** Starts with the first input only. */
    void reset() {
        Arrays.fill(weights, 0);
        Arrays.fill(counts, 0);
        for (int i = 0; i < weights.length; i += inputs.length) {
            weights[i] = 1;
        }
    }

    double mix(int newContext) {
        context = newContext;
        double odds = 0;
        int at = context * inputs.length;
        for (int i = 0; i < inputs.length; i++) {
            odds += weights[at + i] * inputs[i];
        }
        probability = Logistic.probability(Math.max(-MOST_ODDS, Math.min(MOST_ODDS, odds)));
        return probability;
    }

    void learn(boolean bit) {
        double rate = Math.max(LAST_RATE, FIRST_RATE / (1 + DECAY * counts[context]));
        counts[context]++;
        double step = rate * ((bit ? 1 : 0) - probability);
        int at = context * inputs.length;
        for (int i = 0; i < inputs.length; i++) {
            weights[at + i] += step * inputs[i];
        }
    }
}
