package org.banip.core.text;

import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the instant that {@link java.util.Date#toString} has put into a message, in the time zone of the machine. */
final class JavaDate {
    /** {@code Sun Nov 29 10:31:06 UTC 2026}. */
    private static final Pattern DATE =
            Pattern.compile("[A-Z][a-z]{2} [A-Z][a-z]{2} \\d\\d \\d\\d:\\d\\d:\\d\\d \\S+ \\d{4}");

    private JavaDate() {}

    /** The first one; empty if there is none. */
    static Optional<Instant> in(String message) {
        Matcher found = DATE.matcher(message);
        if (!found.find()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new SimpleDateFormat("EEE MMM dd HH:mm:ss zzz yyyy", Locale.US)
                    .parse(found.group())
                    .toInstant());
        } catch (ParseException e) {
            return Optional.empty();
        }
    }
}
