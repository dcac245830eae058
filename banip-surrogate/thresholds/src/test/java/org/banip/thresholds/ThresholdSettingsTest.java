package org.banip.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdSettingsTest {
    private static final String RULE = "rule.fast-heart.channel=HR\nrule.fast-heart.above=120\n";

    @TempDir
    private Path directory;

    private ThresholdSettings read(String text) throws IOException {
        return ThresholdSettings.read(Files.writeString(directory.resolve("rules.properties"), text));
    }

    @Test
    void everySettingReachesItsRecord() throws IOException {
        ThresholdSettings settings = read("""
                rule.fast-heart.group=vitals
                rule.fast-heart.channel=HR
                rule.fast-heart.above=120.5
                rule.fast-heart.hysteresis=5
                rule.fast-heart.lasting-millis=10000
                rule.jump.channel=SpO2
                rule.jump.change=4
                rule.jump.within-millis=30000
                rule.low.channel=SpO2
                rule.low.below=90
                webhook=https://alerts.example.org/banip
                webhook-timeout-millis=1000
                webhook-attempts=3
                webhook-retry-millis=200
                webhook-queue=7
                mbu-command=alarm
                """);
        assertThat(settings.rules())
                .containsExactly(
                        new Rule.Limit(
                                "fast-heart",
                                new Rule.Place(Optional.of("vitals"), "HR"),
                                true,
                                120.5,
                                5,
                                Duration.ofSeconds(10)),
                        new Rule.Change("jump", new Rule.Place(Optional.empty(), "SpO2"), 4, Duration.ofSeconds(30)),
                        new Rule.Limit("low", new Rule.Place(Optional.empty(), "SpO2"), false, 90, 0, Duration.ZERO));
        assertThat(settings.webhook())
                .contains(new WebhookSettings(
                        URI.create("https://alerts.example.org/banip"),
                        false,
                        Duration.ofSeconds(1),
                        3,
                        Duration.ofMillis(200),
                        7));
        assertThat(settings.command()).isEqualTo("alarm");
    }

    @Test
    void withoutMoreTheMbuIsNotifiedAndThereIsNoWebhook() throws IOException {
        ThresholdSettings settings = read(RULE);
        assertThat(settings.webhook()).isEmpty();
        assertThat(settings.command()).isEqualTo("notify");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            webhook=http://alerts.example.org/        | over plain HTTP: use https, or webhook-allow-plain=true
            webhook=ftp://alerts.example.org/         | webhook must be a URL with http or https
            webhook=https://me:secret@example.org/    | webhook must be a URL with http or https, a host, and no user
            rule.fast-heart.below=3                   | rule fast-heart must have one of above, below and change
            rule.jump.change=3                        | setting rule.jump.channel is missing
            rule.fast-heart.hysteresis=some           | setting rule.fast-heart.hysteresis is 'some', must be a number
            rule.fast-heart.histeresis=2              | settings [rule.fast-heart.histeresis] are not known here
            rule.Fast.channel=HR                      | setting rule.Fast.channel must be rule.NAME.WHAT
            web-hook=https://example.org/             | settings [web-hook] are not known here
            """)
    void wrongSettingIsNamed(String line, String message) {
        assertThatThrownBy(() -> read(RULE + line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rules.properties: ")
                .hasMessageContaining(message);
    }

    @Test
    void plainHttpIsForLoopbackUnlessItIsAllowed() throws IOException {
        assertThat(read(RULE + "webhook=http://127.0.0.1:8099/").webhook()).isPresent();
        assertThat(read(RULE + "webhook=http://example.org/\nwebhook-allow-plain=true")
                        .webhook())
                .isPresent();
        assertThatThrownBy(() -> read(RULE + "webhook=http://example.org/\nwebhook-allow-plain=yes"))
                .hasMessageContaining("setting webhook-allow-plain is 'yes', must be true or false");
    }

    @Test
    void fileWithoutARuleIsRefused() {
        assertThatThrownBy(() -> read("")).hasMessageContaining("no rule is set");
    }
}
