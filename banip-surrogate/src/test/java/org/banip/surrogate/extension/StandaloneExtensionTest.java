package org.banip.surrogate.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.SurrogateHostBuilder;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stand-alone host finds an extension on its class path. */
class StandaloneExtensionTest {
    @TempDir
    private Path directory;

    /** The process with the extension on its class path. */
    static final class Host {
        private Host() {}

        public static void main(String[] arguments) throws IOException {
            try (RunningHost host = RunningHost.over(JdbcStore.open(Path.of(arguments[0])))) {
                TestMbu mbu = new TestMbu(host.base());
                mbu.register();
                mbu.send(0, 2);
                mbu.delete();
                mbu.at(host.base()).register();
            }
        }
    }

    @Test
    void extensionOnTheClassPathSeesSurrogatesComeAndGo() throws Exception {
        Path service = directory.resolve("extension/META-INF/services/" + HostExtension.class.getName());
        Files.createDirectories(service.getParent());
        Files.writeString(service, RecordingExtension.class.getName());
        Path seen = directory.resolve("seen");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-D" + RecordingExtension.FILE + "=" + seen,
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator + directory.resolve("extension"),
                        Host.class.getName(),
                        directory.resolve("store.db").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(Files.readAllLines(seen))
                .containsExactly(
                        "start",
                        "appeared ban-17",
                        "delivered 4",
                        "delivered 4",
                        "disappeared deregistered",
                        "appeared ban-17",
                        "disappeared host-stopped",
                        "stop");
    }

    @Test
    void extensionThatDoesNotStartKeepsTheHostFromStarting() {
        HostExtension broken = new HostExtension() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public void start(ExtensionContext host) {
                throw new IllegalStateException("no lookup service");
            }

            @Override
            public void stop() {
                throw new AssertionError("it did not start");
            }
        };
        SurrogateHostBuilder builder = SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                .extension(broken);
        assertThatThrownBy(builder::build).hasMessage("extension broken does not start: no lookup service");
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.equals("banip-store-writer"));
    }
}
