package org.banip.surrogate.endpoint;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.surrogate.api.ViewerAccess;

/** Admits viewers by the tokens that the operator set, or without any on this machine. Any thread. */
public final class TokenViewers implements ViewerAccess {
    private final Supplier<List<String>> tokens;

    /** Viewers with one of these tokens, at each call those in force; none for viewers on this machine. */
    public TokenViewers(Supplier<List<String>> tokens) {
        this.tokens = tokens;
    }

    /** Viewers with this token, which does not change. */
    public TokenViewers(Optional<String> token) {
        List<String> fixed = token.map(List::of).orElseGet(List::of);
        tokens = () -> fixed;
    }

    @Override
    public boolean needsToken() {
        return !tokens.get().isEmpty();
    }

    @Override
    public boolean admits(String shown, boolean local) {
        List<String> wanted = tokens.get();
        return wanted.isEmpty() ? local : Access.isOneOf(shown, wanted);
    }
}
