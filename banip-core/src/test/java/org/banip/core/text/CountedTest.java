package org.banip.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountedTest {
    @ParameterizedTest
    @CsvSource({"0, 0 sensor sets", "1, 1 sensor set", "2, 2 sensor sets", "-1, -1 sensor sets"})
    void onlyOneIsSingular(long number, String text) {
        assertThat(Counted.of(number, "sensor set")).isEqualTo(text);
    }
}
