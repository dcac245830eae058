package org.banip.wsb.authentication;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.banip.core.text.FileError;
import org.banip.wsb.spi.Identity;

/**
 * Sets and removes entries of a password file, for operators. The file is replaced as a whole, so a running broker sees either the old or the new
 * content. Comments and the order of lines are kept. Not for concurrent writers.
 */
public final class PasswordFile {
    /** bcrypt cost of new entries: some 50 to 100 ms an attempt. */
    public static final int DEFAULT_COST = 10;

    /** Least length of a new password, in characters. */
    public static final int MIN_PASSWORD = 8;

    private final Path path;

    /** The file, which need not exist yet. */
    public PasswordFile(Path path) {
        this.path = path.toAbsolutePath();
    }

    /**
     * Sets a user's password; creates the file, readable by its owner only, if it does not exist.
     *
     * @param name {@value Identity#ALLOWED}
     * @param password at least 8 characters, at most 72 bytes in UTF-8
     * @return whether the name is new
     * @throws IllegalArgumentException if a rule is broken or the file is malformed
     * @throws UncheckedIOException if the file cannot be read or written
     */
    public boolean set(String name, char[] password) {
        return set(name, password, DEFAULT_COST);
    }

    /**
     * The same with another bcrypt cost.
     *
     * @param cost 4 to 15; each step doubles the time of an attempt
     */
    public boolean set(String name, char[] password, int cost) {
        if (!Identity.isName(name)) {
            throw new IllegalArgumentException("name must be " + Identity.ALLOWED);
        }
        byte[] bytes = utf8(password);
        try {
            return put(name, new PasswordHash(PasswordHash.of(bytes, cost).text()));
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /** Removes a user; returns whether the name existed. The user can no longer log in from the next second on. */
    public boolean remove(String name) {
        List<String> lines = lines();
        boolean removed = lines.removeIf(line -> isOf(name, line));
        if (removed) {
            write(lines);
        }
        return removed;
    }

    private boolean put(String name, PasswordHash hash) {
        List<String> lines = lines();
        String entry = name + ":" + hash.text();
        for (int i = 0; i < lines.size(); i++) {
            if (isOf(name, lines.get(i))) {
                lines.set(i, entry);
                write(lines);
                return false;
            }
        }
        lines.add(entry);
        write(lines);
        return true;
    }

    private static boolean isOf(String name, String line) {
        return line.trim().startsWith(name + ":");
    }

    private static byte[] utf8(char[] password) {
        if (password.length < MIN_PASSWORD) {
            throw new IllegalArgumentException(
                    "password of " + password.length + " characters, at least " + MIN_PASSWORD + " are needed");
        }
        byte[] bytes = new byte[3 * password.length];
        ByteBuffer room = ByteBuffer.wrap(bytes);
        if (StandardCharsets.UTF_8
                .newEncoder()
                .encode(CharBuffer.wrap(password), room, true)
                .isError()) {
            throw new IllegalArgumentException("password is no valid Unicode text");
        }
        byte[] exact = Arrays.copyOf(bytes, room.position());
        Arrays.fill(bytes, (byte) 0);
        if (exact.length > BasicCredentials.MAX_PASSWORD) {
            throw new IllegalArgumentException(
                    "password of " + exact.length + " bytes, bcrypt reads at most " + BasicCredentials.MAX_PASSWORD);
        }
        return exact;
    }

    private List<String> lines() {
        if (!Files.exists(path)) {
            return new ArrayList<>();
        }
        // Refuses to touch a file that is something else.
        PasswordEntries.read(path);
        try {
            return new ArrayList<>(Files.readAllLines(path));
        } catch (IOException e) {
            throw new UncheckedIOException(FileError.reading(path, e), e);
        }
    }

    private void write(List<String> lines) {
        Path directory = path.getParent();
        Path fresh = (directory == null ? path : directory).resolve(path.getFileName() + ".new");
        try {
            Files.deleteIfExists(fresh);
            create(fresh);
            Files.write(fresh, lines, StandardOpenOption.WRITE);
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(FileError.writing(path, e), e);
        }
    }

    /** Keeps the old file's permissions; a new file is readable by its owner only from the beginning. */
    private void create(Path fresh) throws IOException {
        if (!fresh.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(fresh);
            return;
        }
        Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        if (Files.exists(path)) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
            Files.setPosixFilePermissions(fresh, permissions);
        }
    }
}
