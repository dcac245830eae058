package org.banip.surrogate.people;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What a person is to a host: the only place that says which role has which rights (docs/people.md has the same table). */
public enum Role {
    /** Looks at live signals. */
    VIEWER(Right.LIST, Right.LIVE),
    /** Looks at live signals, and at what was recorded. */
    CLINICIAN(Right.LIST, Right.LIVE, Right.EXPORT, Right.ACKNOWLEDGE, Right.COMMAND),
    /** Runs the host, and sees no signals. */
    OPERATOR(Right.LIST, Right.ACKNOWLEDGE, Right.COMMAND, Right.OPERATE),
    /** Takes recordings elsewhere, and sees nothing live. */
    EXPORTER(Right.EXPORT);

    /** All roles, as they are written. */
    public static final String ALLOWED =
            Arrays.stream(values()).map(Role::token).collect(Collectors.joining(", "));

    @SuppressWarnings("ImmutableEnumChecker") // nothing changes it
    private final Set<Right> rights;

    Role(Right first, Right... more) {
        rights = EnumSet.of(first, more);
    }

    /** Whether the role has this right. */
    public boolean may(Right right) {
        return rights.contains(right);
    }

    /** How it is written. */
    public String token() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads names of roles with commas between them.
     *
     * @throws IllegalArgumentException if there is none, or one is not known
     */
    public static Set<Role> parse(String text) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String token : text.split(",", -1)) {
            roles.add(Arrays.stream(values())
                    .filter(role -> role.token().equals(token.trim()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("role '" + token.trim()
                            + "' is not known; allowed are " + ALLOWED + ", with commas between them")));
        }
        return roles;
    }
}
