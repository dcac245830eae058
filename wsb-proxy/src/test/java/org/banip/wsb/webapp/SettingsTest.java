package org.banip.wsb.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.banip.wsb.BearerToken;
import org.banip.wsb.BrokerConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    @TempDir
    Path directory;

    @AfterEach
    void clear() {
        System.clearProperty("banip.wsb.requests");
    }

    @Test
    void theFirstSourceThatHasASettingWins() throws IOException {
        Path file = Files.writeString(
                directory.resolve("wsb.properties"), "requests = 20\nrequests-per-identity=5\nconnect-millis=700\n");
        Map<String, String> parameters = Map.of(
                "banip.wsb.config", file.toString(),
                "banip.wsb.surrogate-host", "http://127.0.0.1:8081",
                "banip.wsb.password-file", "passwords",
                "banip.wsb.requests", "30",
                "banip.wsb.connect-millis", "900");
        System.setProperty("banip.wsb.requests", "10");
        BrokerConfiguration configuration = Settings.of(parameters::get).configuration();
        assertThat(configuration.surrogateHost()).isEqualTo(URI.create("http://127.0.0.1:8081/"));
        assertThat(configuration.limits().requests()).isEqualTo(10);
        assertThat(configuration.limits().requestsPerIdentity()).isEqualTo(5);
        assertThat(configuration.limits().connect()).isEqualTo(Duration.ofMillis(700));
    }

    @Test
    void theTokenMayComeFromAFile() throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "0123456789abcdef\n");
        BrokerConfiguration configuration = Settings.of(Map.of(
                        "banip.wsb.surrogate-host", "https://host/banip/",
                        "banip.wsb.password-file", "passwords",
                        "banip.wsb.token-file", token.toString())::get)
                .configuration();
        assertThat(configuration.token()).contains(new BearerToken("0123456789abcdef"));
        assertThat(configuration).asString().doesNotContain("0123456789abcdef");
    }

    @Test
    void whatIsWrongIsNamed() throws IOException {
        assertWrong(Map.of(), "the surrogate host's URI is missing");
        assertWrong(
                Map.of("banip.wsb.surrogate-host", "http://h/"),
                "no password file and no authenticator: nobody could log in");
        assertWrong(
                Map.of("banip.wsb.surrogate-host", "ftp://h/", "banip.wsb.password-file", "p"),
                "surrogate host 'ftp://h/' must be a URI such as http://127.0.0.1:8081/");
        assertWrong(Map.of("banip.wsb.requests", "0"), "requests is 0, allowed are 1 to 100000");
        assertWrong(Map.of("banip.wsb.requests", "many"), "setting requests is 'many', must be a number");
        assertWrong(
                Map.of("banip.wsb.surrogate-host", "http://h/", "banip.wsb.token", "short"),
                "token of 5 characters must be 16 to 512 of A-Z a-z 0-9 - . _ ~ + / and at its end =");
        Path file = Files.writeString(directory.resolve("wsb.properties"), "reqests=20\n");
        assertThatThrownBy(() -> Settings.of(Map.of("banip.wsb.config", file.toString())::get))
                .hasMessageContaining("unknown setting 'reqests', known are [buffer-bytes, ");
    }

    private static void assertWrong(Map<String, String> parameters, String message) {
        assertThatThrownBy(() -> Settings.of(parameters::get).configuration())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
