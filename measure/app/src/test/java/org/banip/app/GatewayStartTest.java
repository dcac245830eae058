package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.gateway.Gateway;
import org.banip.gateway.settings.DurableSpool;
import org.banip.mbu.MobileBaseUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway for devices that speak BANip that cannot start: it says why, and leaves nothing. */
@Timeout(120)
class GatewayStartTest extends CommandLineRun {
    @TempDir
    private Path directory;

    private int start(Path spool, String port) {
        return run(
                "gateway", "--spool", spool.toString(), "--banip-port", port, "--http-port", "0", "--mqtt-port", "off");
    }

    @Test
    void aTakenPortIsNamedAndNothingIsMade() throws Exception {
        Path spool = directory.resolve("gateway");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(start(spool, "" + taken.getLocalPort())).isPositive();
            assertThat(err.toString())
                    .contains("cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": the port is in use")
                    .contains("--banip-port chooses another")
                    .doesNotContain("\tat ");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theDirectoryOfAnotherGatewayIsNotUsed() {
        Path spool = directory.resolve("gateway");
        try (Gateway other = Gateway.builder(MobileBaseUnit::builder)
                .http(0)
                .spool(new DurableSpool(spool))
                .start()) {
            assertThat(other.httpPort()).isPresent();
            assertThat(start(spool, "0")).isPositive();
            assertThat(err.toString())
                    .contains("another gateway uses the directory")
                    .doesNotContain("\tat ");
        }
        assertThat(spool.resolve("banip")).doesNotExist();
    }

    @Test
    void anEncryptedSpoolIsRefusedBecauseTheStoreIsNot() throws Exception {
        Path key = directory.resolve("key");
        assertThat(run("spool-key", key.toString())).isZero();
        Path spool = directory.resolve("gateway");
        assertThat(run(
                        "gateway",
                        "--spool",
                        spool + ",key=" + key,
                        "--banip-port",
                        "0",
                        "--http-port",
                        "0",
                        "--mqtt-port",
                        "off"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--banip-port does not go together with key= of --spool");
        assertThat(spool).doesNotExist();
    }

    @Test
    void aStoreThatIsNoneIsToldAndLeftAsItIs() throws Exception {
        Path store = directory.resolve("gateway").resolve("banip").resolve("store.db");
        Files.createDirectories(store.getParent());
        Files.writeString(store, "this is no store at all");
        assertThat(start(directory.resolve("gateway"), "0")).isPositive();
        assertThat(err.toString()).contains("is no SQLite file").doesNotContain("\tat ");
        assertThat(store).hasContent("this is no store at all");
    }
}
