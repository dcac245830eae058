package org.banip.app.watch;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Quoted;
import org.banip.server.grant.BanPattern;

/**
 * Which BANs a host's viewers' file grants to the person who asks.
 *
 * @param viewer the person's name there
 * @param bans patterns of BAN ids, none if the person may see no BAN
 */
record Granted(String viewer, List<BanPattern> bans) {
    private static final int LONGEST_NAME = 64;

    /** Copies the list. */
    Granted {
        bans = List.copyOf(bans);
    }

    /** What a host's list of surrogates says of it; empty if nobody is named at that host, or if it is an older one. */
    static Optional<Granted> of(JsonObject list) {
        if (!list.has("granted")) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Granted(
                    Quoted.line(list.string("viewer"), LONGEST_NAME),
                    list.strings("granted").stream().map(BanPattern::new).toList()));
        } catch (IllegalArgumentException e) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "granted: " + e.getMessage(), e);
        }
    }

    /**
     * Why the person cannot see what is wanted, and who can change that; empty if a grant allows it. It follows from the grants alone, so it does not
     * tell whether such a BAN exists.
     */
    Optional<String> denies(Wanted wanted) {
        boolean allowed = wanted.ban()
                .map(id -> bans.stream().anyMatch(grant -> grant.matches(viewer, id)))
                .orElse(!bans.isEmpty());
        if (allowed) {
            return Optional.empty();
        }
        String sees = bans.isEmpty()
                ? viewer + " may see no BAN there"
                : viewer + " may see only "
                        + bans.stream().map(BanPattern::text).collect(Collectors.joining(", ")) + " there";
        return Optional.of(sees + "; who runs the host grants BANs in its viewers' file: banip host passwd FILE "
                + viewer + " --keep --bans PATTERN (docs/people.md)");
    }
}
