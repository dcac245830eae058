package org.banip.app.system;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.banip.app.Banip;

/**
 * Options with which the JVMs of tests take a third of the processor time to start: no optimizing compiler, the serial collector, and a class data
 * sharing archive as the launcher has it. The first test JVM of a build that needs the archive makes it.
 */
final class FastStart {
    private static final List<String> WITHOUT_ARCHIVE =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:cds*=off");

    private static final Path OWN_JAVA = Path.of(System.getProperty("java.home"));
    private static final long RECORDING_MINUTES = 3;

    private FastStart() {}

    /** The options for a command in some Java; only this Java has an archive, and only for a class path of jars. */
    static List<String> options(Path javaHome, String classPath) throws IOException {
        List<Path> jars =
                Stream.of(classPath.split(File.pathSeparator)).map(Path::of).toList();
        List<String> options = new ArrayList<>(WITHOUT_ARCHIVE);
        if (javaHome.equals(OWN_JAVA) && jars.stream().allMatch(Files::isRegularFile)) {
            options.add("-XX:SharedArchiveFile=" + archive(classPath, jars));
        }
        return options;
    }

    private static synchronized Path archive(String classPath, List<Path> jars) throws IOException {
        Path archive = buildDirectory()
                .resolve("classes-" + Integer.toHexString((Runtime.version() + classPath).hashCode()) + ".jsa");
        if (!isUpToDate(archive, jars)) {
            Path lock = Path.of(archive + ".lock");
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                FileLock unused = channel.lock(); // until the channel is closed
                if (!isUpToDate(archive, jars)) {
                    record(archive, classPath);
                }
            }
        }
        return archive;
    }

    /** Of the module that has this class. */
    private static Path buildDirectory() {
        URL classes = FastStart.class.getProtectionDomain().getCodeSource().getLocation();
        return Path.of(URI.create(classes.toString())).resolveSibling("");
    }

    private static boolean isUpToDate(Path archive, List<Path> jars) throws IOException {
        if (!Files.exists(archive)) {
            return false;
        }
        FileTime made = Files.getLastModifiedTime(archive);
        for (Path jar : jars) {
            if (Files.getLastModifiedTime(jar).compareTo(made) > 0) {
                return false;
            }
        }
        return true;
    }

    /** Of what a short demo loads. If there is no archive then, an empty file says so: a JVM does without it. */
    private static void record(Path archive, String classPath) throws IOException {
        Path directory = Files.createTempDirectory("banip-fast-start");
        Path made = directory.resolve("classes.jsa");
        Process demo = new ProcessBuilder(
                        OWN_JAVA.resolve("bin").resolve("java").toString(),
                        "-XX:ArchiveClassesAtExit=" + made,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath,
                        Banip.class.getName(),
                        "demo",
                        "--tls",
                        "--json",
                        "--seconds",
                        "1")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("demo.log").toFile())
                .start();
        if (exitCode(demo) == 0 && Files.exists(made)) {
            Files.move(made, archive, StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.write(archive, new byte[0]);
        }
        try (Stream<Path> rest = Files.walk(directory)) {
            for (Path file : rest.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static int exitCode(Process demo) {
        return demo.onExit()
                .completeOnTimeout(demo, RECORDING_MINUTES, TimeUnit.MINUTES)
                .thenApply(Process::destroyForcibly) // does nothing to one that has ended
                .thenCompose(Process::onExit)
                .join()
                .exitValue();
    }
}
