package org.banip.transcoders.predict.high;

/** The predictions of one channel's next sample, and the best mix of them. */
final class Predictors {
    private static final int CASCADE = 3;
    /** Number of predictions. The last one is the mix of the others. */
    static final int COUNT = JointPredictors.COUNT + CASCADE + 1;

    private static final int MIXED = COUNT - 1;

    private final JointPredictors joint;
    private final int channel;
    private final LmsFilter[] cascade = {new LmsFilter(256, 0.006), new LmsFilter(32, 0.004), new LmsFilter(16, 0.008)};
    private final Blend blend;
    private final double[] estimates = new double[COUNT];
    private final double most;

    /** Predictors of a channel whose values are from −{@code most} to {@code most}. */
    Predictors(JointPredictors joint, int channel, double most) {
        this.joint = joint;
        this.channel = channel;
        this.most = most;
        blend = new Blend(MIXED, joint.equations());
    }

    void reset() {
        for (LmsFilter each : cascade) {
            each.reset();
        }
        blend.reset();
    }

    double[] estimates() {
        return estimates;
    }

    /** The mix of all predictions. */
    double best() {
        return estimates[MIXED];
    }

    void predict() {
        for (int i = 0; i < JointPredictors.COUNT; i++) {
            estimates[i] = clamp(joint.predict(i, channel));
        }
        double estimate = estimates[0];
        for (int i = 0; i < CASCADE; i++) {
            estimate = clamp(estimate + cascade[i].predict());
            estimates[JointPredictors.COUNT + i] = estimate;
        }
        estimates[MIXED] = clamp(blend.mix(estimates));
    }

    private double clamp(double value) {
        return value >= -most ? Math.min(value, most) : -most;
    }

    void learn(double value) {
        double estimate = estimates[0];
        for (int i = 0; i < CASCADE; i++) {
            cascade[i].learn(value - estimate);
            estimate = estimates[JointPredictors.COUNT + i];
        }
        blend.learn(value);
    }
}
