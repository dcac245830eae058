package org.banip.measure.load;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.banip.emulator.EmulatedHost;

/**
 * Where host and broker are taken from: this program's own classes, or another checkout or archive by its launcher. Immutable.
 *
 * @param launcher the script {@code banip}; empty for this program's own classes
 */
public record Product(Optional<Path> launcher) {
    private static final Pattern OPTION = Pattern.compile("(?m)^\\s+(?:-\\w, )?--([a-z][a-z-]*)");
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");
    private static final List<String> LAUNCHERS = List.of("banip", "bin/banip");
    private static final long HELP_SECONDS = 600;

    /** This program's own. */
    public static Product own() {
        return new Product(Optional.empty());
    }

    /**
     * A checkout or an unpacked archive.
     *
     * @throws IllegalArgumentException if the folder is none
     */
    public static Product in(Path folder) {
        return LAUNCHERS.stream()
                .map(folder::resolve)
                .filter(Files::isExecutable)
                .findFirst()
                .map(launcher -> new Product(Optional.of(launcher.toAbsolutePath())))
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + folder + "' has no launcher; it must be a checkout or an unpacked archive of BANip"));
    }

    /** What the results call it. */
    String name() {
        return launcher.map(path -> String.valueOf(path.getParent())).orElse("this");
    }

    /** The options that a command has. */
    Set<String> options(String command) throws IOException, InterruptedException {
        File text = File.createTempFile("banip-help", ".txt");
        try {
            Process help = command(List.of(), List.of(command, "--help"))
                    .redirectErrorStream(true)
                    .redirectOutput(text)
                    .start();
            if (!help.waitFor(HELP_SECONDS, TimeUnit.SECONDS) || help.exitValue() != 0) {
                help.descendants().forEach(ProcessHandle::destroy);
                help.destroyForcibly();
                throw new IOException(
                        name() + ": 'banip " + command + " --help' failed: " + Files.readString(text.toPath()));
            }
            return OPTION.matcher(Files.readString(text.toPath()))
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .collect(Collectors.toSet());
        } finally {
            Files.delete(text.toPath());
        }
    }

    /** A command, to be started: the server's process itself, not a shell before it. */
    ProcessBuilder command(List<String> javaOptions, List<String> words) {
        if (launcher.isPresent()) {
            List<String> command = new ArrayList<>(List.of(launcher.get().toString()));
            command.addAll(words);
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().put("BANIP_JAVA_OPTS", String.join(" ", javaOptions));
            return builder;
        }
        // As the launcher starts servers.
        List<String> flags = new ArrayList<>(List.of("-Xlog:disable", "-XX:+ExitOnOutOfMemoryError"));
        if (javaOptions.stream().noneMatch(COLLECTOR.asMatchPredicate())) {
            flags.add("-XX:+UseParallelGC");
        }
        if (Runtime.version().feature() >= 22) {
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        flags.addAll(javaOptions);
        return EmulatedHost.jvm(flags, "org.banip.app.Banip", words);
    }
}
