package org.banip.gateway.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleReaderTest {
    private static final SensorGroup TWO = SensorGroup.live(
            "ecg",
            Frequency.ofHz(250),
            List.of(
                    new Channel("I", "mV", 12, -2048, 2047, -2.048, 2.047),
                    new Channel("II", "mV", 12, -2048, 2047, -2.048, 2.047)));
    private static final SensorGroup WEIGHT = SensorGroup.live(
            "weight", Frequency.parseExact("1/60"), List.of(new Channel("weight", "kg", 16, 0, 30_000, 0, 300)));

    /** A minute after the times of these tests. */
    private static final long NOW = 1_795_705_505_000_000_000L;

    private static final long DAY = 86_400;

    private final SampleReader two = new SampleReader(TWO, false);
    private final SampleReader weight = new SampleReader(WEIGHT, true);

    private static Samples read(SampleReader reader, String text) {
        return reader.read(text.getBytes(StandardCharsets.UTF_8), NOW);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,-2\n3,4",
                "1,-2\r\n3,4\r\n",
                " 1 , -2 \n\n +3 , 4.0\n",
                "{\"samples\":[[1,-2],[3,4]]}",
                " {\"samples\": [[1.0, -2], [3e0, 4]]}"
            })
    void readsSensorSetsWithoutATime(String text) {
        Samples samples = read(two, text);
        assertThat(samples.values()).containsExactly(1, -2, 3, 4);
        assertThat(samples.instantNanos()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-26T15:04:05.25Z,1,2\n3,4",
                "2026-11-26T16:04:05.25+01:00,1,2\n3,4",
                "1795705445.25,1,2\n3,4",
                "{\"time\":\"2026-11-26T15:04:05.250Z\",\"samples\":[[1,2],[3,4]]}",
                "{\"time\":1795705445.25,\"samples\":[[1,2],[3,4]]}"
            })
    void readsTheTimeOfTheFirstSensorSet(String text) {
        Samples samples = read(two, text);
        assertThat(samples.values()).containsExactly(1, 2, 3, 4);
        assertThat(samples.instantNanos()).hasValue(1_795_705_445_250_000_000L);
    }

    @Test
    void turnsPhysicalValuesIntoTheNearestDigitalOnes() {
        assertThat(read(weight, "81.4").values()).containsExactly(8140);
        assertThat(read(weight, "{\"samples\":[81.404, 81.406]}").values()).containsExactly(8140, 8141);
        assertThat(read(weight, "300.004\n-0.004").values()).as("rounded").containsExactly(30_000, 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,2,3,4 | INVALID_SAMPLE | sensor set 1 has 4 values, the group has 2 channels",
                "1,2 / 3 | INVALID_SAMPLE | sensor set 2 has 1 value, the group has 2 channels",
                "1,x | INVALID_SAMPLE | value of channel II in sensor set 1 is no number",
                "1,NaN | INVALID_SAMPLE | is no number",
                "1,1e3 | INVALID_SAMPLE | is no number",
                "1,2.5 | INVALID_SAMPLE | is no whole number",
                "1,9999999999 | INVALID_SAMPLE | is 10E+9, allowed are ",
                "yesterday,1,2 | INVALID_SAMPLE | a time must be like",
                "99999999999,1,2 | INVALID_SAMPLE | a time must be like",
                "2026-11-26T15:04:05.250,1,2 | INVALID_SAMPLE | a time must be like",
                "9999-12-31T00:00:00Z,1,2 | INVALID_SAMPLE | a time must be like",
                "-5,1,2 | INVALID_SAMPLE | the first field is no time",
                "{} | MALFORMED_REQUEST | samples must be a list",
                "{\"tme\":1,\"samples\":[[1,2]]} | INVALID_SAMPLE | field 'tme' is unknown, allowed are samples, time",
                "{\"sample\":[[1,2]]} | INVALID_SAMPLE | field 'sample' is unknown, allowed are samples, time",
                "{\"samples\":[]} | INVALID_SAMPLE | no samples",
                "{\"samples\":[null]} | INVALID_SAMPLE | has 1 value,",
                "{\"samples\":[[1,null]]} | INVALID_SAMPLE | is no number",
                "{\"samples\":[[1,2]],\"time\":true} | INVALID_SAMPLE | a time must be like",
                "{\"samples\":[[1,2]],\"time\":81} | INVALID_SAMPLE | a time must be like",
                "{\"samples\":[[1,2]] | MALFORMED_REQUEST | JSON"
            })
    void saysWhatIsWrongWithoutTheValue(String text, ErrorCode code, String said) {
        assertThatThrownBy(() -> read(two, text.replace(" / ", "\n")))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(said)
                .hasMessageNotContaining("9999999999");
    }

    @ParameterizedTest
    @ValueSource(strings = {"81,4", "81,4\n", "0,81.4", "-1,4", "946684799.9,4"})
    void aDecimalCommaIsNoTime(String text) {
        assertThatThrownBy(() -> read(weight, text))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SAMPLE))
                .hasMessage("sensor set 1 has 2 fields, the group has 1 channel, and the first field is no time: a time"
                        + " must be like 2026-11-26T15:04:05.250Z, or seconds since 1970, and lie between 2000 and a day from"
                        + " now; numbers have a decimal point, no comma");
    }

    @Test
    void saysWhatIsWrongWithATimeThatIsNothingElse() {
        assertThatThrownBy(() -> read(weight, "2031-11-26T15:04:05Z,4"))
                .hasMessageStartingWith("the time 2031-11-26T15:04:05Z is more than a day ahead of "
                        + Instant.ofEpochSecond(NOW / 1_000_000_000L)
                        + ", the gateway's time; a time must be");
        assertThatThrownBy(() -> read(weight, "2026-11-26T15:04:05,4"))
                .hasMessageStartingWith("the time 2026-11-26T15:04:05 has no zone; a time must be");
        assertThatThrownBy(() -> read(weight, "1999-12-31T23:59:59Z,4"))
                .hasMessageStartingWith("the time 1999-12-31T23:59:59Z is before 2000; a time must be");
        assertThatThrownBy(() -> read(weight, "{\"time\":\"2026-11-26T15:04:05\",\"samples\":[1]}"))
                .hasMessageContaining("has no zone");
    }

    @Test
    void aTimeLiesBetween2000AndADayFromNow() {
        assertThat(read(weight, "946684800,4").instantNanos()).hasValue(946_684_800_000_000_000L);
        String tomorrow = (NOW / 1_000_000_000L + DAY) + "";
        assertThat(read(weight, tomorrow + ",4").instantNanos()).isPresent();
        assertThatThrownBy(() -> read(weight, tomorrow + ".000000001,4")).hasMessageContaining("a day from now");
        byte[] late = (tomorrow + ".5,4").getBytes(StandardCharsets.UTF_8);
        assertThat(weight.read(late, 5).instantNanos())
                .as("the gateway's own clock is wrong")
                .isPresent();
    }

    @Test
    void saysBetweenWhichPhysicalValuesAChannelLies() {
        assertThatThrownBy(() -> read(weight, "900"))
                .hasMessage("value of channel weight in sensor set 1 is 900 kg, allowed are 0 to 300 kg");
        assertThatThrownBy(() -> read(weight, "81.4\n9999999999"))
                .hasMessage("value of channel weight in sensor set 2 is 10E+9 kg, allowed are 0 to 300 kg");
        assertThatThrownBy(() -> read(weight, "{\"samples\":[-0.25]}"))
                .hasMessage("value of channel weight in sensor set 1 is -0.25 kg, allowed are 0 to 300 kg");
        SampleReader inverted = new SampleReader(
                SensorGroup.live("x", Frequency.ofHz(1), List.of(new Channel("x", "1", 8, 0, 100, 2.5, -50))), true);
        assertThatThrownBy(() -> read(inverted, "3"))
                .hasMessage("value of channel x in sensor set 1 is 3, allowed are -50 to 2.5");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "abc | value of channel weight in sensor set 1 is no number",
                "{\"samples\":[\"abc\"]} | value of channel weight in sensor set 1 is no number",
                "900 | value of channel weight in sensor set 1 is outside the range 0 to 300 kg of the description",
                "{\"samples\":[900,900] | the message begins with {, and is no JSON object",
            })
    void saysTheSameWithoutValuesForTheLog(String text, String logged) {
        assertThatThrownBy(() -> read(weight, text))
                .isInstanceOfSatisfying(
                        WrongValueException.class, e -> assertThat(e.logged()).isEqualTo(logged));
    }

    @Test
    void showsTheDeviceWhatIsNoNumber() {
        assertThatThrownBy(() -> read(weight, "abc"))
                .hasMessage("value of channel weight in sensor set 1 is no number: 'abc'");
        assertThatThrownBy(() -> read(two, "1,2.5"))
                .hasMessage("value of channel II in sensor set 1 is no whole number: '2.5'");
    }

    @Test
    void refusesAMessageWithoutSamples() {
        assertThatThrownBy(() -> read(two, " \n ")).hasMessageContaining("no samples");
    }
}
