package org.banip.recordings;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Start date {@code dd.mm.yy} and time {@code hh.mm.ss} of an EDF header. */
final class EdfStart {
    private static final Pattern THREE = Pattern.compile("(\\d{1,2})[.:/-](\\d{1,2})[.:/-](\\d{1,2})");
    /** "The startdate uses 1985 as a clipping date": 85 to 99 are 1985 to 1999, 00 to 84 are 2000 to 2084. */
    private static final int CLIPPING_YEAR = 85;

    private EdfStart() {}

    /** The start, or empty if the fields are no date and time (anonymised files). */
    static Optional<LocalDateTime> of(String date, String time) {
        Matcher day = THREE.matcher(date);
        Matcher clock = THREE.matcher(time);
        if (!day.matches() || !clock.matches()) {
            return Optional.empty();
        }
        int year = part(day, 3);
        try {
            return Optional.of(LocalDateTime.of(
                    year + (year >= CLIPPING_YEAR ? 1900 : 2000),
                    part(day, 2),
                    part(day, 1),
                    part(clock, 1),
                    part(clock, 2),
                    part(clock, 3)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static int part(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }
}
