package org.banip.wsb.spi;

import org.banip.server.password.LogInName;

/**
 * The authenticated identity of an MBU. Grants name it, and the host reads it in the header {@code Banip-Identity}.
 *
 * @param name 1 to 64 of {@code A-Z a-z 0-9 . _ @ -}
 */
public record Identity(String name) {
    /** Description of allowed names. */
    public static final String ALLOWED = LogInName.ALLOWED;

    /** Checks the name, so that it can stand in a header and in a log. */
    public Identity {
        if (!isName(name)) {
            throw new IllegalArgumentException("identity must be " + ALLOWED);
        }
    }

    /** Whether the text may be the name of an identity. */
    public static boolean isName(String text) {
        return LogInName.is(text);
    }

    @Override
    public String toString() {
        return name;
    }
}
