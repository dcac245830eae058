package org.banip.measure.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import org.banip.measure.accuracy.AccuracyRow.Unit;
import org.junit.jupiter.api.Test;

class AccuracyRowTest {
    @Test
    void timesMayBeOffByTwoMillis() {
        assertThat(new AccuracyRow("x", Unit.MILLIS, 100, 102).exact()).isTrue();
        assertThat(new AccuracyRow("x", Unit.MILLIS, 100, 97.9).exact()).isFalse();
        assertThat(new AccuracyRow("x", Unit.MILLIS, 100, Double.NaN).exact()).isFalse();
    }

    @Test
    void ratesMayBeOffByTwoPercent() {
        assertThat(new AccuracyRow("x", Unit.BYTES_PER_SECOND, 1000, 981).exact())
                .isTrue();
        assertThat(new AccuracyRow("x", Unit.BYTES_PER_SECOND, 1000, 979).exact())
                .isFalse();
    }

    @Test
    void countsMayNotBeOff() {
        assertThat(new AccuracyRow("x", Unit.DATAGRAMS, 17, 17).exact()).isTrue();
        assertThat(new AccuracyRow("x", Unit.DATAGRAMS, 17, 18).exact()).isFalse();
    }

    @Test
    void aLineFits80ColumnsAndMarksWhatIsBeyond() {
        String line = new AccuracyRow("goodput down, TCP reno", Unit.BYTES_PER_SECOND, 12_066_667, 1_000_000).text();
        assertThat(line)
                .hasSizeLessThanOrEqualTo(80)
                .contains("12,066,667 B/s", "-91.71 %")
                .endsWith("!");
        assertThat(new AccuracyRow("x", Unit.MILLIS, 1, 1).text()).doesNotContain("!");
    }
}
