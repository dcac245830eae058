package org.banip.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.banip.wsb.authentication.PasswordFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The grants of a gateway's devices, which an operator changes while it runs. */
class DeviceGrantsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    @Test
    void grantsChangeWithoutARestart() throws Exception {
        Path passwords = directory.resolve("devices");
        new PasswordFile(passwords).set("board", "seven green apples".toCharArray(), 4);
        Path grants = Files.writeString(directory.resolve("grants"), "board: home-3\n");
        try (DeviceAccounts devices = new DeviceAccounts(passwords, Optional.of(grants))) {
            assertThat(devices.permits("board", "home-3")).isTrue();
            assertThat(devices.permits("board", "home-4")).isFalse();

            Files.writeString(grants, "board: home-4\n");
            await().atMost(PATIENCE).until(() -> devices.permits("board", "home-4"));
            assertThat(devices.permits("board", "home-3")).isFalse();

            Files.writeString(grants, "# nobody\n");
            await().atMost(PATIENCE).until(() -> !devices.permits("board", "home-4"));
        }
    }
}
