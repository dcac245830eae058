package org.banip.transcoders.predict.high;

import java.util.Arrays;

/**
 * Predicts each channel's sample from the past of all channels and from the present samples of the channels before it. It uses the weights that
 * would have been best so far. Newer instants have more weight.
 */
final class JointPredictor {
    private static final int EAGER = 32;
    private static final int BUSY = 128;

    private static final double RIDGE = 0.5;

    /**
     * The memory of a predictor.
     *
     * @param lags how many instants of each channel it predicts from
     * @param memory the factor by which an instant's weight falls with each further instant
     * @param interval number of instants from one set of weights to the next, after the beginning
     */
    record View(int lags, double memory, int interval) {}

    private final int channels;
    private final int lags;
    private final double memory;
    private final int interval;
    private final Equations equations;

    /** The present, then lag 1 to the last lag, each of all channels; then 1; then the present again. */
    private final double[] samples;
    /**
     * Weighted sums of a channel's present times all but the last part of {@link #samples}: now, one instant ago and so on to {@code lags} ago,
     * in a ring. Lags differ only by a shift in time, so these sums are the whole covariance.
     */
    private final double[][][] sums;

    private int now;
    private double sumOfOnes;
    private final double[][] weights;
    private int count;

    JointPredictor(int channels, View view, Equations equations) {
        this.channels = channels;
        lags = view.lags;
        memory = view.memory;
        interval = view.interval;
        this.equations = equations;
        samples = new double[channels * (lags + 2) + 1];
        sums = new double[lags + 1][channels][channels * (lags + 1) + 1];
        weights = new double[channels][channels * (lags + 1)];
        reset();
    }

    /** The length of the vector of all lags, 1, and the present. */
    static int size(int channels, int lags) {
        return channels * (lags + 1) + 1;
    }

    void reset() {
        Arrays.fill(samples, 0);
        samples[one()] = 1;
        for (double[][] instant : sums) {
            for (double[] row : instant) {
                Arrays.fill(row, 0);
            }
        }
        for (double[] row : weights) {
            Arrays.fill(row, 0);
        }
        sumOfOnes = 0;
        count = 0;
        now = 0;
    }

    private int one() {
        return channels * (lags + 1);
    }

    double predict(int channel) {
        return Equations.dot(samples, channels, weights[channel], 0, channels * lags + 1 + channel);
    }

    /** Takes the channel's sample. */
    void reveal(int channel, double value) {
        samples[channel] = value;
        samples[one() + 1 + channel] = value;
    }

    /** Learns from the instant when all its samples are known, and moves to the next one. */
    void learn() {
        double share = 1 - memory;
        double[][] before = sums[now];
        now = now == lags ? 0 : now + 1;
        for (int c = 0; c < channels; c++) {
            accumulate(sums[now][c], before[c], share * samples[c]);
        }
        sumOfOnes = memory * sumOfOnes + share;
        System.arraycopy(samples, 0, samples, channels, channels * lags);
        count++;
        if (count % interval(count) == 0) {
            solve();
        }
    }

    /** Number of instants from one set of weights to the next; lower at the beginning. */
    private int interval(int instants) {
        return instants <= EAGER ? Math.max(1, interval / 8) : instants <= BUSY ? Math.max(2, interval / 4) : interval;
    }

    private void accumulate(double[] row, double[] before, double weight) {
        for (int k = 0; k < row.length; k++) {
            row[k] = memory * before[k] + weight * samples[k];
        }
    }

    private void solve() {
        int constant = channels * lags;
        for (int lag = 1; lag <= lags; lag++) {
            double[][] then = sums[now >= lag ? now - lag : now - lag + lags + 1];
            for (int c = 0; c < channels; c++) {
                int at = (lag - 1) * channels + c;
                double[] row = equations.row(at);
                System.arraycopy(then[c], c, row, at, constant - at);
                row[constant] = then[c][one()];
                for (int target = 0; target < channels; target++) {
                    row[constant + 1 + target] = sums[now][target][at + channels];
                }
            }
        }
        double[] ones = equations.row(constant);
        ones[constant] = sumOfOnes;
        for (int target = 0; target < channels; target++) {
            ones[constant + 1 + target] = sums[now][target][one()];
            System.arraycopy(
                    sums[now][target],
                    target,
                    equations.row(constant + 1 + target),
                    constant + 1 + target,
                    channels - target);
        }
        equations.factor(constant + 1 + channels, constant + 1 + channels, RIDGE);
        for (int target = 0; target < channels; target++) {
            equations.solve(constant + 1 + target, weights[target]);
        }
    }
}
