package org.banip.transcoders.predict.high;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.core.ban.SensorGroup;
import org.banip.transcoders.Signal;
import org.junit.jupiter.api.Test;

/** The same packets everywhere: in this JVM, interpreted, compiled either way, with other vector widths, on other JDKs. */
class DeterminismTest {
    /** A change of it is a change of the format: the other half of older versions would no longer decode. */
    private static final String PACKETS = "751bfd0e1e46ac617be098bb722da0c8bc5e5d20347d0eb786a62987c4c3be65";

    @Test
    void packetsAreTheSameInThisJvm() {
        for (int round = 0; round < 3; round++) {
            assertThat(Digest.ofPackets()).isEqualTo(PACKETS);
        }
    }

    @Test
    void packetsAreTheSameWhateverCompilesTheCode() throws Exception {
        Path java = Path.of(System.getProperty("java.home"));
        assertSame(java, 1, "-Xint");
        assertSame(java, 3, "-XX:TieredStopAtLevel=1");
        assertSame(java, 6, "-XX:-TieredCompilation");
        assertSame(java, 6, "-XX:+IgnoreUnrecognizedVMOptions", "-XX:UseAVX=0");
        assertSame(java, 6, "-XX:-UseSuperWord");
    }

    @Test
    void packetsAreTheSameOnEveryJdkBesideThisOne() throws Exception {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        List<Path> others = new ArrayList<>();
        try (Stream<Path> siblings = Files.list(own.getParent())) {
            for (Path sibling : siblings.sorted().toList()) {
                if (Files.isExecutable(sibling.resolve("bin/java"))
                        && !sibling.toRealPath().equals(own)) {
                    others.add(sibling);
                }
            }
        }
        for (Path other : others) {
            if (majorVersion(other) >= 17) {
                assertSame(other, 6);
            }
        }
    }

    private static int majorVersion(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isReadable(release)) {
            return 0;
        }
        return Files.readAllLines(release, StandardCharsets.UTF_8).stream()
                .filter(line -> line.startsWith("JAVA_VERSION=\""))
                .map(line -> line.substring(14).split("[.\"-]", -1)[0])
                .mapToInt(Integer::parseInt)
                .findFirst()
                .orElse(0);
    }

    private static void assertSame(Path home, int rounds, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath(), Digest.class.getName(), Integer.toString(rounds)));
        Path output = Files.createTempFile("digest", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            assertThat(process.waitFor(20, TimeUnit.MINUTES))
                    .as(command.toString())
                    .isTrue();
            assertThat(Files.readAllLines(output))
                    .as(command.toString())
                    .hasSize(rounds)
                    .containsOnly(PACKETS);
        } finally {
            Files.delete(output);
        }
    }

    private static String classPath() {
        return Stream.of(Digest.class, HighEncoder.class, SensorGroup.class, Signal.class)
                .map(DeterminismTest::place)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
