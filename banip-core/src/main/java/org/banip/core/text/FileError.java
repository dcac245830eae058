package org.banip.core.text;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Says in words what is wrong with a file or a folder. A file system's exceptions often have a path as their only message. */
public final class FileError {
    private static final String NOT_ALLOWED = "the file system does not allow it";

    private FileError() {}

    /** Why this file cannot be read: {@code passwords: no permission to read it}. */
    public static String reading(Path file, IOException e) {
        if (e instanceof AccessDeniedException) {
            return file + ": no permission to read it";
        }
        if (e instanceof NoSuchFileException) {
            return file + " does not exist";
        }
        if (Files.isDirectory(file)) {
            return file + " is a folder; allowed is a file";
        }
        if (e instanceof CharacterCodingException) {
            return file + " is no text in UTF-8";
        }
        return file + " cannot be read: " + reason(e);
    }

    /** Why this file or folder cannot be created or written: {@code /etc/passwords: no permission to create files in /etc}. */
    public static String writing(Path place, IOException e) {
        return writing(seen(place, e), Optional.empty(), e);
    }

    /**
     * Why a file cannot be replaced as a whole, in the words of {@link #writing}. They name the file that somebody wants written.
     *
     * @param fresh what is written beside the file, to get its name
     */
    public static String replacing(Path file, Path fresh, IOException e) {
        Path seen = seen(fresh, e);
        return writing(seen, Optional.of(file).filter(wanted -> seen.equals(fresh)), e);
    }

    private static String writing(Path path, Optional<Path> wanted, IOException e) {
        Path named = wanted.orElse(path);
        Path folder = path.toAbsolutePath().getParent();
        if (e instanceof AccessDeniedException) {
            boolean there = folder == null || Files.exists(path);
            return named + ": no permission " + (there ? "to write it" : "to create files in " + folder);
        }
        if (e instanceof NoSuchFileException) {
            return folder == null || Files.isDirectory(folder)
                    ? named + ": its folder takes no new files"
                    : named + ": the folder " + folder + " does not exist";
        }
        if (e instanceof FileAlreadyExistsException) {
            return named + " is a file; allowed is a folder";
        }
        return named + " cannot be written: " + reason(e);
    }

    /** The path that the file system complains about, which may be a folder above. */
    private static Path seen(Path place, IOException e) {
        String file = e instanceof FileSystemException refused ? refused.getFile() : null;
        return file == null ? place : place.getFileSystem().getPath(file);
    }

    private static String reason(IOException e) {
        if (e instanceof FileSystemException refused) {
            return refused.getReason() == null ? NOT_ALLOWED : refused.getReason();
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
