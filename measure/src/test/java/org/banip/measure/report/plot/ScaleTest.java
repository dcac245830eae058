package org.banip.measure.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScaleTest {
    @Test
    void reachesFromRoundToRoundValues() {
        Scale scale = Scale.linear(3, 1710, 6);
        assertThat(scale.low()).isZero();
        assertThat(scale.high()).isEqualTo(2000);
        assertThat(scale.ticks()).containsExactly(0.0, 500.0, 1000.0, 1500.0, 2000.0);
        assertThat(scale.share(500)).isEqualTo(0.25);
        assertThat(scale.ticks().stream().map(scale::label)).containsExactly("0", "500", "1,000", "1,500", "2,000");
    }

    @Test
    void smallStepsKeepTheirDigits() {
        Scale scale = Scale.linear(0, 0.31, 6);
        assertThat(scale.ticks().stream().map(scale::label)).containsExactly("0", "0.1", "0.2", "0.3", "0.4");
    }

    @Test
    void oneValueAloneHasAScaleToo() {
        assertThat(Scale.linear(5, 5, 6).share(5)).isBetween(0.0, 1.0);
        assertThat(Scale.log(5, 5).share(5)).isZero();
        assertThat(Scale.linear(0, 0, 6).high()).isPositive();
    }

    @Test
    void logarithmicMarksAreRoundAndEquallyFarForEqualQuotients() {
        Scale scale = Scale.log(30, 76500);
        assertThat(scale.ticks()).containsExactly(100.0, 1000.0, 10000.0);
        assertThat(scale.share(300) - scale.share(30)).isEqualTo(scale.share(3000) - scale.share(300));
        assertThat(Scale.log(0.5, 2).ticks()).containsExactly(0.5, 1.0, 2.0);
    }

    @Test
    void numbersHaveThreeDigitsAtLeast() {
        assertThat(Numbers.text(1173)).isEqualTo("1,173");
        assertThat(Numbers.text(52.14)).isEqualTo("52.1");
        assertThat(Numbers.text(9.996)).isEqualTo("10.0");
        assertThat(Numbers.text(0.9742)).isEqualTo("0.974");
        assertThat(Numbers.text(0.00412)).isEqualTo("0.00412");
        assertThat(Numbers.text(0)).isEqualTo("0");
    }
}
