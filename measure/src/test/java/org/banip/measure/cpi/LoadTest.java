package org.banip.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTest {
    @Test
    void loadsAreReadFromText() {
        assertThat(Load.parse("tc")).isEqualTo(new Load.Capacity());
        assertThat(Load.parse("high")).isEqualTo(new Load.Share(0.9));
        assertThat(Load.parse("medium")).isEqualTo(new Load.Share(0.5));
        assertThat(Load.parse("650")).isEqualTo(new Load.Rate(650)).hasToString("650 B/s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "low", "0", "-3", "NaN", "Infinity"})
    void otherLoadsAreRefused(String text) {
        assertThatThrownBy(() -> Load.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed");
    }
}
