package org.banip.wsb.jwt;

import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.banip.server.file.Lines;
import org.banip.wsb.spi.Identity;

/**
 * Tokens that are not taken any more although they have not expired.
 *
 * @param ids their claims {@code jti}
 * @param users by name, the instant of {@code iat} from which on tokens are right; {@link Instant#MAX} for none
 */
record Revoked(Set<String> ids, Map<String, Instant> users) {
    static final Revoked NONE = new Revoked(Set.of(), Map.of());

    private static final String FORM = "must be 'jti ID', 'sub NAME' or 'sub NAME issued-before TIME'";
    private static final int WORDS_WITH_TIME = 4;

    Revoked {
        ids = Set.copyOf(ids);
        users = Map.copyOf(users);
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException with every malformed line's number
     * @throws java.io.UncheckedIOException if it cannot be read
     */
    static Revoked read(Path file) {
        Set<String> ids = new HashSet<>();
        Map<String, Instant> users = new HashMap<>();
        Lines.of(file).forEach(line -> {
            String[] words = line.split("\\s+", -1);
            if (words.length == 2 && words[0].equals("jti")) {
                ids.add(words[1]);
            } else if (words.length >= 2 && words[0].equals("sub") && Identity.isName(words[1])) {
                users.merge(words[1], since(words), (one, other) -> one.isAfter(other) ? one : other);
            } else {
                throw new IllegalArgumentException(FORM);
            }
        });
        return new Revoked(ids, users);
    }

    private static Instant since(String[] words) {
        if (words.length == 2) {
            return Instant.MAX;
        }
        if (words.length != WORDS_WITH_TIME || !words[2].equals("issued-before")) {
            throw new IllegalArgumentException(FORM);
        }
        try {
            return Instant.parse(words[3]);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("'" + words[3] + "' must be a time such as 2026-11-27T08:00:00Z", e);
        }
    }

    /** Why a token with these claims is revoked; empty if it is not. One without {@code iat} counts as issued before every time. */
    Optional<String> reason(Identity user, Claims.Kept claims) {
        if (claims.id().filter(ids::contains).isPresent()) {
            return Optional.of("the token of " + user + " was revoked by its id");
        }
        Instant since = users.get(user.name());
        if (since == null) {
            return Optional.empty();
        }
        boolean issuedLater =
                claims.issued().filter(issued -> !issued.isBefore(since)).isPresent();
        return issuedLater ? Optional.empty() : Optional.of("the tokens of " + user + " were revoked");
    }
}
