package org.banip.app.option;

import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/**
 * The id of a session, or how it begins, as pages, logs and the names of files show it.
 *
 * @param text 4 to 36 characters of a UUID, in small letters
 */
public record SessionPrefix(String text) implements Predicate<UUID> {
    private static final int SHORTEST = 4;
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

    /** Reads what somebody wrote, with large or small letters. */
    static SessionPrefix of(String value) {
        String small = value.toLowerCase(Locale.ROOT);
        if (!begins(small)) {
            throw new TypeConversionException("'" + value + "' is not allowed; allowed is the id of a session as --list"
                    + " shows it, for example 4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab, or its first characters, at least "
                    + SHORTEST);
        }
        return new SessionPrefix(small);
    }

    @Override
    public boolean test(UUID session) {
        return session.toString().startsWith(text);
    }

    /**
     * Says that several sessions begin so.
     *
     * @param matches two or more
     */
    public String ambiguous(List<UUID> matches) {
        String named = matches.stream().limit(MOST_NAMED).map(UUID::toString).collect(Collectors.joining(", "));
        return matches.size() + " sessions begin with " + text + ": " + named
                + (matches.size() > MOST_NAMED ? ", …" : "");
    }

    @Override
    public String toString() {
        return text;
    }
}
