package org.banip.transcoders.predict.high;

/** Three {@link JointPredictor}s with memories of different length. */
final class JointPredictors {
    static final int COUNT = 3;
    private static final int MOST_LAGS = 32;

    private static final int A_TAPS = 32;
    private static final int B_TAPS = 48;
    private static final int C_TAPS = 12;
    private static final double A_MEMORY = 0.998;
    private static final double B_MEMORY = 0.9995;
    private static final double C_MEMORY = 0.97;
    private static final double RIDGE = 0.5;

    private final JointPredictor[] predictors;

    JointPredictors(int channels, Equations equations) {
        predictors = new JointPredictor[] {
            new JointPredictor(channels, lags(A_TAPS, channels, 16), A_MEMORY, RIDGE, 4, equations),
            new JointPredictor(channels, lags(B_TAPS, channels, MOST_LAGS), B_MEMORY, RIDGE, 16, equations),
            new JointPredictor(channels, lags(C_TAPS, channels, 8), C_MEMORY, RIDGE, 2, equations)
        };
    }

    /** The largest system of equations that they solve. */
    static int most(int channels) {
        return JointPredictor.size(channels, lags(B_TAPS, channels, MOST_LAGS));
    }

    private static int lags(int all, int channels, int most) {
        return Math.max(1, Math.min(most, all / channels));
    }

    void reset() {
        for (JointPredictor each : predictors) {
            each.reset();
        }
    }

    double predict(int which, int channel) {
        return predictors[which].predict(channel);
    }

    void reveal(int channel, double value) {
        for (JointPredictor each : predictors) {
            each.reveal(channel, value);
        }
    }

    void learn() {
        for (JointPredictor each : predictors) {
            each.learn();
        }
    }
}
