package org.banip.surrogate.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

    private static HostConfiguration configuration(
            Map<String, String> properties, Map<String, String> environment, Map<String, String> parameters) {
        return new HostConfiguration(properties::get, environment::get, parameters::get);
    }
}
