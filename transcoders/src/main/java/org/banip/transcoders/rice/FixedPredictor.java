package org.banip.transcoders.rice;

/** The fixed predictors. A residual of order k is the k-th difference. For the first k samples the order is lower. */
final class FixedPredictor {
    private FixedPredictor() {}

    /** The order, 0 to 3, with the smallest residuals. The preferred order if there are too few samples to decide. */
    static int bestOrder(int[] samples, int count, int preferred) {
        if (count < 5) {
            return preferred;
        }
        long sum0 = 0;
        long sum1 = 0;
        long sum2 = 0;
        long sum3 = 0;
        int before = samples[2];
        int before1 = before - samples[1];
        int before2 = before1 - (samples[1] - samples[0]);
        for (int i = 3; i < count; i++) {
            int sample = samples[i];
            int first = sample - before;
            int second = first - before1;
            int third = second - before2;
            sum0 += sample ^ sample >> 31;
            sum1 += first ^ first >> 31;
            sum2 += second ^ second >> 31;
            sum3 += third ^ third >> 31;
            before = sample;
            before1 = first;
            before2 = second;
        }
        long least = Math.min(Math.min(sum0, sum1), Math.min(sum2, sum3));
        return least == sum0 ? 0 : least == sum1 ? 1 : least == sum2 ? 2 : 3;
    }

    /** Replaces all samples except the first by residuals. */
    static void difference(int[] samples, int count, int order) {
        for (int k = 1; k <= order; k++) {
            for (int i = count - 1; i >= k; i--) {
                samples[i] -= samples[i - 1];
            }
        }
    }

    /** Replaces residuals by samples. */
    static void sum(int[] residuals, int count, int order) {
        for (int k = order; k >= 1; k--) {
            for (int i = k; i < count; i++) {
                residuals[i] += residuals[i - 1];
            }
        }
    }
}
