package org.banip.surrogate.people;

import java.util.List;
import java.util.function.Supplier;
import org.banip.surrogate.api.ViewerAccess;
import org.banip.surrogate.endpoint.TokenViewers;

/**
 * Admits viewers of an extension where people are named: those who show the shared token, or a token of a person who may view every BAN live, since
 * an extension does not tell BANs apart. Any thread.
 */
public final class PeopleViewers implements ViewerAccess {
    private final People people;
    private final Supplier<List<String>> shared;

    /** Viewers who are in the file, or have one of the shared tokens. */
    public PeopleViewers(People people, Supplier<List<String>> shared) {
        this.people = people;
        this.shared = shared;
    }

    @Override
    public boolean needsToken() {
        return true;
    }

    @Override
    public boolean admits(String shown, boolean local) {
        boolean known = !shared.get().isEmpty() && new TokenViewers(shared).admits(shown, local);
        return known
                || people.withToken(shown)
                        .filter(admission -> admission.person().may(Right.LIVE)
                                && admission.person().grants().stream()
                                        .anyMatch(grant -> grant.text().equals("*")))
                        .isPresent();
    }
}
