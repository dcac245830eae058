package org.banip.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.banip.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenAlertTest {
    @ParameterizedTest
    @CsvSource({
        "2026-11-28T04:27:25.844630218Z, 2026-11-28T04:27:25.844Z",
        "2026-11-28T04:27:25.2Z, 2026-11-28T04:27:25.200Z",
        "2026-11-28T04:27:25Z, 2026-11-28T04:27:25Z",
        "yesterday, yesterday"
    })
    void saysSinceWhenToTheMillisecond(String since, String shown) {
        assertThat(OpenAlert.line(JsonObject.parse(
                        "{\"priority\":\"high\",\"state\":\"raised\",\"by\":\"mbu\",\"kind\":\"asystole\","
                                + "\"channel\":\"II\",\"value\":4.5,\"unit\":\"s\",\"detector\":\"heart\",\"since\":\""
                                + since
                                + "\"}")))
                .isEqualTo("open alert: !!! HIGH raised: II asystole, 4.500 s (heart, of the MBU), since " + shown);
    }

    @Test
    void ofASilenceItSaysSinceWhenOnly() {
        assertThat(OpenAlert.line(JsonObject.parse(
                        "{\"priority\":\"medium\",\"state\":\"raised\",\"by\":\"ban\",\"kind\":\"silent\",\"channel\":\"\",\"value\":5,"
                                + "\"unit\":\"s\",\"detector\":\"quiet\",\"since\":\"2026-11-28T04:27:25Z\"}")))
                .isEqualTo(
                        "open alert: !! MEDIUM raised: silent (quiet, declared by the BAN), since 2026-11-28T04:27:25Z");
    }

    @ParameterizedTest
    @CsvSource({
        "{alert}, 64.00 alerts",
        "[g], 64.00 g",
        "mm[Hg], 64.00 mmHg",
        "%{sat}, 64.00 %sat",
        "1, 64.00",
        "/min, 64.00 /min"
    })
    void unitsAreWrittenAsPeopleReadThem(String unit, String shown) {
        assertThat(OpenAlert.line(JsonObject.parse(
                        "{\"priority\":\"low\",\"state\":\"raised\",\"by\":\"host\",\"kind\":\"above\",\"channel\":\"\","
                                + "\"value\":64,\"unit\":\"" + unit
                                + "\",\"detector\":\"d\",\"since\":\"yesterday\"}")))
                .isEqualTo("open alert: ! LOW raised: above, " + shown + " (d), since yesterday");
    }

    @Test
    void saysHowManyOfItsBanAreNotInTheList() {
        assertThat(OpenAlert.lines(
                        JsonObject.parse(
                                "{\"alerts\":[],\"notShown\":[{\"ban\":\"b\",\"alerts\":20},{\"ban\":\"a\",\"alerts\":3}]}"),
                        "a"))
                .containsExactly("open alerts that are not shown: 3");
        assertThat(OpenAlert.lines(JsonObject.parse("{\"alerts\":[]}"), "a")).isEmpty();
    }

    @Test
    void saysThatItIsOverAndWaitsForSomebody() {
        assertThat(OpenAlert.line(JsonObject.parse(
                        "{\"priority\":\"high\",\"state\":\"escalated\",\"over\":true,\"by\":\"host\",\"kind\":\"fall\",\"channel\":\"\","
                                + "\"detector\":\"down\",\"since\":\"2026-11-28T04:27:25Z\"}")))
                .isEqualTo(
                        "open alert: !!! HIGH escalated, over, not acknowledged: fall (down), since 2026-11-28T04:27:25Z");
    }
}
