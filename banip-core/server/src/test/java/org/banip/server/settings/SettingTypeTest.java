package org.banip.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTypeTest {
    private static final SettingType<Integer> COUNT = SettingType.number("", 1, 4000);

    @ParameterizedTest
    @ValueSource(ints = {1, 17, 4000})
    void numberTakesWhatIsInRange(int value) {
        assertThat(COUNT.parser().apply(Integer.toString(value))).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "4001", "99999999999"})
    void numberRefusesWhatIsOutsideItsRange(String text) {
        assertThatThrownBy(() -> COUNT.parser().apply(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(text + " is outside 1 to 4,000");
    }

    @Test
    void numberRefusesWords() {
        assertThatThrownBy(() -> COUNT.parser().apply("many"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'many' is not a whole number");
    }

    @Test
    void timeIsReadInMilliseconds() {
        SettingType<Duration> time = SettingType.millis(Duration.ofMillis(10), Duration.ofDays(1));
        assertThat(time.parser().apply("2500")).isEqualTo(Duration.ofMillis(2500));
        assertThat(time.printer().apply(Duration.ofSeconds(3))).isEqualTo("3000");
        assertThat(time.allowed()).isEqualTo("10 to 86,400,000");
    }
}
