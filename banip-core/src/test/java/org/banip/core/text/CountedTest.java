package org.banip.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountedTest {
    @ParameterizedTest
    @CsvSource({"0, 0 sensor sets", "1, 1 sensor set", "2, 2 sensor sets", "-1, -1 sensor sets"})
    void onlyOneIsSingular(long number, String text) {
        assertThat(Counted.of(number, "sensor set")).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 s",
        "PT30S, 30 s",
        "PT0.2S, 0.2 s",
        "PT2M, 120 s",
        "PT0.000000001S, 0.000000001 s",
        "PT-1.5S, -1.5 s"
    })
    void durationsAreInSeconds(Duration time, String text) {
        assertThat(Counted.seconds(time)).isEqualTo(text);
    }
}
