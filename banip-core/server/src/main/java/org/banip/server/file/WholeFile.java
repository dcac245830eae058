package org.banip.server.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.banip.core.text.FileError;

/**
 * Reads an operator's file of lines, and replaces it as a whole, so that a running server sees either the old or the new content. It keeps the file's permissions; a
 * new file is readable by its owner only. Not for concurrent writers.
 */
public final class WholeFile {
    private WholeFile() {}

    /**
     * The lines of a file that is to be changed; none if it does not exist.
     *
     * @param check throws an exception if the file is something else, so that it is not touched
     * @throws UncheckedIOException if they cannot be read
     */
    public static List<String> lines(Path file, Consumer<Path> check) {
        if (!Files.exists(file)) {
            return new ArrayList<>();
        }
        check.accept(file);
        try {
            return new ArrayList<>(Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(FileError.reading(file, e), e);
        }
    }

    /**
     * Writes the lines.
     *
     * @throws UncheckedIOException if they cannot be written
     */
    public static void write(Path file, List<String> lines) {
        Path path = file.toAbsolutePath();
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        try {
            Files.deleteIfExists(fresh);
            create(fresh, path);
            Files.write(fresh, lines, StandardOpenOption.WRITE);
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(FileError.replacing(path, fresh, e), e);
        }
    }

    /** Readable by its owner only from the beginning. */
    private static void create(Path fresh, Path replaced) throws IOException {
        if (!fresh.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(fresh);
            return;
        }
        Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        if (Files.exists(replaced)) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(replaced);
            Files.setPosixFilePermissions(fresh, permissions);
        }
    }
}
