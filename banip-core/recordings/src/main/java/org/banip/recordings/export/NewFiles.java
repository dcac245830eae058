package org.banip.recordings.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.FileError;

/**
 * Files that are written under temporary names beside their final ones, and appear complete or not at all; or those that a sink takes. One thread at
 * a time.
 */
final class NewFiles implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final ExportTarget target;
    private final Map<Path, Path> writtenByPlace = new LinkedHashMap<>();
    /** What the sink has taken. */
    private final List<Path> taken = new ArrayList<>();

    NewFiles(ExportTarget target) throws IOException {
        this.target = target;
        if (target.sink().isPresent()) {
            return;
        }
        Path folder = target.directory();
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "cannot export to " + folder + ": it is a file; allowed is a folder",
                    new NotDirectoryException(folder.toString()));
        }
        Files.createDirectories(folder);
    }

    /** Begins a file; the caller closes the stream. */
    OutputStream create(String name) throws IOException {
        if (target.sink().isPresent()) {
            return sink(name);
        }
        Path place = target.directory().resolve(name);
        if (!target.overwrite() && Files.exists(place)) {
            throw exists(place);
        }
        Path written = target.directory().resolve("." + name + "." + UUID.randomUUID() + ".part");
        if (writtenByPlace.putIfAbsent(place, written) != null) {
            throw new BanipException(ErrorCode.INTERNAL, "two files of this export would be named " + place);
        }
        Set<OpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new BufferedOutputStream(
                Channels.newOutputStream(Files.newByteChannel(written, options, ownersOnly())), BUFFER);
    }

    private OutputStream sink(String name) throws IOException {
        if (taken.contains(Paths.get(name))) {
            throw new BanipException(ErrorCode.INTERNAL, "two files of this export would be named " + name);
        }
        taken.add(Paths.get(name));
        return new BufferedOutputStream(
                target.sink().orElseThrow(IllegalStateException::new).create(name), BUFFER);
    }

    /** Signals are medical data: only the owner reads them, where the file system knows owners. */
    private FileAttribute<?>[] ownersOnly() {
        return target.directory().getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Puts all files in their places, in the order of their creation. */
    List<Path> publish() throws IOException {
        if (target.sink().isPresent()) {
            return taken;
        }
        List<Path> places = new ArrayList<>(writtenByPlace.keySet());
        for (Path place : places) {
            if (!target.overwrite() && Files.exists(place)) {
                throw exists(place);
            }
            Files.move(writtenByPlace.get(place), place, StandardCopyOption.ATOMIC_MOVE);
            writtenByPlace.remove(place);
        }
        return places;
    }

    private static BanipException exists(Path place) {
        return new BanipException(
                ErrorCode.MALFORMED_REQUEST,
                place + " exists; only an export that may overwrite replaces it",
                new FileAlreadyExistsException(place.toString()));
    }

    static BanipException unwritable(ExportTarget target, Exception e) {
        IOException cause = e instanceof IOException checked ? checked : wrapped(e);
        if (target.sink().isPresent()) {
            return new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE, "the export breaks off: " + cause.getMessage(), cause);
        }
        return new BanipException(
                ErrorCode.STORAGE_UNAVAILABLE,
                "cannot export to " + target.directory() + ": " + FileError.writing(target.directory(), cause),
                cause);
    }

    private static IOException wrapped(Exception e) {
        return e.getCause() instanceof IOException checked ? checked : new IOException(e);
    }

    /** Removes what was not published. */
    @Override
    public void close() throws IOException {
        for (Path written : writtenByPlace.values()) {
            Files.deleteIfExists(written);
        }
    }
}
