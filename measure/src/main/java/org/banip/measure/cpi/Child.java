package org.banip.measure.cpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.banip.emulator.EmulatedHost;

/** A child process of a run. */
public final class Child extends Conversation {
    private static final Duration END = Duration.ofSeconds(20);
    private static final int SHOWN = 400;

    private final Process process;
    private final Path log;

    /** Starts processes on one side of a link. */
    @FunctionalInterface
    public interface Starter {
        /** Starts a process. */
        Process start(ProcessBuilder builder) throws IOException;
    }

    private Child(String name, Process process, Path log) {
        super(name, process.getInputStream(), process.getOutputStream());
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a process with these flags of the JVM.
     *
     * @param log takes its standard error
     */
    public static Child start(Starter side, Class<?> main, List<String> flags, Path log) throws IOException {
        ProcessBuilder builder =
                EmulatedHost.jvm(flags, main.getName(), List.of()).redirectError(log.toFile());
        Child child = new Child(main.getSimpleName(), side.start(builder), log);
        child.open();
        return child;
    }

    /** Starts a program. Like our own processes, it prints events, and ends when its standard input ends. */
    public static Child start(Starter side, Path program, List<String> arguments, Path log) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        Process process = side.start(new ProcessBuilder(command).redirectError(log.toFile()));
        Child child = new Child(String.valueOf(program.getFileName()), process, log);
        child.open();
        return child;
    }

    /**
     * JVM options: those for a small footprint and a fast start, because many processes run at once, or those of one that compiles its code fully,
     * as in use.
     */
    public static List<String> flags(boolean fullyCompiled) {
        List<String> flags = new ArrayList<>(List.of("-Xlog:disable", "-XX:+UseSerialGC"));
        flags.addAll(fullyCompiled ? List.of("-Xmx512m") : List.of("-XX:TieredStopAtLevel=1", "-Xmx160m"));
        if (Runtime.version().feature() >= 22) {
            flags.add("--enable-native-access=ALL-UNNAMED"); // SQLite's driver loads a library
        }
        return flags;
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Whether it runs. */
    public boolean alive() {
        return process.isAlive();
    }

    /** Kills it (SIGKILL), and returns when it is dead. */
    public void kill() throws InterruptedException {
        int unused = process.destroyForcibly().waitFor();
    }

    /** The last lines of its log, without stack traces. */
    @Override
    String said() throws IOException {
        String all = Files.exists(log) ? Files.readString(log) : "";
        String sentences = all.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("at ") && !line.startsWith("... "))
                .collect(Collectors.joining("; "));
        return sentences.isEmpty()
                ? ""
                : "; it said: " + sentences.substring(Math.max(0, sentences.length() - SHOWN)) + " (" + log + ")";
    }

    /** Waits for its end after the command to end; kills it if it does not end. */
    @Override
    public void close() {
        try {
            endOfWords(); // it ends with its standard input at the latest
        } catch (IOException e) {
            process.destroy();
        }
        try {
            if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
