package org.banip.mbu.thinning;

/**
 * The filter before every n-th sample is taken: a windowed sinc with a Hamming window. It passes a quarter of the lower rate without loss, and
 * keeps less than one hundredth of everything above 0.55 of the lower rate.
 */
final class LowPass {
    /** Half the length of the filter, in samples of the lower rate. */
    static final int HALF_PERIODS = 6;

    /** The middle of the transition, in parts of the lower rate. */
    private static final double CUTOFF = 0.4;

    private LowPass() {}

    /** The symmetric coefficients; their sum is one. */
    static double[] coefficients(int times) {
        int half = HALF_PERIODS * times;
        double[] taps = new double[2 * half + 1];
        double sum = 0;
        for (int i = -half; i <= half; i++) {
            double turns = CUTOFF * i / times;
            double sinc = i == 0 ? 1 : Math.sin(2 * Math.PI * turns) / (2 * Math.PI * turns);
            double window = 0.54 + 0.46 * Math.cos(Math.PI * i / (half + 1));
            taps[half + i] = sinc * window;
            sum += taps[half + i];
        }
        for (int i = 0; i < taps.length; i++) {
            taps[i] /= sum;
        }
        return taps;
    }
}
