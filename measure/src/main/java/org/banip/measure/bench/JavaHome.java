package org.banip.measure.bench;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * An installed Java.
 *
 * @param directory its home
 * @param version the version in its release file
 */
public record JavaHome(Path directory, Runtime.Version version) {
    /** From this version on native access needs an option; the store's driver loads a library. */
    private static final int NATIVE_ACCESS = 22;

    /** The Java that runs this program. */
    public static JavaHome running() {
        return new JavaHome(Path.of(System.getProperty("java.home")), Runtime.version());
    }

    /**
     * Reads a home's file {@code release}.
     *
     * @throws IllegalArgumentException if the directory is not the home of a Java
     */
    public static JavaHome of(Path directory) {
        return find(directory)
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + directory + "' is no home of a Java; it must have bin/java and a file 'release'"));
    }

    private static Optional<JavaHome> find(Path directory) {
        Path release = directory.resolve("release");
        if (!Files.isExecutable(directory.resolve("bin/java")) || !Files.isReadable(release)) {
            return Optional.empty();
        }
        Properties facts = new Properties();
        try (Reader in = Files.newBufferedReader(release)) {
            facts.load(in);
            String version = facts.getProperty("JAVA_VERSION", "").replace("\"", "");
            return Optional.of(new JavaHome(directory.toRealPath(), Runtime.Version.parse(version)));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty(); // older than Java 9, or no Java
        }
    }

    /** The newest Java installed beside this one; empty if none is newer. */
    public Optional<JavaHome> newestBeside() {
        Path parent = directory.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            return Optional.empty();
        }
        try (Stream<Path> beside = Files.list(parent)) {
            List<JavaHome> homes = beside.flatMap(home -> find(home).stream()).toList();
            return homes.stream()
                    .filter(home -> home.version.feature() > version.feature())
                    .max(Comparator.comparing(JavaHome::version));
        } catch (IOException e) {
            return Optional.empty(); // the folder cannot be read
        }
    }

    /** Its executable. */
    String executable() {
        return directory.resolve("bin/java").toString();
    }

    /** The JVM options that benchmarks need. */
    String[] flags() {
        return version.feature() >= NATIVE_ACCESS
                ? new String[] {"-Xlog:disable", "--enable-native-access=ALL-UNNAMED"}
                : new String[] {"-Xlog:disable"};
    }
}
