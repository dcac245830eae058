package org.banip.server.password;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Hashes a password that an operator sets. */
public final class NewPassword {
    /** bcrypt cost of new entries: some 50 to 100 ms an attempt. */
    public static final int DEFAULT_COST = 10;

    /** Least length of a new password, in characters. */
    public static final int SHORTEST = 8;

    private NewPassword() {}

    /**
     * The hash of a password.
     *
     * @param password at least 8 characters, at most 72 bytes in UTF-8
     * @param cost 4 to 15; each step doubles the time of an attempt
     * @throws IllegalArgumentException if a rule is broken
     */
    public static PasswordHash hash(char[] password, int cost) {
        byte[] bytes = utf8(password);
        try {
            return PasswordHash.of(bytes, cost);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    private static byte[] utf8(char[] password) {
        if (password.length < SHORTEST) {
            throw new IllegalArgumentException(
                    "password of " + password.length + " characters, at least " + SHORTEST + " are needed");
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
}
