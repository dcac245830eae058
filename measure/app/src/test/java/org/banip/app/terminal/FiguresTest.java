package org.banip.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void ofManyItSaysHowManyAreShown() {
        assertThat(Figures.shown(4, 140, "channel")).isEqualTo("4 of 140 channels");
        assertThat(Figures.shown(2, 2, "channel")).isEqualTo("2 channels");
    }

    @Test
    void nounsTakeAnSUnlessThereIsOne() {
        assertThat(Figures.counted(1, "packet")).isEqualTo("1 packet");
        assertThat(Figures.counted(2900, "sensor set")).isEqualTo("2,900 sensor sets");
    }

    @Test
    void figuresHaveThreeDigitsAndTheirUnit() {
        assertThat(Figures.count(650_000)).isEqualTo("650,000");
        assertThat(Figures.bytes(0)).isEqualTo("0 B");
        assertThat(Figures.bytes(999)).isEqualTo("999 B");
        assertThat(Figures.bytes(1949)).isEqualTo("1.95 kB");
        assertThat(Figures.bytes(2_600_000)).isEqualTo("2.60 MB");
        assertThat(Figures.bytes(18_000)).isEqualTo("18.0 kB");
        assertThat(Figures.percent(0.4183)).isEqualTo("41.8 %");
        assertThat(Figures.millis(3.214)).isEqualTo("3.21 ms");
        assertThat(Figures.millis(1204)).isEqualTo("1.20 s");
        assertThat(Figures.value(0.123)).isEqualTo("0.123");
        assertThat(Figures.value(-1605)).isEqualTo("-1605");
        assertThat(Figures.value(Double.NaN)).isEqualTo("-");
    }

    @Test
    void plainNumbersEndWithoutZeros() {
        assertThat(Figures.plain(250)).isEqualTo("250");
        assertThat(Figures.plain(31.25)).isEqualTo("31.25");
        assertThat(Figures.plain(1 / 60.0)).isEqualTo("0.0166667");
    }

    @Test
    void timesAreReadLikeAClock() {
        assertThat(Figures.clock(Duration.ofSeconds(9))).isEqualTo("0:09");
        assertThat(Figures.clock(Duration.ofMillis(1_805_600))).isEqualTo("30:05");
        assertThat(Figures.clock(Duration.ofSeconds(3723))).isEqualTo("1:02:03");
        assertThat(Figures.clock(Duration.ofSeconds(-1))).isEqualTo("0:00");
    }
}
