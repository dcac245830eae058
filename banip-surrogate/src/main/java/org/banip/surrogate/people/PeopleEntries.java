package org.banip.surrogate.people;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.server.file.Lines;
import org.banip.server.password.KnownPasswords;
import org.banip.server.password.NewPassword;
import org.banip.server.password.PasswordHash;
import org.banip.server.settings.Secret;
import org.banip.surrogate.people.spi.ProvenPerson;

/** What a viewers' file says now. Immutable. */
final class PeopleEntries implements KnownPasswords {
    private final Map<String, PersonEntry> byName;
    private final Map<String, PersonEntry> byToken = new HashMap<>();
    /** In the order of the file. */
    private final List<PersonEntry> groups;

    private final PasswordHash decoy;

    private PeopleEntries(Map<String, PersonEntry> byName) {
        this.byName = byName.values().stream()
                .filter(entry -> !entry.isGroup())
                .collect(Collectors.toUnmodifiableMap(PersonEntry::name, entry -> entry));
        groups = byName.values().stream().filter(PersonEntry::isGroup).collect(Collectors.toUnmodifiableList());
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
        Map<String, PersonEntry> entries = new LinkedHashMap<>();
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

    /** The group of this name. */
    Optional<PersonEntry> group(String name) {
        return groups.stream().filter(group -> group.name().equals(name)).findFirst();
    }

    /**
     * Whom an identity provider has proven: the person's own line counts, else the first group of the file that the person is in. A name that has a
     * password or a token here is not taken from elsewhere, so that nobody becomes that person by a name at the provider.
     */
    Optional<Person> external(ProvenPerson proven) {
        Optional<PersonEntry> own = find(proven.name());
        if (own.isPresent() || PersonEntry.isReserved(proven.name())) {
            return own.filter(PersonEntry::isExternal).map(entry -> entry.person(Person.How.LOG_IN));
        }
        return groups.stream()
                .filter(group -> proven.groups().contains(group.name()))
                .findFirst()
                .map(group -> group.member(proven.name()));
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

    /** How many groups of an identity provider it has. */
    int groups() {
        return groups.size();
    }

    /** Whether somebody needs an identity provider. */
    boolean hasExternal() {
        return !groups.isEmpty() || byName.values().stream().anyMatch(PersonEntry::isExternal);
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
