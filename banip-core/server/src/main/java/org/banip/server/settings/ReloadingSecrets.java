package org.banip.server.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.banip.core.text.FileError;
import org.banip.server.file.ReloadingFile;

/**
 * The secrets of a file: its first line, and its second one, if it has one, so that both sides of a shared secret can change it one after the other.
 * Read again when the file changes; a file that has become wrong leaves the last secrets in force. Any thread.
 */
public final class ReloadingSecrets implements Supplier<List<String>> {
    private static final int MOST_BYTES = 4096;
    private static final int MOST = 2;

    private final ReloadingFile<List<String>> file;

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if the file cannot be read, a line is shorter or longer than allowed, or a line begins with {@code #}, as a
     *     comment does, which must not become a secret
     */
    public ReloadingSecrets(Path path, int minCharacters, int maxCharacters) {
        this(path, minCharacters, maxCharacters, Optional.empty(), System::nanoTime);
    }

    /**
     * Reads a file; a secret that another file has is refused, whichever of the two has it first.
     *
     * @param other the other file; while it cannot be read, nothing is compared
     * @throws IllegalArgumentException as above, and if the other file has one of the secrets
     */
    public ReloadingSecrets(Path path, int minCharacters, int maxCharacters, Optional<Path> other) {
        this(path, minCharacters, maxCharacters, other, System::nanoTime);
    }

    ReloadingSecrets(Path path, int minCharacters, int maxCharacters, Optional<Path> other, LongSupplier nanoClock) {
        file = new ReloadingFile<>(
                path,
                from -> {
                    List<String> secrets = read(from, minCharacters, maxCharacters);
                    other.ifPresent(that -> checkDifferent(from, secrets, that));
                    return secrets;
                },
                nanoClock);
    }

    private static void checkDifferent(Path file, List<String> secrets, Path other) {
        List<String> others;
        try {
            others = lines(other);
        } catch (IllegalArgumentException e) {
            return; // who uses that file says so
        }
        for (String secret : secrets) {
            if (others.contains(secret)) {
                throw new IllegalArgumentException("line " + (secrets.indexOf(secret) + 1) + " of " + file + " is line "
                        + (others.indexOf(secret) + 1) + " of " + other
                        + " as well; each secret must be in one of them only");
            }
        }
    }

    private static List<String> read(Path file, int minCharacters, int maxCharacters) {
        List<String> lines = lines(file);
        if (lines.isEmpty() || lines.size() > MOST) {
            throw new IllegalArgumentException(
                    file + " has " + lines.size() + " lines with secrets, must have 1 or " + MOST);
        }
        for (String line : lines) {
            if (line.startsWith("#")) {
                throw new IllegalArgumentException("line " + (lines.indexOf(line) + 1) + " of " + file
                        + " begins with '#'; each line is a secret, comments are not allowed");
            }
            if (line.length() < minCharacters || line.length() > maxCharacters) {
                throw new IllegalArgumentException("line " + (lines.indexOf(line) + 1) + " of " + file + " has "
                        + line.length() + " characters, allowed are " + minCharacters + " to " + maxCharacters);
            }
        }
        return lines;
    }

    private static List<String> lines(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) { // the last line would be cut
                throw new IllegalArgumentException(
                        file + " has more than the " + MOST_BYTES + " bytes that are allowed");
            }
            String text = new String(bytes, StandardCharsets.UTF_8);
            return text.lines()
                    .map(String::trim)
                    .filter(line -> !line.isEmpty())
                    .toList();
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException(FileError.reading(file, e), e);
        }
    }

    /** Those in force; the one to show first. Never empty. */
    @Override
    public List<String> get() {
        return file.get();
    }
}
