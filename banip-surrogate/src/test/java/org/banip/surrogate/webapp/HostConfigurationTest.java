package org.banip.surrogate.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.settings.LivenessSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a container's host takes its settings from. */
class HostConfigurationTest {
    @TempDir
    private Path directory;

    @Test
    void withoutSettingsTheDefaultsHoldAndTheStoreIsAskedFor() {
        HostConfiguration empty = configuration(Map.of(), Map.of(), Map.of());
        assertThat(empty.liveness()).isEqualTo(LivenessSettings.DEFAULT);
        assertThat(empty.limits()).isEqualTo(HostLimits.DEFAULT);
        assertThat(empty.reorderWindow()).isEqualTo(64);
        assertThat(empty.access()).isEqualTo(AccessSettings.LOOPBACK_ONLY);
        assertThatThrownBy(empty::openStore).hasMessageContaining("banip.host.store is not set");
    }

    @Test
    void propertiesComeBeforeTheEnvironmentThenAFileThenContextParameters() throws IOException {
        Path file = Files.writeString(
                directory.resolve("host.properties"), "keep-alive-millis=3\nmissed-keep-alives=7\ngrace-millis=30\n");
        HostConfiguration all = configuration(
                Map.of("banip.host.keep-alive-millis", "100", "banip.host.config", file.toString()),
                Map.of("BANIP_HOST_KEEP_ALIVE_MILLIS", "2", "BANIP_HOST_GRACE_MILLIS", "20"),
                Map.of("banip.host.missed-keep-alives", "4", "banip.host.reorder-window", "40"));
        assertThat(all.liveness()).isEqualTo(new LivenessSettings(Duration.ofMillis(100), 7, Duration.ofMillis(20)));
        assertThat(all.reorderWindow()).isEqualTo(40);
    }

    @Test
    void tokensMayStandInFiles() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "0123456789abcdef\n");
        HostConfiguration files = configuration(
                Map.of("banip.host.broker-token-file", file.toString()),
                Map.of("BANIP_HOST_VIEWER_TOKEN", "fedcba9876543210"),
                Map.of());
        assertThat(files.access().brokerToken()).contains("0123456789abcdef");
        assertThat(files.access().viewerToken()).contains("fedcba9876543210");
    }

    @Test
    void wrongValueIsNamedWithWhatIsAllowed() {
        Map<String, String> wrong = Map.of("banip.host.keep-alive-millis", "soon", "banip.host.groups", "many");
        HostConfiguration settings = configuration(wrong, Map.of(), Map.of());
        assertThatThrownBy(settings::liveness).hasMessageContaining("banip.host.keep-alive-millis is 'soon'");
        assertThatThrownBy(settings::limits).hasMessageContaining("banip.host.groups is 'many'");
    }

    @Test
    void emptyTokenFileDoesNotSwitchAuthenticationOff() throws IOException {
        for (String content : List.of("", "\n0123456789abcdef\n", "  \n")) {
            Path file = Files.writeString(directory.resolve("token"), content);
            for (String name : List.of("broker-token-file", "viewer-token-file", "store-password-file")) {
                Map<String, String> properties =
                        Map.of("banip.host." + name, file.toString(), "banip.host.store", "jdbc:postgresql://x/y");
                HostConfiguration settings = configuration(properties, Map.of(), Map.of());
                assertThatThrownBy(() -> {
                            settings.access();
                            settings.openStore();
                        })
                        .hasMessage("banip.host." + name + ": the first line of " + file + " is empty");
            }
        }
    }

    @Test
    void unknownOrEmptySettingsAreErrorsInEverySource() throws IOException {
        refused(Map.of("banip.host.viewer-tokens", "x"), Map.of(), Map.of(), "banip.host.viewer-tokens is no setting");
        refused(Map.of(), Map.of("BANIP_HOST_BROKERTOKEN", "x"), Map.of(), "BANIP_HOST_BROKERTOKEN is no setting");
        refused(Map.of(), Map.of(), Map.of("banip.host.graze", "x"), "banip.host.graze is no setting");
        refused(Map.of("banip.host.broker-token", " "), Map.of(), Map.of(), "banip.host.broker-token is empty");
        refused(Map.of(), Map.of("BANIP_HOST_STORE", ""), Map.of(), "BANIP_HOST_STORE is empty");
        refused(Map.of(), Map.of(), Map.of("banip.host.groups", ""), "banip.host.groups is empty");
        Path file = directory.resolve("host.properties");
        Files.writeString(file, "brokertoken=x\n");
        refused(Map.of(), Map.of("BANIP_HOST_CONFIG", file.toString()), Map.of(), "brokertoken is no setting");
        Files.writeString(file, "broker-token=\n");
        refused(Map.of("banip.host.config", file.toString()), Map.of(), Map.of(), "broker-token is empty");
    }

    @Test
    void variablesThatKubernetesMakesForAServiceAreNotSettings() {
        Map<String, String> made = Map.of(
                "BANIP_HOST_SERVICE_HOST", "10.0.0.7",
                "BANIP_HOST_PORT", "tcp://10.0.0.7:8081",
                "BANIP_HOST_PORT_8081_TCP_ADDR", "10.0.0.7");
        assertThat(configuration(Map.of(), made, Map.of()).limits()).isEqualTo(HostLimits.DEFAULT);
    }

    private static void refused(
            Map<String, String> properties,
            Map<String, String> environment,
            Map<String, String> parameters,
            String message) {
        assertThatThrownBy(() -> configuration(properties, environment, parameters))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    private static HostConfiguration configuration(
            Map<String, String> properties, Map<String, String> environment, Map<String, String> parameters) {
        return new HostConfiguration(properties, environment, parameters);
    }
}
