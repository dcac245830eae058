package org.banip.surrogate.people;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.banip.server.file.WholeFile;
import org.banip.server.password.NewPassword;
import org.banip.server.password.PasswordStrength;

/**
 * Makes and changes a viewers' file, for operators. The file is replaced as a whole, so a running host sees either the old or the new content.
 * Comments and the order of lines are kept. Not for concurrent writers.
 */
public final class PeopleFile {
    private static final int TOKEN_BYTES = 32;
    private static final Pattern BLANK_WITHIN = Pattern.compile("[^,\\s]\\s+[^,\\s]");

    private final Path path;

    /** The file, which need not exist yet. */
    public PeopleFile(Path path) {
        this.path = path.toAbsolutePath();
    }

    /**
     * What a person may do.
     *
     * @param roles names of roles with commas between them; empty to keep those that the person has
     * @param bans patterns of BANs with commas between them, also behind blanks, but without blanks within; empty to keep those that the person has
     */
    public record Rights(Optional<String> roles, Optional<String> bans) {
        /** Somebody who wants a BAN whose name has a blank must not grant two others. */
        public Rights {
            bans.filter(BLANK_WITHIN.asPredicate()).ifPresent(text -> {
                throw new IllegalArgumentException(
                        "BANs have commas between them, and no blanks within: '" + text + "'");
            });
        }
    }

    /**
     * Sets a person's password, and adds the person if the name is new.
     *
     * @param name 1 to 64 of {@code A-Z a-z 0-9 . _ @ -}
     * @param cost of bcrypt, 4 to 15
     * @return whether the name is new
     * @throws IllegalArgumentException if the password is weak, a rule is broken, a new person has no roles, the name is a group's, or the file is
     *     malformed
     * @throws UncheckedIOException if the file cannot be read or written
     */
    public boolean setPassword(String name, char[] password, int cost, Rights rights) {
        PasswordStrength.check(name, password);
        return put(name, NewPassword.hash(password, cost).text(), rights);
    }

    /** Gives a person a new token instead of a password, and adds the person if the name is new; returns the token, which stands nowhere else. */
    public String setToken(String name, Rights rights) {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        put(name, PeopleEntries.digest(token), rights);
        return token;
    }

    /**
     * Lets an identity provider prove a person, or the members of a group, and adds the name if it is new.
     *
     * @param group whether it is the name of a group
     * @return whether the name is new
     * @throws IllegalArgumentException if a rule is broken, a new name has no roles, a group would become a person or a person a group, or the
     *     file is malformed
     */
    public boolean setExternal(String name, boolean group, Rights rights) {
        return put(name, group ? PersonEntry.GROUP : PersonEntry.EXTERNAL, rights);
    }

    /**
     * Changes what a person may do.
     *
     * @throws IllegalArgumentException if the person is not there, a rule is broken, or the file is malformed
     */
    public void setRights(String name, Rights rights) {
        if (!has(name)) {
            throw new IllegalArgumentException(name + " is not in " + path);
        }
        change(name, old -> merge(old, old.secret(), rights));
    }

    /** Whether the person is there. */
    public boolean has(String name) {
        if (!Files.exists(path)) {
            return false;
        }
        PeopleEntries entries = PeopleEntries.read(path);
        return entries.find(name).or(() -> entries.group(name)).isPresent();
    }

    /** Whether the person is there and was granted BANs. */
    public boolean mayHaveBans(String name) {
        return Files.exists(path)
                && PeopleEntries.read(path)
                        .find(name)
                        .filter(person -> !person.grants().isEmpty())
                        .isPresent();
    }

    /** Whether the person is there and may read the host's own figures: an operator with a token. */
    public boolean mayReadMetrics(String name) {
        return Files.exists(path)
                && PeopleEntries.read(path)
                        .find(name)
                        .filter(person -> person.hasToken() && person.roles().contains(Role.OPERATOR))
                        .isPresent();
    }

    /** Removes a person; returns whether the name existed. From the next second on this person is not let in. */
    public boolean remove(String name) {
        List<String> lines = lines();
        boolean removed = lines.removeIf(line -> isOf(name, line));
        if (removed) {
            WholeFile.write(path, lines);
        }
        return removed;
    }

    private boolean put(String name, String secret, Rights rights) {
        if (has(name)) {
            change(name, old -> {
                checkKind(old, secret);
                return merge(old, secret, rights);
            });
            return false;
        }
        String roles = rights.roles()
                .orElseThrow(() -> new IllegalArgumentException(
                        name + " is new and needs roles; allowed are " + Role.ALLOWED + ", with commas between them"));
        List<String> lines = lines();
        lines.add(new PersonEntry(
                        name,
                        secret,
                        Role.parse(roles),
                        PersonEntry.grants(rights.bans().orElse("")))
                .line());
        WholeFile.write(path, lines);
        return true;
    }

    /** Somebody who forgets an option must not make a person of a group, with all that the group may do. */
    private void checkKind(PersonEntry old, String secret) {
        boolean group = secret.equals(PersonEntry.GROUP);
        if (old.isGroup() != group) {
            throw new IllegalArgumentException(
                    old.name() + " is a " + (old.isGroup() ? "group" : "person") + " in " + path
                            + ", not a " + (group ? "group" : "person") + "; change it as what it is ("
                            + (old.isGroup() ? "with" : "without") + " --oidc-group), or remove it first");
        }
    }

    private static PersonEntry merge(PersonEntry old, String secret, Rights rights) {
        return new PersonEntry(
                old.name(),
                secret,
                rights.roles().map(Role::parse).orElse(old.roles()),
                rights.bans().map(PersonEntry::grants).orElse(old.grants()));
    }

    private void change(String name, UnaryOperator<PersonEntry> change) {
        List<String> lines = lines();
        lines.replaceAll(line ->
                isOf(name, line) ? change.apply(PersonEntry.parse(line.trim())).line() : line);
        WholeFile.write(path, lines);
    }

    private static boolean isOf(String name, String line) {
        return line.trim().startsWith(name + ":");
    }

    private List<String> lines() {
        return WholeFile.lines(path, PeopleEntries::read);
    }
}
