package org.banip.server.password;

import java.util.Optional;

/** The names that may log in with a password, as they stand in a file now. Immutable. */
public interface KnownPasswords {
    /** The hash of a name's password. */
    Optional<PasswordHash> hashOf(String name);

    /** A hash of the highest cost, compared for unknown names, so that this takes as long as the slowest entry. */
    PasswordHash decoy();
}
