package org.banip.measure.peer;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The files of a run: the store, the files of brokers and servers, and logs. One thread. */
final class RunFolder {
    private static final String LOG = ".log";

    private final Path path;

    RunFolder(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** Creates the folder, and removes files of an earlier run. */
    void begin() throws IOException {
        Files.createDirectories(path);
        delete(true);
    }

    /** Removes everything except logs. */
    void end() throws IOException {
        if (Files.isDirectory(path)) {
            delete(false);
        }
    }

    private void delete(boolean logs) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                if (logs || !file.toString().endsWith(LOG)) {
                    deleteAll(file);
                }
            }
        }
    }

    private static void deleteAll(Path file) throws IOException {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(file)) {
                for (Path each : inside) {
                    deleteAll(each);
                }
            }
        }
        Files.deleteIfExists(file);
    }
}
