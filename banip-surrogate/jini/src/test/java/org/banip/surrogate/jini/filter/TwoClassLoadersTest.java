package org.banip.surrogate.jini.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A JVM has one filter; a servlet container has a class loader for each WAR, and a new one after a WAR was deployed again. */
@Timeout(180)
class TwoClassLoadersTest {
    /** Runs in a process of its own, because a JVM's filter stays. */
    static final class Twice {
        private Twice() {}

        public static void main(String[] arguments) throws Exception {
            URL[] classes = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(Twice::url)
                    .toArray(URL[]::new);
            for (int deployment = 1; deployment <= 2; deployment++) {
                try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
                    Thread.currentThread().setContextClassLoader(loader);
                    Class<?> client = loader.loadClass(Client.class.getName());
                    client.getMethod("find", String.class).invoke(null, arguments[0]);
                }
            }
            System.exit(0); // JERI keeps its idle connections
        }

        private static URL url(String file) {
            try {
                return Path.of(file).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(file, e);
            }
        }
    }

    /** One of each class loader. */
    public static final class Client {
        private Client() {}

        /** Finds a lookup service and asks it. */
        public static void find(String lookup) {
            try (LookupClient client = LookupClient.find(LookupAddress.parse(lookup), Transport.loopback())) {
                System.out.println("found " + client.surrogates().size());
            }
        }
    }

    @Test
    void secondOneFindsALookupServiceAsWell() throws Exception {
        LookupSettings settings =
                new LookupSettings(Transport.loopback(), 0, List.of("banip"), Duration.ofSeconds(30), 100);
        try (LookupService lookup = LookupService.start(settings)) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", ""),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Twice.class.getName(),
                            "127.0.0.1:" + lookup.port())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try {
                String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(said.lines().filter(line -> line.startsWith("found")))
                        .containsExactly("found 0", "found 0");
                assertThat(process.waitFor()).isZero();
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }
}
