package org.banip.wsb.authentication;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.banip.server.file.Lines;
import org.banip.server.password.KnownPasswords;
import org.banip.server.password.NewPassword;
import org.banip.server.password.PasswordHash;
import org.banip.server.settings.Secret;
import org.banip.wsb.spi.Identity;

/**
 * The identities that may log in, one on each line: {@code name:$2y$10$…}.
 *
 * @param hashes by name
 * @param decoy compared for unknown names, so that this takes as long as the slowest entry
 */
record PasswordEntries(Map<String, PasswordHash> hashes, PasswordHash decoy) implements KnownPasswords {
    PasswordEntries {
        hashes = Map.copyOf(hashes);
    }

    /** Reads a password file; warns if others than its owner and group may read it. */
    static PasswordEntries read(Path path) {
        Secret.warnIfOpen(path);
        Map<String, PasswordHash> hashes = new HashMap<>();
        Lines.of(path).forEach(line -> {
            int colon = line.indexOf(':');
            String name = colon < 0 ? line : line.substring(0, colon);
            if (colon < 0 || !Identity.isName(name)) {
                throw new IllegalArgumentException("must be NAME:HASH, the name being " + Identity.ALLOWED);
            }
            PasswordHash hash = new PasswordHash(line.substring(colon + 1));
            if (hashes.put(name, hash) != null) {
                throw new IllegalArgumentException(name + " stands here twice");
            }
        });
        int cost = hashes.values().stream().mapToInt(PasswordHash::cost).max().orElse(NewPassword.DEFAULT_COST);
        return new PasswordEntries(hashes, PasswordHash.decoy(cost));
    }

    @Override
    public Optional<PasswordHash> hashOf(String name) {
        return Optional.ofNullable(hashes.get(name));
    }
}
