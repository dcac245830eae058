package org.banip.app.watch;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Which BAN to watch.
 *
 * @param ban id of the BAN; empty for any
 * @param session its session; empty for any
 */
public record Wanted(Optional<String> ban, Optional<UUID> session) implements Predicate<SurrogateSummary> {
    /** Any BAN. */
    public static Wanted any() {
        return new Wanted(Optional.empty(), Optional.empty());
    }

    /** Whether it excludes any BAN. */
    public boolean isSelective() {
        return ban.isPresent() || session.isPresent();
    }

    @Override
    public boolean test(SurrogateSummary surrogate) {
        return ban.map(surrogate.ban()::equals).orElse(true)
                && session.map(surrogate.session()::equals).orElse(true);
    }

    /** The BAN in words: {@code BAN ban-17}, {@code a BAN}. */
    String words() {
        return ban.map(id -> "BAN " + id)
                .orElseGet(() -> session.map(id -> "the BAN of session " + id).orElse("a BAN"));
    }
}
