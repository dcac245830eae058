package org.banip.wsb.authentication;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.banip.server.file.WholeFile;
import org.banip.server.password.NewPassword;
import org.banip.server.password.PasswordHash;
import org.banip.wsb.spi.Identity;

/**
 * Sets and removes entries of a password file, for operators. The file is replaced as a whole, so a running broker sees either the old or the new
 * content. Comments and the order of lines are kept. Not for concurrent writers.
 */
public final class PasswordFile {
    /** bcrypt cost of new entries: some 50 to 100 ms an attempt. */
    public static final int DEFAULT_COST = NewPassword.DEFAULT_COST;

    /** Least length of a new password, in characters. */
    public static final int MIN_PASSWORD = NewPassword.SHORTEST;

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
        return put(name, NewPassword.hash(password, cost));
    }

    /** Removes a user; returns whether the name existed. The user can no longer log in from the next second on. */
    public boolean remove(String name) {
        List<String> lines = lines();
        boolean removed = lines.removeIf(line -> isOf(name, line));
        if (removed) {
            WholeFile.write(path, lines);
        }
        return removed;
    }

    private boolean put(String name, PasswordHash hash) {
        List<String> lines = lines();
        String entry = name + ":" + hash.text();
        for (int i = 0; i < lines.size(); i++) {
            if (isOf(name, lines.get(i))) {
                lines.set(i, entry);
                WholeFile.write(path, lines);
                return false;
            }
        }
        lines.add(entry);
        WholeFile.write(path, lines);
        return true;
    }

    private static boolean isOf(String name, String line) {
        return line.trim().startsWith(name + ":");
    }

    private List<String> lines() {
        return WholeFile.lines(path, PasswordEntries::read);
    }
}
