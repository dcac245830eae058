package org.banip.emulator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs this process again by way of another command, which gives it what it lacks. */
final class Rerun {
    private static final long END_SECONDS = 60;

    private Rerun() {}

    /**
     * Runs it with the same arguments, streams and environment, and waits for its end.
     *
     * @param prefix the other command, which runs the words that follow
     * @param variable of the environment that tells the other process that it is there
     * @return its exit code
     */
    static int inside(List<String> prefix, String variable) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(joined(prefix, own())).inheritIO();
        builder.environment().put(variable, "yes");
        Process process = builder.start();
        Thread hook = new Thread(() -> end(process), "banip-rerun");
        Runtime.getRuntime().addShutdownHook(hook);
        int code = process.waitFor();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return code; // the JVM is ending, too
        }
        return code;
    }

    /** Asks it to end, and waits until it has: its shell must not go on before. */
    private static void end(Process process) {
        process.destroy();
        try {
            boolean unused = process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A command and its words. */
    static List<String> joined(List<String> prefix, List<String> words) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(words);
        return all;
    }

    /** The command line of this process. */
    private static List<String> own() throws IOException {
        String line = Files.readString(Path.of("/proc/self/cmdline"), StandardCharsets.UTF_8);
        List<String> arguments =
                new ArrayList<>(List.of(line.substring(0, line.length() - 1).split("\0", -1)));
        Optional<String> java = ProcessHandle.current().info().command();
        java.ifPresent(path -> arguments.set(0, path));
        return arguments;
    }
}
