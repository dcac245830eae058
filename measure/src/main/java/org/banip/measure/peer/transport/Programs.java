package org.banip.measure.peer.transport;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of this machine that peers need. */
public final class Programs {
    private Programs() {}

    /** The program of this name in a folder of the PATH, or else in one of the other folders. */
    public static Optional<Path> find(String name, String... otherFolders) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(Arrays.stream(path.split(File.pathSeparator, -1)), Arrays.stream(otherFolders))
                .map(folder -> Path.of(folder, name))
                .filter(Programs::isProgram)
                .findFirst();
    }

    /** Whether the file can be executed. */
    public static boolean isProgram(Path file) {
        return Files.isExecutable(file) && !Files.isDirectory(file);
    }

    /** What a short command prints, standard error included; empty if it fails. */
    public static Optional<String> printed(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(text.strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
