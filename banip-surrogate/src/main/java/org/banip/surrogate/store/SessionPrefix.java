package org.banip.surrogate.store;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * The id of a session, or how it begins, as pages, logs and the names of files show it.
 *
 * @param text 4 to 36 characters of a UUID, in small letters
 */
public record SessionPrefix(String text) implements Predicate<UUID> {
    /** The fewest characters. */
    public static final int SHORTEST = 4;

    private static final int MOST_NAMED = 20;
    private static final Pattern WHOLE = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final String ANY = "00000000-0000-0000-0000-000000000000";

    /** Checks the text. */
    public SessionPrefix {
        if (!begins(text)) {
            throw new IllegalArgumentException("'" + text + "' is not how the id of a session begins");
        }
    }

    private static boolean begins(String text) {
        return text.length() >= SHORTEST
                && text.length() <= ANY.length()
                && WHOLE.matcher(text + ANY.substring(text.length())).matches();
    }

    /** Reads what somebody wrote, with large or small letters; empty if no id of a session begins so, or it is too short. */
    public static Optional<SessionPrefix> parse(String written) {
        return Optional.of(written.toLowerCase(Locale.ROOT))
                .filter(SessionPrefix::begins)
                .map(SessionPrefix::new);
    }

    @Override
    public boolean test(UUID session) {
        return session.toString().startsWith(text);
    }

    /**
     * The session that begins so; empty if there is none.
     *
     * @param sessions all that may be meant; one that is there several times counts once
     * @throws BanipException {@code MALFORMED_REQUEST} that names them, if there are several
     */
    public Optional<UUID> among(Stream<UUID> sessions) {
        List<UUID> found = sessions.filter(this).distinct().toList();
        if (found.size() > 1) {
            String named = found.stream().limit(MOST_NAMED).map(UUID::toString).collect(Collectors.joining(", "));
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    found.size() + " sessions begin with " + text + ": " + named
                            + (found.size() > MOST_NAMED ? ", …" : ""));
        }
        return found.stream().findFirst();
    }

    @Override
    public String toString() {
        return text;
    }
}
