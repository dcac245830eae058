package org.banip.transcoders.predict.high;

import java.util.Arrays;

/**
 * How often each code occurs, relative to the prediction: log odds for each node of the binary tree over all codes. So codes that a converter or
 * a rescaling leaves out, or prefers, get their real probabilities.
 */
final class CodeBias {
    /** Levels of the tree, from single codes upwards. */
    static final int LEVELS = 6;

    private static final int LOWEST = 2048;
    private static final double PRIOR = 0.5;
    private static final double MOST_INFORMATION = 100;
    private static final double MOST_ODDS = 10;

    private final float[] odds = new float[2 * LOWEST];
    private final float[] information = new float[2 * LOWEST];
    private int at;

    void reset() {
        Arrays.fill(odds, 0);
        Arrays.fill(information, 0);
    }

    /** Moves to the node above the codes {@code node · 2^(level+1)} to {@code (node + 1) · 2^(level+1) − 1}. */
    void seek(int level, long node) {
        int size = LOWEST >> level;
        at = 2 * LOWEST - 2 * size + (int) (node & size - 1);
    }

    double odds() {
        return odds[at];
    }

    double information() {
        return information[at];
    }

    /** Learns a decision for which the other estimates gave these odds. */
    void learn(boolean bit, double otherOdds) {
        double probability = Logistic.probability(Math.max(-12, Math.min(12, otherOdds + odds[at])));
        double sum = Math.min(MOST_INFORMATION, information[at] + probability * (1 - probability));
        information[at] = (float) sum;
        double moved = odds[at] + ((bit ? 1 : 0) - probability) / (PRIOR + sum);
        odds[at] = (float) Math.max(-MOST_ODDS, Math.min(MOST_ODDS, moved));
    }
}
