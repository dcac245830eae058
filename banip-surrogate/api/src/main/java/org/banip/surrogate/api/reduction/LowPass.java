package org.banip.surrogate.api.reduction;

/**
 * The weights of a linear-phase low-pass for reducing a rate by a whole number: a sinc in a Kaiser window. Stops above half the lower rate.
 * Immutable.
 *
 * <p>Kaiser, J. F.: Nonrecursive digital filter design using the I0-sinh window function. Proc. IEEE Int. Symp. Circuits and Systems, 1974.
 */
final class LowPass {
    /** How many buckets the filter reaches, before its middle and after it. */
    static final int REACH = 4;

    /** For 50 dB. */
    private static final double BETA = 0.1102 * (50 - 8.7);
    /** Of the lower rate: the band from here to half of it is where the filter falls off. */
    private static final double CUT_OFF = 0.317;

    private static final double SMALLEST_TERM = 1e-12;

    private final double[] weights;

    /** A filter for buckets of this length, in units. */
    LowPass(int units) {
        int reach = REACH * units;
        weights = new double[reach];
        double sum = 0;
        for (int at = 0; at < reach; at++) {
            double part = (double) at / reach;
            double window = bessel(BETA * Math.sqrt(1 - part * part)) / bessel(BETA);
            double x = 2 * Math.PI * CUT_OFF * at / units;
            weights[at] = window * (at == 0 ? 1 : Math.sin(x) / x);
            sum += at == 0 ? weights[at] : 2 * weights[at];
        }
        for (int at = 0; at < reach; at++) {
            weights[at] /= sum;
        }
    }

    /** Modified Bessel function of the first kind and order 0, by its power series. */
    private static double bessel(double x) {
        double sum = 1;
        double term = 1;
        for (int k = 1; term > SMALLEST_TERM * sum; k++) {
            double factor = x / (2 * k);
            term *= factor * factor;
            sum += term;
        }
        return sum;
    }

    /** The weight of a unit at this distance from the middle, at most {@code REACH} buckets; all weights add up to 1. */
    double weight(int distance) {
        return distance < weights.length ? weights[distance] : 0;
    }
}
