package org.banip.measure.faults.machine;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Runs short programs of the system. */
final class Commands {
    private Commands() {}

    /** Whether the program is on the path. */
    static boolean installed(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /**
     * Runs a program to its end.
     *
     * @throws IOException with what it said, if it fails
     */
    static void run(String... command) throws IOException {
        Process process =
                new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.onExit().join().exitValue(); // short, because its output has ended
        if (code != 0) {
            throw new IOException("'" + String.join(" ", command) + "' failed with " + code + ": " + said.strip());
        }
    }

    /** Sends a signal, {@code STOP} or {@code CONT}, to a process. */
    static void signal(String name, long pid) throws IOException {
        run("kill", "-" + name, Long.toString(pid));
    }
}
