package org.banip.measure.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EstimateTest {
    @Test
    void meanAndStudentsInterval() {
        Estimate estimate = Estimate.of(1, 2, 3, 4, 5);
        assertThat(estimate.count()).isEqualTo(5);
        assertThat(estimate.mean()).isEqualTo(3);
        assertThat(estimate.halfWidth()).isCloseTo(2.132 * Math.sqrt(2.5 / 5), within(1e-9));
    }

    @Test
    void oneValueHasNoInterval() {
        assertThat(Estimate.of(7).mean()).isEqualTo(7);
        assertThat(Estimate.of(7).halfWidth()).isNaN();
        assertThat(Estimate.of().mean()).isNaN();
    }

    @Test
    void quantilesFallToTheNormalOne() {
        for (int freedom = 1; freedom < 200; freedom++) {
            assertThat(Estimate.quantile(freedom + 1)).isLessThan(Estimate.quantile(freedom));
        }
        assertThat(Estimate.quantile(19)).isEqualTo(1.729);
        assertThat(Estimate.quantile(60)).isCloseTo(1.671, within(0.001));
        assertThat(Estimate.quantile(1_000_000)).isCloseTo(1.645, within(0.001));
    }

    @Test
    void ratioOfPairsThatVaryTogetherIsCertain() {
        Estimate half = Estimate.ratio(new double[] {1, 2, 5}, new double[] {2, 4, 10});
        assertThat(half.mean()).isEqualTo(0.5);
        assertThat(half.halfWidth()).isCloseTo(0, within(1e-12));
        assertThatThrownBy(() -> Estimate.ratio(new double[2], new double[3]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Of a thousand intervals of 90 %, from a printed seed, about 900 hold the true mean. */
    @Test
    void nineOfTenIntervalsHoldTheTruth() {
        long seed = 20261125;
        Random random = new Random(seed);
        int means = 0;
        int ratios = 0;
        for (int trial = 0; trial < 1000; trial++) {
            double[] above =
                    random.doubles(20).map(x -> 3 + random.nextGaussian() / 4).toArray();
            double[] below =
                    random.doubles(20).map(x -> 4 + random.nextGaussian() / 4).toArray();
            Estimate mean = Estimate.of(above);
            means += Math.abs(mean.mean() - 3) <= mean.halfWidth() ? 1 : 0;
            Estimate ratio = Estimate.ratio(above, below);
            ratios += Math.abs(ratio.mean() - 0.75) <= ratio.halfWidth() ? 1 : 0;
        }
        assertThat(means).as("seed %d", seed).isBetween(870, 930);
        assertThat(ratios).as("seed %d", seed).isBetween(870, 930);
    }
}
