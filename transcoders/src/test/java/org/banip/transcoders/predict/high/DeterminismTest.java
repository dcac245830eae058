package org.banip.transcoders.predict.high;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.core.ban.SensorGroup;
import org.banip.transcoders.Kept;
import org.banip.transcoders.Signal;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packets are the same everywhere: in this JVM, interpreted, compiled by either compiler, with other vector widths, on other JDKs. */
class DeterminismTest {
    private static final String NAME = "predict(effort=high), smallest signal";
    /** Every machine has finished by then. A Java process that has not, hangs. */
    private static final Duration HANGS = Duration.ofMinutes(15);

    @TempDir
    Path outputs;

    @BeforeAll
    static void keepWhatThisJvmMakes() {
        Kept.assertDigest(NAME, Digest.ofPackets());
    }

    @Test
    void packetsAreTheSameInThisJvm() {
        for (int round = 0; round < 3; round++) {
            Kept.assertDigest(NAME, Digest.ofPackets());
        }
    }

    @Test
    void packetsAreTheSameWhateverCompilesTheCode() throws Exception {
        Path java = Path.of(System.getProperty("java.home"));
        assertSame(List.of(
                new Jvm(java, 1, List.of("-Xint")),
                new Jvm(java, 3, List.of("-XX:TieredStopAtLevel=1")),
                new Jvm(java, 6, List.of("-XX:-TieredCompilation")),
                new Jvm(java, 6, List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:UseAVX=0")),
                new Jvm(java, 6, List.of("-XX:-UseSuperWord"))));
    }

    @Test
    void packetsAreTheSameOnEveryJdkBesideThisOne() throws Exception {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        List<Path> others = others(own);
        assumeThat(others).as("JDKs from 17 on beside " + own).isNotEmpty();
        assertSame(others.stream().map(home -> new Jvm(home, 6, List.of())).toList());
    }

    private static List<Path> others(Path own) throws IOException {
        List<Path> others = new ArrayList<>();
        Set<Path> seen = new HashSet<>(Set.of(own)); // which may have several names
        try (Stream<Path> siblings = Files.list(own.getParent())) {
            for (Path sibling : siblings.sorted().toList()) {
                if (Files.isExecutable(sibling.resolve("bin/java"))
                        && seen.add(sibling.toRealPath())
                        && majorVersion(sibling) >= 17) {
                    others.add(sibling);
                }
            }
        }
        return others;
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

    /** A Java process, the number of digests that it prints (later ones from compiled code), and its arguments. */
    private record Jvm(Path home, int rounds, List<String> options) {
        List<String> command() {
            List<String> command =
                    new ArrayList<>(List.of(home.resolve("bin/java").toString()));
            command.addAll(options);
            command.addAll(List.of("-cp", classPath(), Digest.class.getName(), Integer.toString(rounds)));
            return command;
        }

        Process start(Path output) throws IOException {
            return new ProcessBuilder(command())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        }
    }

    private void assertSame(List<Jvm> jvms) throws Exception {
        List<Process> processes = new ArrayList<>();
        try {
            for (int i = 0; i < jvms.size(); i++) {
                processes.add(jvms.get(i).start(output(i)));
            }
            for (int i = 0; i < processes.size(); i++) {
                boolean ended = processes.get(i).waitFor(HANGS.toMinutes(), TimeUnit.MINUTES);
                assertThat(ended)
                        .as("%s ends within %s; it said %s", jvms.get(i).command(), HANGS, lines(i))
                        .isTrue();
                assertThat(lines(i))
                        .as(jvms.get(i).command().toString())
                        .hasSize(jvms.get(i).rounds())
                        .containsOnly(Kept.digest(NAME));
            }
        } finally {
            for (Process process : processes) {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private Path output(int jvm) {
        return outputs.resolve("jvm " + jvm);
    }

    private List<String> lines(int jvm) throws IOException {
        return Files.readAllLines(output(jvm), StandardCharsets.UTF_8);
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
