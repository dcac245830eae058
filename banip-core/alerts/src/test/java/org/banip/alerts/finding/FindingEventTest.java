package org.banip.alerts.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FindingEventTest {
    private static final long AT = 1_795_215_600_000_000_000L;
    private static final Finding ASYSTOLE =
            new Finding("heart", "asystole", Severity.HIGH, true, "g250", "II+V", 4.5, "s", AT - 4_500_000_000L, AT);
    private static final String TEXT = "heart\tasystole\tg250\t4500000000\t4.5\ts\tII+V";

    @Test
    void isWhatThePageSays() throws IOException {
        assertThat(FindingEvent.of(ASYSTOLE)).isEqualTo(new FindingEvent(3, TEXT));
        String page = Files.readString(Path.of(System.getProperty("banip.root"), "docs", "alerts.md"));
        assertThat(page).contains("`" + TEXT.replace('\t', '→') + "`");
        SensorGroup group = FindingEvent.group();
        assertThat(page)
                .contains("{\"name\": \"" + group.name() + "\", \"frequencyHz\": \"" + group.frequency()
                        + "\", \"serviceClass\": \"alarm\", \"latencyBoundMillis\": "
                        + group.latencyBound().toMillis() + ", \"events\": {\"textBytes\": " + FindingEvent.TEXT_BYTES);
        assertThat(FindingEvent.isGroup(group)).isTrue();
        assertThat(FindingEvent.isGroup(SensorGroup.live("findings", Frequency.ofHz(1), group.channels())))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(Severity.class)
    void findingsComeBackAsTheyWere(Severity severity) {
        for (boolean begins : new boolean[] {true, false}) {
            Finding finding = new Finding(
                    "fever-2", "rising", severity, begins, "numerics", "Temp, skin", -1.25e-7, "", AT - 1, AT);
            assertThat(FindingEvent.of(finding).finding(AT)).contains(finding);
        }
    }

    @Test
    void ofALongTextTheEndOfTheChannelIsLeftOut() {
        String channel = "Ä😀".repeat(100);
        Finding finding = new Finding("a", "b", Severity.LOW, true, "g", channel, 1, "mV", AT, AT);
        FindingEvent event = FindingEvent.of(finding);
        assertThat(event.text().getBytes(StandardCharsets.UTF_8).length)
                .isBetween(FindingEvent.TEXT_BYTES - 4, FindingEvent.TEXT_BYTES);
        String kept = event.finding(AT).orElseThrow().channel();
        assertThat(channel).startsWith(kept);
        assertThat(kept).doesNotEndWith("\ud83d");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a free text",
                "heart\tasystole\tg250\t4500000000\t4.5\ts",
                "heart\tasystole\tg250\t4500000000\t4.5\ts\tII\tV",
                "Heart\tasystole\tg250\t4500000000\t4.5\ts\tII",
                "heart\t\tg250\t4500000000\t4.5\ts\tII",
                "heart\tasystole\tg250\t4.5\t4.5\ts\tII",
                "heart\tasystole\tg250\t99999999999999999999\t4.5\ts\tII",
                "heart\tasystole\tg250\t-9223372036854775808\t4.5\ts\tII",
                "heart\tasystole\tg250\t4500000000\tNaN\ts\tII",
                "heart\tasystole\tg250\t4500000000\t1e999\ts\tII",
                "heart\tasystole\tg250\t4500000000\t0x10p1\ts\tII",
                "heart\tasystole\tg250\t4500000000\t4.5\ts\tI\u001b[31m",
            })
    void otherTextsTellNothing(String text) {
        assertThat(new FindingEvent(3, text).finding(AT)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, -4, 127, -128, Integer.MIN_VALUE})
    void otherSamplesTellNothing(int sample) {
        assertThat(new FindingEvent(sample, TEXT).finding(AT)).isEmpty();
    }
}
