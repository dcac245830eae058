package org.banip.core.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.banip.core.error.BanipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlertNoticeTest {
    private static final String JSON =
            "{\"id\":\"0b9c1c1e-5c5e-4d0e-9a51-6d0b7b6f3c7a\",\"step\":2,\"event\":\"acknowledged\",\"at\":\"2026-11-27T12:00:05.1Z\","
                    + "\"who\":\"clara\",\"ban\":\"ban-17\",\"session\":\"4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab\",\"priority\":\"high\","
                    + "\"detector\":\"heart\",\"kind\":\"asystole\",\"group\":\"ecg\",\"channel\":\"II\","
                    + "\"since\":\"2026-11-27T12:00:00.2Z\",\"value\":4.5,\"unit\":\"s\",\"acknowledgedBy\":\"clara\",\"new\":true}";

    @Test
    void readsTheJsonOfAStep() {
        AlertNotice step = AlertNotice.parse(JSON);
        assertThat(step.id()).hasToString("0b9c1c1e-5c5e-4d0e-9a51-6d0b7b6f3c7a");
        assertThat(step.step()).isEqualTo(2);
        assertThat(step.at()).isEqualTo(Instant.parse("2026-11-27T12:00:05.1Z"));
        assertThat(step.acknowledgedBy()).contains("clara");
        assertThat(step.json()).isEqualTo(JSON);
        assertThat(step).isEqualTo(AlertNotice.parse(JSON.replace("4.5", "5.5")));
        assertThat(step).isNotEqualTo(AlertNotice.parse(JSON.replace("\"step\":2", "\"step\":3")));
    }

    @Test
    void aLineForPeopleHasNoControlCharacters() {
        assertThat(AlertNotice.parse(JSON).line())
                .isEqualTo("!!! HIGH acknowledged by clara: II asystole, 4.500 s (heart)");
        String raised =
                JSON.replace("acknowledged\",\"at", "raised\",\"at").replace("\"who\":\"clara\"", "\"who\":\"host\"");
        assertThat(AlertNotice.parse(raised.replace("\"II\"", "\"\\u001b[2J\\n\""))
                        .line())
                .isEqualTo("!!! HIGH raised: ?[2J? asystole, 4.500 s (heart)");
        assertThat(AlertNotice.parse(raised.replace("\"II\"", "\"\"").replace("high", "low"))
                        .line())
                .isEqualTo("! LOW raised: asystole, 4.500 s (heart)");
        assertThat(AlertNotice.parse(raised.replace("raised\",\"at", "ended\",\"at"))
                        .line())
                .as("what is over is not urgent")
                .isEqualTo("ended at 2026-11-27T12:00:05.100Z: II asystole (heart)");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"step\":2','\"step\":0',field step is 0",
        "'0b9c1c1e','',field id is",
        "'2026-11-27T12:00:05.1Z',noon,field at is 'noon'",
        "'\"kind\":\"asystole\",','',field kind must be a string",
        "'\"value\":4.5','\"value\":\"4\"',field value must be a number"
    })
    void saysWhatIsWrong(String part, String wrong, String said) {
        assertThatThrownBy(() -> AlertNotice.parse(JSON.replace(part, wrong)))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining(said);
    }
}
