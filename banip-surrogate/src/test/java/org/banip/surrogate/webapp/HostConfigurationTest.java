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
    void contextParametersComeBeforePropertiesAndThoseBeforeTheEnvironment() {
        HostConfiguration all = configuration(
                Map.of("banip.host.keep-alive", "100ms"),
                Map.of("banip.host.keep-alive", "1s", "banip.host.grace", "2min"),
                Map.of("BANIP_HOST_KEEP_ALIVE", "9s", "BANIP_HOST_GRACE", "9s", "BANIP_HOST_MISSED_KEEP_ALIVES", "7"));
        assertThat(all.liveness()).isEqualTo(new LivenessSettings(Duration.ofMillis(100), 7, Duration.ofMinutes(2)));
    }

    @Test
    void tokensMayStandInFiles() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "0123456789abcdef\n");
        HostConfiguration files = configuration(
                Map.of("banip.host.broker-token-file", file.toString()),
                Map.of(),
                Map.of("BANIP_HOST_VIEWER_TOKEN", "fedcba9876543210"));
        assertThat(files.access().brokerToken()).contains("0123456789abcdef");
        assertThat(files.access().viewerToken()).contains("fedcba9876543210");
    }

    @Test
    void wrongValueIsNamedWithWhatIsAllowed() {
        Map<String, String> wrong = Map.of("banip.host.keep-alive", "soon", "banip.host.max-groups", "many");
        HostConfiguration settings = configuration(wrong, Map.of(), Map.of());
        assertThatThrownBy(settings::liveness).hasMessageContaining("banip.host.keep-alive is 'soon'", "5s");
        assertThatThrownBy(settings::limits).hasMessageContaining("banip.host.max-groups is 'many'");
    }

    private static HostConfiguration configuration(
            Map<String, String> parameters, Map<String, String> properties, Map<String, String> environment) {
        return new HostConfiguration(parameters::get, properties::get, environment::get);
    }
}
