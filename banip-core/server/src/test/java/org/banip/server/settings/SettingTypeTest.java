package org.banip.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTypeTest {
    private static final SettingType<Integer> COUNT = SettingType.number("", 1, 4000);
    private static final SettingType<Secret> SECRET = SettingType.secret(16, 512);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 17, 4000})
    void numberTakesWhatIsInRange(int value) {
        assertThat(COUNT.parser().apply(Integer.toString(value))).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "0, it is out of range",
        "4001, it is out of range",
        "99999999999, it is out of range",
        "many, it is not a whole number",
        "1.5, it is not a whole number"
    })
    void numberRefusesOtherText(String text, String why) {
        assertRefused(COUNT, text, why);
        assertThat(COUNT.allowed()).isEqualTo("1 to 4,000");
    }

    @Test
    void timeIsReadInMilliseconds() {
        SettingType<Duration> time = SettingType.millis(Duration.ofMillis(10), Duration.ofDays(1));
        assertThat(time.parser().apply("2500")).isEqualTo(Duration.ofMillis(2500));
        assertThat(time.printer().apply(Duration.ofSeconds(3))).isEqualTo("3000");
        assertThat(time.allowed()).isEqualTo("10 to 86,400,000");
    }

    @Test
    void flagIsTrueOrFalse() {
        assertThat(SettingType.flag().parser().apply("true")).isTrue();
        assertThat(SettingType.flag().parser().apply("false")).isFalse();
        assertRefused(SettingType.flag(), "yes", "it is neither true nor false");
    }

    @Test
    void urlIsHttpWithHostAndWithoutCredentials() {
        assertThat(SettingType.url().parser().apply("https://host:8443/banip"))
                .isEqualTo(URI.create("https://host:8443/banip"));
        assertRefused(SettingType.url(), "ftp://host/", "it is not an http or https URL with a host");
        assertRefused(SettingType.url(), "http://user:pass@host/", "a URL must not contain a user or password");
        assertRefused(SettingType.url(), "http://host/?a=b", "it has a query or a fragment");
        assertRefused(SettingType.url(), "http://a b/", "it is not a URL");
    }

    @Test
    void secretIsTheFirstLineOfAFileAndIsNotShown() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "0123456789abcdef \nsecond line\n");
        Secret secret = SECRET.parser().apply(file.toString());
        assertThat(secret.value()).isEqualTo("0123456789abcdef");
        assertThat(secret).asString().contains(file.toString()).doesNotContain("0123456789abcdef");
        assertThat(SECRET.printer().apply(secret)).isEqualTo(file.toString());
    }

    @Test
    void secretFileThatIsEmptyMissingOrTooShortIsRefused() throws IOException {
        Path empty = Files.createFile(directory.resolve("empty"));
        assertRefused(SECRET, empty.toString(), "the first line of " + empty + " is empty");
        Path blank = Files.writeString(directory.resolve("blank"), "  \n0123456789abcdef\n");
        assertRefused(SECRET, blank.toString(), "the first line of " + blank + " is empty");
        Path shortOne = Files.writeString(directory.resolve("short"), "0123456789\n");
        assertRefused(SECRET, shortOne.toString(), "the first line of " + shortOne + " has 10 characters");
        Path missing = directory.resolve("missing");
        assertRefused(SECRET, missing.toString(), "there is no file " + missing);
    }

    private static void assertRefused(SettingType<?> type, String text, String why) {
        assertThatThrownBy(() -> type.parser().apply(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(why);
    }
}
