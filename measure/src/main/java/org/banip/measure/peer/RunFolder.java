package org.banip.measure.peer;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of a run: the store, the broker's, and logs. One thread. */
final class RunFolder {
    private static final String LOG = ".log";

    private final Path path;

    RunFolder(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** Makes it, and lets no earlier run leave anything to this one. */
    void begin() throws IOException {
        Files.createDirectories(path);
        delete(true);
    }

    /** Leaves nothing but logs. */
    void end() throws IOException {
        if (Files.isDirectory(path)) {
            delete(false);
        }
    }

    private void delete(boolean logs) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, Files::isRegularFile)) {
            for (Path file : files) {
                if (logs || !file.toString().endsWith(LOG)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
