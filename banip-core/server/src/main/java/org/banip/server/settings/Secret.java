package org.banip.server.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.banip.core.text.FileError;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * A password or token, read from the first line of a file. Immutable; does not show its value as text.
 *
 * @param file where it was read
 * @param value what the line says, without blanks at its ends
 */
public record Secret(Path file, String value) {
    private static final Logger LOG = ServerLog.of(Secret.class);
    private static final int MAX_BYTES = 4096;

    /**
     * Reads a secret; warns if every user of this machine may read or write the file.
     *
     * @throws IllegalArgumentException if the file cannot be read, or its first line is shorter or longer than allowed
     */
    public static Secret read(Path file, int minCharacters, int maxCharacters) {
        String line = firstLine(file);
        if (line.isEmpty()) {
            throw new IllegalArgumentException("the first line of " + file + " is empty");
        }
        if (line.length() < minCharacters || line.length() > maxCharacters) {
            throw new IllegalArgumentException("the first line of " + file + " has " + line.length() + " characters");
        }
        warnIfOpen(file);
        return new Secret(file, line);
    }

    private static String firstLine(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
            return text.lines().findFirst().orElse("").trim();
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException(FileError.reading(file, e), e);
        }
    }

    /** Logs a warning if every user of this machine may read or write the file. */
    public static void warnIfOpen(Path file) {
        Set<PosixFilePermission> permissions = permissions(file);
        List<String> others = new ArrayList<>();
        if (permissions.contains(PosixFilePermission.OTHERS_READ)) {
            others.add("read");
        }
        if (permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            others.add("write");
        }
        if (!others.isEmpty()) {
            String may = String.join(" and ", others);
            LOG.warn("- every user of this machine may {} {}; use chmod o-rwx {}", may, file, file);
        }
    }

    private static Set<PosixFilePermission> permissions(Path file) {
        try {
            return Files.getPosixFilePermissions(file);
        } catch (UnsupportedOperationException | IOException e) {
            return Set.of(); // The file system has no such permissions, or the reader of the file reports the failure.
        }
    }

    /** Names the file and hides the value. */
    @Override
    public String toString() {
        return "Secret[" + file + "]";
    }
}
