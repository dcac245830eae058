package org.banip.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.banip.alerts.signals.Watched;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Declarations in JSON, and what is said about wrong ones. */
class AlertRulesTest {
    private static final SensorGroup SLOW = Watched.group("1", "HR /min 10", "T Cel 100");
    private static final SensorGroup ECG = Watched.group("250", "II mV 1000", "V mV 1000", "P 1 1");

    @TempDir
    private Path directory;

    /** Apostrophes stand for quotation marks; a detector named {@code a} of group {@code g}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'kind':'threshold' | field channel is missing: a text",
                "'kind':'threshold','chanel':'HR','above':1 | field channel is missing: a text; is field 'chanel' meant?",
                "'kind':'silence','afterMilis':50 | field afterMillis is missing: a number from 10 to 86400000; is field 'afterMilis' meant?",
                "'kind':'threshold','channel':7,'above':1 | field channel is 7, must be a text",
                "'kind':'threshold','channel':'HR' | neither above nor below is there, at least one must be",
                "'kind':'threshold','channel':'HR','above':'x' | field above is 'x', must be a number from -1000000000000 to 1000000000000",
                "'kind':'threshold','channel':'HR','above':40,'below':50 | below is 50.0 and above is 40.0, below must be the lower one",
                "'kind':'threshold','channel':'HR','above':40,'lastingMillis':1.5 | field lastingMillis is 1.5, must be whole milliseconds from 0 to 3600000",
                "'kind':'threshold','channel':'HR','above':40,'hysteresis':-1 | field hysteresis is -1, must be a number from 0 to 1000000000000",
                "'kind':'threshold','channel':'HR','above':40,'severity':'bad' | field severity is 'bad', must be one of low, medium, high",
                "'kind':'threshold','channel':'HR','abve':40,'below':3 | field 'abve' is unknown, allowed are above, below, channel, endingMillis, group, hysteresis, kind, lastingMillis, name, severity",
                "'kind':'threshold','channel':'HR','abve':40 | field 'abve' is unknown, allowed are above, below, channel, endingMillis, group, hysteresis, kind, lastingMillis, name, severity",
                "'kind':'change','channel':'HR','withinMillis':5,'By':5 | field 'By' is unknown, allowed are by, channel, direction, group, kind, name, severity, withinMillis",
                "'kind':'trend','channel':'T','overMillis':600000,'rise':1 | field 'rise' is unknown, allowed are channel, fallPerHour, group, hysteresisPerHour, kind, name, overMillis, risePerHour, severity",
                "'kind':'doom' | kind 'doom' is unknown, allowed are change, fall, heart-rate, lead-off, silence, threshold, trend",
                "'kind':'change','channel':'HR','withinMillis':5 | field by is missing: a number above 0",
                "'kind':'change','channel':'HR','by':5,'withinMillis':5,'direction':'up' | field direction is 'up', must be one of either, rise, fall",
                "'kind':'silence' | field afterMillis is missing: a number from 10 to 86400000",
                "'kind':'fall','channels':['x','y'] | field channels is [x, y], must be a list of 3 different texts",
                "'kind':'fall','channels':['x','y','x'] | field channels is [x, y, x], must be a list of 3 different texts",
                "'kind':'heart-rate','channels':[] | field channels is [], must be a list of 1 to 12 different texts",
                "'kind':'heart-rate','channels':['II'],'below':100,'above':90 | below is 100.0 and above is 90.0, below must be the lower one",
                "'kind':'heart-rate','channels':['II'],'asystoleMillis':1000 | field asystoleMillis is 1000, must be a number from 2000 to 20000",
                "'kind':'trend','channel':'T','overMillis':600000 | neither risePerHour nor fallPerHour is there, at least one must be",
            })
    void wrongDeclarationsAreRefused(String fields, String message) {
        assertRefused("{'name':'a','group':'g'," + fields + "}", "rules: detectors[0] 'a': " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'kind':'silence'} | rules: detectors[0]: field name is missing: a text",
                "{'name':'A b'} | rules: detectors[0] 'A b': a name has 1 to 63 of a-z 0-9 - and begins with a letter",
                "{'name':'a','group':'g','kind':'silence','afterMillis':50},{'name':'a','group':'g','kind':'silence','afterMillis':50} | rules: detectors[1] 'a': two detectors have this name",
                "7 | rules: field 'detectors[0] must be an object'",
                "{ | rules: JSON: expected",
            })
    void wrongDocumentsAreRefused(String detectors, String message) {
        BanipException error = catchThrowableOfType(BanipException.class, () -> Watched.rules(detectors));
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_DESCRIPTION);
        assertThat(error.getMessage().replace("'", "")).startsWith(message.replace("'", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'kind':'threshold','channel':'hr','above':1 | channel 'hr' is unknown, there are 'II', 'V', 'P'",
                "'kind':'change','channel':'II','by':1,'withinMillis':3600000 | withinMillis is 3600000, which are 900002 samples at 250 Hz, allowed are 65536",
                "'kind':'heart-rate','channels':['P'] | channel 'P' has unit '1', beats can be found in V, mV and uV",
                "'kind':'fall','channels':['II','V','P'] | channel 'II' has unit 'mV', acceleration must be in [g], m[g] or m/s2",
                "'kind':'lead-off','channel':'II','marginSteps':40000 | marginSteps is 40000, must leave a part of the digital range -32768 to 32767",
            })
    void detectorsThatDoNotFitTheirGroupAreRefused(String fields, String message) {
        assertUnfit(ECG, fields, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'kind':'silence','afterMillis':1000 | afterMillis is 1000, must be more than one sampling period: 1000 ms at 1 Hz",
                "'kind':'trend','channel':'T','overMillis':30000,'risePerHour':1 | overMillis is 30000, must be at least 60 sampling periods, at 1 Hz",
                "'kind':'heart-rate','channels':['HR'] | channel 'HR' has unit '/min', beats can be found in V, mV and uV",
                "'kind':'fall','channels':['HR','T','X'] | falls cannot be found at 1 Hz, at least 20 Hz are needed",
            })
    void detectorsThatDoNotFitTheRateAreRefused(String fields, String message) {
        assertUnfit(SLOW, fields, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"'kind':'silence','afterMillis':5000", "'kind':'threshold','channel':'HR','above':1"})
    void groupsOfEventsAreRefused(String fields) {
        assertUnfit(SLOW.withEvents(40), fields, "it has events; detectors watch groups with a sampling grid only");
    }

    private static void assertUnfit(SensorGroup group, String fields, String message) {
        AlertRules rules = Watched.rules("{'name':'a','group':'g'," + fields + "}");
        BanDescription ban = new BanDescription("b", List.of(group));
        BanipException error = catchThrowableOfType(BanipException.class, () -> rules.check(ban));
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_DESCRIPTION);
        assertThat(error).hasMessage("rules: detectors[0] 'a': group g: " + message);
    }

    @Test
    void aMisspeltGroupIsNamed() {
        for (String wrong : List.of("grp", "gruop", "Group")) {
            assertRefused(
                    "{'name':'a','" + wrong + "':'g','kind':'silence','afterMillis':50}",
                    "rules: detectors[0] 'a': field group is missing: a text; is field '" + wrong + "' meant?");
        }
    }

    private static void assertRefused(String detectors, String message) {
        BanipException error = catchThrowableOfType(BanipException.class, () -> Watched.rules(detectors));
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_DESCRIPTION);
        assertThat(error).hasMessage(message);
    }

    @Test
    void detectorsOfGroupsThatTheBanDoesNotHaveAreNamed() {
        AlertRules rules = Watched.rules("{'name':'a','group':'g','kind':'silence','afterMillis':5000},"
                + "{'name':'b','group':'other','kind':'silence','afterMillis':5000}");
        assertThat(rules.names()).containsExactly("a", "b");
        assertThat(rules.check(new BanDescription("b", List.of(SLOW)))).containsExactly("b");
    }

    @Test
    void aFileIsRead() throws IOException {
        Path file = directory.resolve("alerts.json");
        Files.writeString(file, "{\"detectors\":[]}");
        assertThat(AlertRules.read(file).names()).isEmpty();
        Files.writeString(file, "{\"detector\":[]}");
        assertThat(catchThrowableOfType(BanipException.class, () -> AlertRules.read(file)))
                .hasMessage(file + ": field 'detector' is unknown, allowed is detectors");
        Files.delete(file);
        assertThat(catchThrowableOfType(BanipException.class, () -> AlertRules.read(file)))
                .hasMessageContaining(file.toString());
    }

    @Test
    void rulesAreTheSameIfTheirDeclarationsAreReadAgain() {
        AlertRules rules = Watched.rules(
                "{'name':'a','group':'g','kind':'threshold','channel':'HR','above':40.50,'lastingMillis':10000,'below':null},"
                        + "{'name':'b','group':'g','kind':'heart-rate','channels':['II','V'],'severity':'low'}");
        assertThat(rules.declarations())
                .containsExactly(
                        "{\"name\":\"a\",\"group\":\"g\",\"kind\":\"threshold\",\"channel\":\"HR\",\"above\":40.5,"
                                + "\"lastingMillis\":10000,\"below\":null}",
                        "{\"name\":\"b\",\"group\":\"g\",\"kind\":\"heart-rate\",\"channels\":[\"II\",\"V\"],\"severity\":\"low\"}");
        assertThat(AlertRules.ofDeclarations(rules.declarations(), "again").declarations())
                .isEqualTo(rules.declarations());
        assertThat(AlertRules.ofDeclarations(List.of(), "nothing").names()).isEmpty();
        BanipException error = catchThrowableOfType(
                BanipException.class, () -> AlertRules.ofDeclarations(List.of("{\"name\":\"a\"}"), "BAN x"));
        assertThat(error).hasMessage("BAN x: detectors[0] 'a': field group is missing: a text");
    }

    @Test
    void rulesCanBeLeftOutByNumberAndByName() {
        String silence = "{'name':'%s','group':'g','kind':'silence','afterMillis':50}";
        AlertRules rules = Watched.rules(
                silence.replace("%s", "a") + "," + silence.replace("%s", "b") + "," + silence.replace("%s", "c"));
        assertThat(rules.first(0).names()).isEmpty();
        assertThat(rules.first(2).names()).containsExactly("a", "b");
        assertThat(rules.first(3)).isSameAs(rules);
        assertThat(rules.without(rules.first(1)).names()).containsExactly("b", "c");
        assertThat(rules.without(AlertRules.NONE).names()).isEqualTo(rules.names());
    }
}
