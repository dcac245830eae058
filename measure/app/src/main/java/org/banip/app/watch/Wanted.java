package org.banip.app.watch;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.banip.core.error.BanipException;
import org.banip.surrogate.store.SessionPrefix;

/**
 * Which BAN to watch.
 *
 * @param ban id of the BAN; empty for any
 * @param session its session, or how that begins; empty for any
 */
public record Wanted(Optional<String> ban, Optional<SessionPrefix> session) implements Predicate<SurrogateSummary> {
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
                && session.map(id -> id.test(surrogate.session())).orElse(true);
    }

    /**
     * Checks that no two sessions begin as the wanted one.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} that names them
     */
    void checkOne(List<SurrogateSummary> matches) {
        session.ifPresent(prefix -> {
            var unused = prefix.among(matches.stream().map(SurrogateSummary::session));
        });
    }

    /** The BAN in words: {@code BAN ban-17}, {@code a BAN}. */
    String words() {
        return ban.map(id -> "BAN " + id)
                .orElseGet(() -> session.map(id -> "the BAN of session " + id).orElse("a BAN"));
    }
}
