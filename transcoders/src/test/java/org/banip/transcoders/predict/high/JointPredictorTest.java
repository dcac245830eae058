package org.banip.transcoders.predict.high;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The fast computation (sums shifted in time, one factorisation for all channels) gives the result of the definition. */
class JointPredictorTest {
    private static final int CHANNELS = 3;
    private static final int LAGS = 4;
    private static final int PAST = CHANNELS * LAGS + 1;
    private static final double MEMORY = 0.98;
    private static final double RIDGE = 0.5;
    /** Before this instant there are new weights at each instant. */
    private static final int EAGER = 32;

    private final double[] vector = new double[PAST + CHANNELS];
    private final double[][] covariance = new double[PAST + CHANNELS][PAST + CHANNELS];

    @Test
    void predictionsEqualTheLeastSquaresSolution() {
        Random random = new Random(1);
        Equations equations = new Equations(JointPredictor.size(CHANNELS, LAGS));
        JointPredictor predictor = new JointPredictor(CHANNELS, new JointPredictor.View(LAGS, MEMORY, 2), equations);
        vector[PAST - 1] = 1;
        for (int t = 0; t < 300; t++) {
            for (int c = 0; c < CHANNELS; c++) {
                double predicted = predictor.predict(c);
                if (t <= EAGER || t % 2 == 0) { // its weights are new
                    assertThat(predicted).as("instant " + t).isCloseTo(expected(c), within(1e-5));
                }
                vector[PAST + c] = Math.rint(100 * Math.sin(t * 0.1 + c) + 5 * random.nextGaussian());
                predictor.reveal(c, vector[PAST + c]);
            }
            learn();
            predictor.learn();
        }
    }

    private void learn() {
        for (int i = 0; i < vector.length; i++) {
            for (int k = 0; k < vector.length; k++) {
                covariance[i][k] = MEMORY * covariance[i][k] + (1 - MEMORY) * vector[i] * vector[k];
            }
        }
        System.arraycopy(vector, 0, vector, CHANNELS, CHANNELS * (LAGS - 1));
        System.arraycopy(vector, PAST, vector, 0, CHANNELS);
    }

    /** Gauss-Jordan elimination on the normal equations. */
    private double expected(int channel) {
        int size = PAST + channel;
        double[][] m = new double[size][size + 1];
        for (int i = 0; i < size; i++) {
            System.arraycopy(covariance[i], 0, m[i], 0, size);
            m[i][i] += RIDGE + 1e-9 * covariance[i][i];
            m[i][size] = covariance[i][size];
        }
        double sum = 0;
        for (int pivot = 0; pivot < size; pivot++) {
            for (int i = 0; i < size; i++) {
                double factor = i == pivot ? 0 : m[i][pivot] / m[pivot][pivot];
                for (int k = pivot; k <= size; k++) {
                    m[i][k] -= factor * m[pivot][k];
                }
            }
        }
        for (int i = 0; i < size; i++) {
            sum += m[i][size] / m[i][i] * vector[i];
        }
        return sum;
    }
}
