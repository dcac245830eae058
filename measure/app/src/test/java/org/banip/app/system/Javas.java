package org.banip.app.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The Javas of this machine that BANip runs on. */
public final class Javas {
    private static final int OLDEST_JAVA = 17;

    private Javas() {}

    /** The home of this Java, of the one in JAVA_HOME, and of each installed one. */
    public static Stream<Path> supported() throws IOException {
        Set<Path> homes = new TreeSet<>();
        homes.add(Path.of(System.getProperty("java.home")).toRealPath());
        Path installed = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(installed)) {
            try (Stream<Path> each = Files.list(installed)) {
                for (Path home : each.toList()) {
                    if (isSupported(home)) {
                        homes.add(home.toRealPath());
                    }
                }
            }
        }
        String fromEnvironment = System.getenv("JAVA_HOME");
        if (fromEnvironment != null && isSupported(Path.of(fromEnvironment))) {
            homes.add(Path.of(fromEnvironment).toRealPath());
        }
        return homes.stream();
    }

    /** All but this Java, for what other tests show of this Java; this one if there is no other. */
    public static Stream<Path> others() throws IOException {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        List<Path> others = supported().filter(home -> !home.equals(own)).toList();
        return others.isEmpty() ? Stream.of(own) : others.stream();
    }

    private static boolean isSupported(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin").resolve("java")) || !Files.exists(release)) {
            return false;
        }
        return Files.readAllLines(release).stream()
                .filter(line -> line.startsWith("JAVA_VERSION="))
                .map(line -> line.replaceAll("[^0-9.]", "").replaceAll("\\..*", ""))
                .anyMatch(major -> !major.isEmpty() && Integer.parseInt(major) >= OLDEST_JAVA);
    }
}
