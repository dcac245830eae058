package org.banip.server.password;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * Name and password of a request (RFC 7617, section 2).
 *
 * @param name the claimed one: {@value LogInName#ALLOWED}
 * @param password at most 72 bytes in UTF-8: bcrypt reads no more
 */
public record BasicCredentials(String name, String password) {
    /** Most bytes of a password. */
    public static final int MAX_PASSWORD = 72;

    private static final String SCHEME = "Basic ";
    private static final int MAX_HEADER = 512;

    /** Whether the header is of this scheme; schemes are case-insensitive (RFC 9110, section 11.1). */
    public static boolean areIn(String authorization) {
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    /** Reads a header of this scheme; empty if it is malformed or the name is not allowed. */
    public static Optional<BasicCredentials> read(String authorization) {
        if (authorization.length() > MAX_HEADER) {
            return Optional.empty();
        }
        try {
            byte[] pair = Base64.getDecoder()
                    .decode(authorization.substring(SCHEME.length()).trim());
            return split(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(pair))
                    .toString());
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static Optional<BasicCredentials> split(String pair) {
        int colon = pair.indexOf(':');
        if (colon < 0 || !LogInName.is(pair.substring(0, colon))) {
            return Optional.empty();
        }
        BasicCredentials credentials = new BasicCredentials(pair.substring(0, colon), pair.substring(colon + 1));
        return credentials.passwordBytes().length > MAX_PASSWORD ? Optional.empty() : Optional.of(credentials);
    }

    /** The password in UTF-8. */
    public byte[] passwordBytes() {
        return password.getBytes(StandardCharsets.UTF_8);
    }

    /** Hides the password. */
    @Override
    public String toString() {
        return "BasicCredentials[" + name + "]";
    }
}
