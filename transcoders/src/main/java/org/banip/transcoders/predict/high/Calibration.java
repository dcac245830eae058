package org.banip.transcoders.predict.high;

import java.util.Arrays;

/** Maps a probability to the frequency of true decisions with that probability, for each context. */
final class Calibration {
    private static final int MIDDLE = 16;
    private static final int POINTS = 2 * MIDDLE + 1;
    private static final double PER_ODDS = 2;
    private static final double RATE = 0.02;
    private static final float[] IDENTITY = new float[POINTS];

    static {
        for (int i = 0; i < POINTS; i++) {
            IDENTITY[i] = (float) Logistic.probability((i - MIDDLE) / PER_ODDS);
        }
    }

    private final float[] table;
    /** The contexts used since the last reset. For the others the table still has the values from before it. */
    private final boolean[] used;

    private int at;
    private double part;

    Calibration(int contexts) {
        table = new float[contexts * POINTS];
        used = new boolean[contexts];
    }

    void reset() {
        Arrays.fill(used, false);
    }

    double calibrated(int context, double odds) {
        if (!used[context]) {
            used[context] = true;
            System.arraycopy(IDENTITY, 0, table, context * POINTS, POINTS);
        }
        double place = Math.max(0, Math.min(POINTS - 1.001, odds * PER_ODDS + MIDDLE));
        int i = (int) place;
        part = place - i;
        at = context * POINTS + i;
        return table[at] * (1 - part) + table[at + 1] * part;
    }

    void learn(boolean bit) {
        double target = bit ? 1 : 0;
        table[at] = (float) (table[at] + (target - table[at]) * RATE * (1 - part));
        table[at + 1] = (float) (table[at + 1] + (target - table[at + 1]) * RATE * part);
    }
}
