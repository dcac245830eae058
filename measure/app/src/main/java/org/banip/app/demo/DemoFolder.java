package org.banip.app.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.banip.core.text.FileError;

/** Folder of a demo's files: one of the user, or a temporary one that is deleted on close. */
final class DemoFolder implements AutoCloseable {
    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    private final Path directory;
    private final boolean kept;

    DemoFolder(Optional<Path> keep) {
        kept = keep.isPresent();
        try {
            directory = kept ? Files.createDirectories(keep.get()) : Files.createTempDirectory("banip-demo-");
        } catch (IOException e) {
            throw new UncheckedIOException(
                    keep.map(path -> "--keep: the folder " + path.toAbsolutePath() + " cannot be created: ")
                                    .orElse("no temporary folder can be created: ")
                            + FileError.writing(keep.orElse(TEMPORARY).toAbsolutePath(), e),
                    e);
        }
    }

    /** The store's file. */
    Path store() {
        return directory.resolve("store.db");
    }

    /** The file of a store in a process of its own. */
    Path copy() {
        return directory.resolve("copy.db");
    }

    /** The broker's password file. */
    Path passwords() {
        return directory.resolve("passwords");
    }

    /** The folder of certificates. */
    Path certificates() {
        return directory.resolve("certificates");
    }

    /** The folder, if it is kept. */
    Optional<Path> kept() {
        return kept ? Optional.of(directory) : Optional.empty();
    }

    @Override
    public void close() {
        if (kept) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory + ": " + e.getMessage(), e);
        }
    }
}
