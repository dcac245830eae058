package org.banip.emulator;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs commands of iproute2. */
final class SystemCommands {
    private SystemCommands() {}

    /** Whether the command is on the path. */
    static boolean installed(String command) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }

    /** Runs {@code ip} and returns what it prints. */
    static String ip(String... arguments) throws IOException {
        return run("", arguments);
    }

    /** Runs several {@code ip} commands in a namespace, one on each line, up to the first that fails. */
    static void ipBatch(String namespace, List<String> lines) throws IOException {
        run(String.join("\n", lines) + "\n", "-n", namespace, "-batch", "-");
    }

    private static String run(String input, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.US_ASCII));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = exitCode(process);
        if (code != 0) {
            throw new IOException(
                    "'" + String.join(" ", command) + "' failed with " + code + ": " + output.strip() + input(input));
        }
        return output;
    }

    private static String input(String input) {
        return input.isEmpty() ? "" : "; it read:\n" + input.strip();
    }

    private static int exitCode(Process process) throws IOException {
        boolean interrupted = false;
        while (true) {
            try {
                int code = process.waitFor(); // short, because its output has ended
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return code;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}
