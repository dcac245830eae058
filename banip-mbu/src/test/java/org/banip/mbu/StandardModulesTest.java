package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.banip.alerts.AlertRules;
import org.banip.core.ban.BanDescription;
import org.banip.mbu.testhost.TestHost;
import org.banip.transcoders.packetizer.PacketizerProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An app on a Java runtime with the standard modules ({@code java.se}) only, without the JDK's own ({@code jdk.net}, {@code jdk.unsupported}),
 * like a reduced runtime image or Android. It runs in a JVM of its own, on the class path and as a module.
 */
class StandardModulesTest {
    private static final String APP = """
            package app;

            import java.net.URI;
            import java.time.Duration;
            import java.util.List;
            import org.banip.core.ban.Channel;
            import org.banip.core.ban.Frequency;
            import org.banip.core.ban.SensorGroup;
            import org.banip.core.transcoding.spi.Block;
            import org.banip.mbu.MobileBaseUnit;
            import org.banip.mbu.spi.Sensor;

            public final class App {
                public static void main(String[] args) throws Exception {
                    if (ModuleLayer.boot().findModule("jdk.net").isPresent()) {
                        throw new AssertionError("this runtime has jdk.net");
                    }
                    MobileBaseUnit mbu = MobileBaseUnit.builder()
                            .broker(URI.create(args[0]))
                            .ban("ban-1")
                            .uplink(args[1])
                            .sensor(new Ramp())
                            .speed(MobileBaseUnit.UNPACED)
                            .start();
                    try (mbu) {
                        mbu.awaitDelivered(Duration.ofSeconds(60));
                        System.out.println("delivered " + mbu.status().groups().get(0).unitsAcknowledged());
                    }
                }

                private static final class Ramp implements Sensor {
                    private int read;

                    @Override
                    public SensorGroup group() {
                        return SensorGroup.live("ramp", Frequency.ofHz(360), List.of(new Channel("a", "mV", 8, -128, 127, -1, 1)));
                    }

                    @Override
                    public int read(Block into, int maxUnits) {
                        int units = Math.min(maxUnits, 3600 - read);
                        byte[] sets = new byte[units];
                        for (int i = 0; i < units; i++) {
                            sets[i] = (byte) (read + i);
                        }
                        into.append(sets, 0, units);
                        read += units;
                        return units == 0 ? -1 : units;
                    }

                    @Override
                    public void close() {}
                }
            }
            """;

    @TempDir
    private static Path directory;

    private static Path plain;
    private static Path modular;
    private static String libraries;

    @BeforeAll
    static void compileTheApp() throws IOException, ClassNotFoundException {
        libraries = Stream.of(
                        MobileBaseUnit.class,
                        BanDescription.class,
                        AlertRules.class,
                        PacketizerProvider.class,
                        org.apache.hc.client5.http.classic.HttpClient.class,
                        org.apache.hc.core5.http.HttpHost.class,
                        Class.forName("org.apache.hc.core5.http2.HttpVersionPolicy"), // HttpClient needs it
                        org.slf4j.Logger.class,
                        org.jspecify.annotations.NullMarked.class)
                .map(StandardModulesTest::location)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
        plain = compile("plain", "-cp", Files.createDirectories(directory.resolve("plain-src")), "");
        modular = compile(
                "modular",
                "-p",
                Files.createDirectories(directory.resolve("modular-src")),
                "module app { requires org.banip.mbu; }");
    }

    private static String location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (java.net.URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static Path compile(String name, String path, Path sources, String module) throws IOException {
        Path classes = Files.createDirectories(directory.resolve(name));
        List<String> arguments = new ArrayList<>(List.of("--release", "17", path, libraries, "-d", classes.toString()));
        arguments.add(Files.writeString(sources.resolve("App.java"), APP).toString());
        if (!module.isEmpty()) {
            arguments.add(Files.writeString(sources.resolve("module-info.java"), module)
                    .toString());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int result = compiler.run(null, said, said, arguments.toArray(new String[0]));
        assertThat(result).as(said.toString(StandardCharsets.UTF_8)).isZero();
        return classes;
    }

    @ParameterizedTest
    @CsvSource({
        "class path, per-request",
        "class path, persistent",
        "class path, chunked",
        "module path, per-request",
        "module path, persistent",
        "module path, chunked"
    })
    void streamsWithTheStandardModulesOnly(String path, String uplink) throws Exception {
        try (TestHost host = TestHost.start()) {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.add("-XX:TieredStopAtLevel=1");
            command.addAll(path.equals("class path") ? onClassPath() : onModulePath());
            command.addAll(List.of(host.base().toString(), uplink));
            Path errors = directory.resolve("errors");
            Path output = directory.resolve("output"); // a file, so that an app that hangs does not block this test
            Process app = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            try {
                assertThat(app.waitFor(120, TimeUnit.SECONDS))
                        .as(() -> "ended; its errors: " + text(errors))
                        .isTrue();
            } finally {
                app.destroyForcibly().waitFor();
            }
            assertThat(text(output))
                    .as(() -> "what the app said; and its errors: " + text(errors))
                    .isEqualTo("delivered 3600" + System.lineSeparator());
            assertThat(app.exitValue()).isZero();
        }
    }

    private static List<String> onClassPath() {
        return List.of("--limit-modules", "java.se", "-cp", plain + File.pathSeparator + libraries, "app.App");
    }

    private static List<String> onModulePath() {
        return List.of(
                "--limit-modules",
                "java.se,org.banip.transcoders,app",
                "--add-modules",
                "org.banip.transcoders",
                "-p",
                modular + File.pathSeparator + libraries,
                "-m",
                "app/app.App");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
