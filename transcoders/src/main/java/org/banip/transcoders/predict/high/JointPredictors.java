package org.banip.transcoders.predict.high;

import org.banip.transcoders.predict.high.JointPredictor.View;

/** Three {@link JointPredictor}s with memories of different length. */
final class JointPredictors {
    /** Number of predictors. */
    static final int COUNT = 3;

    private final JointPredictor[] predictors;
    private final Equations equations;

    JointPredictors(int channels) {
        View middle = new View(lags(32, channels, 16), 0.998, 4);
        View longest = new View(lags(48, channels, 32), 0.9995, 16);
        View shortest = new View(lags(12, channels, 8), 0.97, 2);
        equations = new Equations(Math.max(Predictors.COUNT, JointPredictor.size(channels, longest.lags())));
        predictors = new JointPredictor[] {
            new JointPredictor(channels, middle, equations),
            new JointPredictor(channels, longest, equations),
            new JointPredictor(channels, shortest, equations)
        };
    }

    /** The number of lags if the channels share {@code taps}, from 1 to {@code most}. */
    private static int lags(int taps, int channels, int most) {
        return Math.max(1, Math.min(most, taps / channels));
    }

    /** A workspace that others may also use. */
    Equations equations() {
        return equations;
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
