package org.banip.surrogate.people.spi;

import java.util.Set;
import org.banip.server.password.LogInName;

/**
 * Whom an identity provider has proven.
 *
 * @param name 1 to 64 of {@code A-Z a-z 0-9 . _ @ -}
 * @param groups what the provider says of the person, in its own words
 */
public record ProvenPerson(String name, Set<String> groups) {
    /** Checks the name. */
    public ProvenPerson {
        if (!LogInName.is(name)) {
            throw new IllegalArgumentException("the name must be " + LogInName.ALLOWED);
        }
        groups = Set.copyOf(groups);
    }
}
