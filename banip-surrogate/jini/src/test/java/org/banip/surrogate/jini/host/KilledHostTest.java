package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host that dies without a word. */
@Timeout(180)
class KilledHostTest {
    /** Of the lookup service: much longer than the test waits, so that it is the host's own lease which ends. */
    private static final Duration LONGEST_LEASE = Duration.ofHours(1);

    @TempDir
    private Path directory;

    /** The host's process. */
    static final class Host {
        private Host() {}

        public static void main(String[] arguments) throws Exception {
            RunningHost host = JiniTestHost.start(
                    Path.of(arguments[0]),
                    Optional.empty(),
                    Map.of("jini-locators", arguments[1], "jini-lease-millis", "3000"));
            new TestMbu(host.base()).register();
            System.out.println("registered");
            Thread.sleep(Duration.ofHours(1).toMillis());
        }
    }

    @Test
    void surrogatesOfAKilledHostDisappearFromTheLookupServiceWithTheirLease() throws Exception {
        LookupSettings settings = new LookupSettings(Transport.loopback(), 0, List.of("banip"), LONGEST_LEASE, 100);
        try (LookupService lookup = LookupService.start(settings)) {
            LookupAddress at = new LookupAddress("127.0.0.1", lookup.port());
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", ""),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Host.class.getName(),
                            directory.resolve("store.db").toString(),
                            at.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
                assertThat(said.lines().anyMatch(line -> line.equals("registered")))
                        .isTrue();
                await().untilAsserted(() -> assertThat(JiniTestHost.found(at)).hasSize(1));

                process.destroyForcibly();

                await().untilAsserted(() -> assertThat(JiniTestHost.found(at)).isEmpty());
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }
}
