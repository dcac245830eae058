package org.banip.surrogate.people;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.banip.server.grant.BanPattern;
import org.banip.server.password.LogInName;
import org.banip.server.password.PasswordHash;

/**
 * A line of a viewers' file: {@code name:secret:roles:BANs}.
 *
 * @param name 1 to 64 of {@code A-Z a-z 0-9 . _ @ -}; of a group any 1 to 128 characters without control characters and colons
 * @param secret a bcrypt hash of the password, {@code sha256$} and the SHA-256 of a token in hexadecimal digits, {@code oidc} for a person whom an
 *     identity provider proves, or {@code oidc-group} for all whom it puts into a group of this name
 * @param roles at least one
 * @param grants which BANs; may be empty
 */
record PersonEntry(String name, String secret, Set<Role> roles, List<BanPattern> grants) {
    private static final Pattern TOKEN = Pattern.compile("sha256\\$[0-9a-f]{64}");
    private static final Pattern GROUP_NAME =
            Pattern.compile("[^\\p{Cntrl}:#\\s]([^\\p{Cntrl}:]{0,126}[^\\p{Cntrl}:\\s])?");
    private static final int FIELDS = 4;

    /** In place of a secret: an identity provider proves this person. */
    static final String EXTERNAL = "oidc";

    /** In place of a secret: an identity provider proves that somebody is in this group. */
    static final String GROUP = "oidc-group";

    PersonEntry {
        if (secret.equals(GROUP)) {
            if (!GROUP_NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "the name of a group must be 1 to 128 characters without control characters"
                                + " and colons, with no blank at its ends and no # at its beginning");
            }
        } else if (!LogInName.is(name)) {
            throw new IllegalArgumentException("the name must be " + LogInName.ALLOWED);
        } else if (isReserved(name)) {
            throw new IllegalArgumentException("the name " + name + " is BANip's own");
        }
        if (!secret.equals(EXTERNAL)
                && !secret.equals(GROUP)
                && !TOKEN.matcher(secret).matches()) {
            checkHash(secret);
        }
        roles = Set.copyOf(roles);
        grants = List.copyOf(grants);
    }

    private static void checkHash(String secret) {
        if (!secret.startsWith("$2")) {
            throw new IllegalArgumentException(
                    "the second field is neither a bcrypt hash ($2y$, $2a$ or $2b$, 60 characters)"
                            + " nor sha256$ and 64 of 0-9 a-f, nor " + EXTERNAL + " or " + GROUP
                            + "; 'banip host passwd' makes a line");
        }
        PasswordHash unused = new PasswordHash(secret);
    }

    /** Whether the name means those who have none. */
    static boolean isReserved(String name) {
        return name.equals(Person.OF_TOKEN) || name.equals(Person.LOCAL);
    }

    static PersonEntry parse(String line) {
        String[] fields = line.split(":", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException(
                    "has " + fields.length + " fields with colons between them, must have 4: NAME:HASH:ROLES:BANS");
        }
        return new PersonEntry(fields[0], fields[1], Role.parse(fields[2]), grants(fields[3]));
    }

    /** Reads patterns of BANs with commas or blanks between them; there may be none. */
    static List<BanPattern> grants(String text) {
        return Arrays.stream(text.split("[,\\s]+"))
                .filter(pattern -> !pattern.isEmpty())
                .map(BanPattern::new)
                .collect(Collectors.toList());
    }

    /** The bcrypt hash, if the person has a password. */
    Optional<PasswordHash> password() {
        return hasToken() || isExternal() || isGroup() ? Optional.empty() : Optional.of(new PasswordHash(secret));
    }

    /** Whether an identity provider proves the person. */
    boolean isExternal() {
        return secret.equals(EXTERNAL);
    }

    /** Whether it is for all of a group. */
    boolean isGroup() {
        return secret.equals(GROUP);
    }

    /** Somebody of this group. */
    Person member(String of) {
        return new Person(of, Person.How.LOG_IN, roles, grants);
    }

    boolean hasToken() {
        return secret.startsWith("sha256$");
    }

    /** The person of this entry, after a right password or token was shown. */
    Person person(Person.How how) {
        return new Person(name, how, roles, grants);
    }

    /** The line. */
    String line() {
        return String.join(
                ":",
                name,
                secret,
                new TreeSet<>(roles).stream().map(Role::token).collect(Collectors.joining(",")),
                grants.stream().map(BanPattern::text).collect(Collectors.joining(",")));
    }

    /** Hides the secret. */
    @Override
    public String toString() {
        return "PersonEntry[" + name + "]";
    }
}
