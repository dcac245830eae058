package org.banip.surrogate.people;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.banip.server.file.Lines;
import org.banip.server.password.KnownPasswords;
import org.banip.server.password.NewPassword;
import org.banip.server.password.PasswordHash;
import org.banip.server.settings.Secret;

/** What a viewers' file says now. Immutable. */
final class PeopleEntries implements KnownPasswords {
    private final Map<String, PersonEntry> byName;
    private final Map<String, PersonEntry> byToken = new HashMap<>();
    private final PasswordHash decoy;

    private PeopleEntries(Map<String, PersonEntry> byName) {
        this.byName = Map.copyOf(byName);
        byName.values().stream().filter(PersonEntry::hasToken).forEach(entry -> byToken.put(entry.secret(), entry));
        decoy = PasswordHash.decoy(byName.values().stream()
                .flatMap(entry -> entry.password().stream())
                .mapToInt(PasswordHash::cost)
                .max()
                .orElse(NewPassword.DEFAULT_COST));
    }

    /**
     * Reads a viewers' file; warns if others than its owner and group may read it.
     *
     * @throws IllegalArgumentException with every malformed line's number
     * @throws java.io.UncheckedIOException if it cannot be read
     */
    static PeopleEntries read(Path path) {
        Secret.warnIfOpen(path);
        Map<String, PersonEntry> entries = new HashMap<>();
        Lines.of(path).forEach(line -> {
            PersonEntry entry = PersonEntry.parse(line);
            if (entries.put(entry.name(), entry) != null) {
                throw new IllegalArgumentException(entry.name() + " stands here twice");
            }
        });
        return new PeopleEntries(entries);
    }

    Optional<PersonEntry> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The person with this token. Found by its digest, so that the time does not tell how much of a guess is right. */
    Optional<PersonEntry> withToken(String token) {
        return Optional.ofNullable(byToken.get(digest(token)));
    }

    /** How a token stands in the file. It is random, so that it needs no salt and no slow hash. */
    static String digest(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return "sha256$" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    int size() {
        return byName.size();
    }

    @Override
    public Optional<PasswordHash> hashOf(String name) {
        return find(name).flatMap(PersonEntry::password);
    }

    @Override
    public PasswordHash decoy() {
        return decoy;
    }
}
