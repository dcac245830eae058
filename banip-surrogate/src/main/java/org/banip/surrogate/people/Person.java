package org.banip.surrogate.people;

import jakarta.servlet.http.HttpServletRequest;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.server.audit.Who;
import org.banip.server.grant.BanPattern;

/**
 * Who makes a request of a viewer, and what this person may do. Each request that was let in has it {@linkplain #of as an attribute}.
 *
 * @param name the person's name; {@code viewer-token} for all who show the shared token, {@code local} for all on this machine where nobody is named
 * @param how how this was proven
 * @param roles what the person is here
 * @param grants which BANs the person may see
 */
public record Person(String name, How how, Set<Role> roles, List<BanPattern> grants) {
    /** Name of all who show the token of {@code viewer-token-file}. */
    public static final String OF_TOKEN = "viewer-token";

    /** Name of all on the host's machine, if the host has neither viewers' file nor token. */
    public static final String LOCAL = "local";

    private static final String ATTRIBUTE = "org.banip.surrogate.person";
    private static final List<BanPattern> ALL = List.of(new BanPattern("*"));

    /** How somebody proves who it is. */
    public enum How {
        /** By a password that came with the request. */
        PASSWORD,
        /** By a token of the person's own. */
        TOKEN,
        /** By the cookie of a log-in with a password. */
        LOG_IN,
        /** By the token that viewers share. */
        SHARED_TOKEN,
        /** By being on this machine. */
        LOCAL
    }

    /** Copies the collections. */
    public Person {
        roles = roles.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(roles));
        grants = List.copyOf(grants);
    }

    /** All who show the token that viewers share: they view every BAN. */
    public static Person ofToken() {
        return new Person(OF_TOKEN, How.SHARED_TOKEN, Set.of(Role.VIEWER), ALL);
    }

    /** All on this machine, where nobody is named: they view every BAN. */
    public static Person local() {
        return new Person(LOCAL, How.LOCAL, Set.of(Role.VIEWER), ALL);
    }

    /** The same for the audit log, where those without a name are viewers. */
    public Who who() {
        return switch (how) {
            case SHARED_TOKEN -> Who.of("viewer", "viewer-token");
            case LOCAL -> Who.of("viewer", "loopback");
            case PASSWORD -> Who.of(name, "password");
            case TOKEN -> Who.of(name, "token");
            case LOG_IN -> Who.of(name, "log-in");
        };
    }

    /** Who makes this request; empty until it was let in. */
    public static Optional<Person> of(HttpServletRequest request) {
        return Optional.ofNullable((Person) request.getAttribute(ATTRIBUTE));
    }

    /** Marks a request as this person's. */
    public void makes(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /** Whether this is one person of the viewers' file, or of the identity provider, and not all who share a token or a machine. */
    public boolean isNamed() {
        return how != How.SHARED_TOKEN && how != How.LOCAL;
    }

    /** Whether a role of the person has this right. */
    public boolean may(Right right) {
        return roles.stream().anyMatch(role -> role.may(right));
    }

    /** Whether the person has this right, and may see this BAN. */
    public boolean may(Right right, String ban) {
        return may(right) && grants.stream().anyMatch(grant -> grant.matches(name, ban));
    }
}
