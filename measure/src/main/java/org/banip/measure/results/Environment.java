package org.banip.measure.results;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The environment of measurements.
 *
 * @param begun the instant at which they began
 * @param commit of BANip, and whether files differ from it; {@code unknown} if the program is in no checkout
 * @param java version and virtual machine
 * @param kernel name, release and architecture
 * @param cpu its model
 * @param cores number of processors that the JVM may use
 * @param congestionControl the machine's default for TCP; links have their own
 * @param seed of all random numbers
 */
public record Environment(
        Instant begun,
        String commit,
        String java,
        String kernel,
        String cpu,
        int cores,
        String congestionControl,
        long seed) {
    private static final String UNKNOWN = "unknown";

    /** The environment of this process. */
    public static Environment here(long seed) {
        return new Environment(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                readCommit(),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                String.join(
                        " ",
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        System.getProperty("os.arch")),
                readCpu(),
                Runtime.getRuntime().availableProcessors(),
                firstLine(Path.of("/proc/sys/net/ipv4/tcp_congestion_control")).orElse(UNKNOWN),
                seed);
    }

    /** The environment as a row of results. */
    ResultRow row() {
        return new ResultRow()
                .text("begun", begun.toString())
                .text("commit", commit)
                .text("java", java)
                .text("kernel", kernel)
                .text("cpu", cpu)
                .count("cores", cores)
                .text("congestionControl", congestionControl)
                .count("seed", seed);
    }

    private static String readCommit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12")
                    .directory(programFolder().toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (Stream<String> lines = git.inputReader().lines()) {
                String line = lines.findFirst().orElse(UNKNOWN);
                boolean ended = git.waitFor(10, TimeUnit.SECONDS);
                return ended && git.exitValue() == 0 ? line : UNKNOWN;
            }
        } catch (IOException | URISyntaxException e) {
            return UNKNOWN; // git is not installed
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }

    /** The folder of this program, independent of the working folder. */
    private static Path programFolder() throws URISyntaxException {
        Path code = Path.of(Environment.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return Files.isDirectory(code) ? code : code.resolveSibling("");
    }

    private static String readCpu() {
        Path info = Path.of("/proc/cpuinfo");
        try (Stream<String> lines = Files.exists(info) ? Files.lines(info) : Stream.empty()) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN; // this kernel does not tell
        }
    }

    private static Optional<String> firstLine(Path file) {
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.findFirst();
        } catch (IOException e) {
            return Optional.empty(); // this kernel does not tell
        }
    }
}
