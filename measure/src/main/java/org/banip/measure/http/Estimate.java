package org.banip.measure.http;

/**
 * A mean and its confidence interval of 90 %.
 *
 * @param count of values
 * @param halfWidth half the width of the interval; not a number for fewer than two values
 */
record Estimate(int count, double mean, double halfWidth) {
    /** 95 % quantiles of Student's distribution for 1 to 30 degrees of freedom: both tails together have 10 %. */
    private static final double[] QUANTILES = {
        6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753, 1.746,
        1.740, 1.734, 1.729, 1.725, 1.721, 1.717, 1.714, 1.711, 1.708, 1.706, 1.703, 1.701, 1.699, 1.697
    };

    private static final double NORMAL = 1.6449;

    /** The first term of the expansion of Student's quantile around the normal one. */
    private static final double CORRECTION = (NORMAL * NORMAL * NORMAL + NORMAL) / 4;

    /** Of independent values. */
    static Estimate of(double... values) {
        double mean = mean(values);
        return new Estimate(values.length, mean, halfWidth(values, mean));
    }

    /**
     * The ratio of two means, from values that belong together in pairs. The interval is that of the linearised ratio, so it uses that both values of a
     * pair were measured under the same conditions.
     */
    static Estimate ratio(double[] numerators, double[] denominators) {
        if (numerators.length != denominators.length) {
            throw new IllegalArgumentException(numerators.length + " values for " + denominators.length);
        }
        double below = mean(denominators);
        double ratio = mean(numerators) / below;
        double[] residues = new double[numerators.length];
        for (int i = 0; i < residues.length; i++) {
            residues[i] = (numerators[i] - ratio * denominators[i]) / below;
        }
        return new Estimate(residues.length, ratio, halfWidth(residues, 0));
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static double halfWidth(double[] values, double mean) {
        if (values.length < 2) {
            return Double.NaN;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        int freedom = values.length - 1;
        return quantile(freedom) * Math.sqrt(squares / freedom / values.length);
    }

    /** The 95 % quantile of Student's distribution. */
    static double quantile(int freedom) {
        return freedom <= QUANTILES.length ? QUANTILES[freedom - 1] : NORMAL + CORRECTION / freedom;
    }
}
