package org.banip.surrogate.endpoint;

import java.util.Optional;
import org.banip.surrogate.api.ViewerAccess;

/** Admits viewers by the token that the operator set, or without one on this machine. Immutable. */
public final class TokenViewers implements ViewerAccess {
    private final Optional<String> token;

    /** Viewers with this token. */
    public TokenViewers(Optional<String> token) {
        this.token = token;
    }

    @Override
    public boolean needsToken() {
        return token.isPresent();
    }

    @Override
    public boolean admits(String shown, boolean local) {
        return token.map(wanted -> Access.same(shown, wanted)).orElse(local);
    }
}
