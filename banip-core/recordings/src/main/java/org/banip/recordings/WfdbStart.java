package org.banip.recordings;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Base time and date of a WFDB record line: {@code 17:27:45 15/08/1994}, {@code 31:25.894 10/10/2896} (no hours) or, as some
 * collections have it, {@code 15-May-2020 15:35:30}.
 *
 * <p>What cannot be read as a date and a time is no start time, but still among the attributes.
 *
 * @param time of the first frame, if both date and time can be read
 * @param attributes the fields as spelled
 */
record WfdbStart(Optional<LocalDateTime> time, Map<String, String> attributes) {
    private static final Pattern TIME = Pattern.compile("(?:(\\d{1,2}):)?(\\d{1,2}):(\\d{1,2})(\\.\\d{1,9})?");
    private static final Pattern DATE = Pattern.compile("(\\d{1,2})[/-](\\d{1,2}|[A-Za-z]{3})[/-](\\d{4})");
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

    /** Reads the fields from this one on. */
    static WfdbStart of(String[] fields, int from) {
        if (fields.length <= from) {
            return new WfdbStart(Optional.empty(), Map.of());
        }
        Optional<LocalTime> time = Optional.empty();
        Optional<LocalDate> date = Optional.empty();
        for (int i = from; i < fields.length; i++) {
            time = time.isPresent() ? time : time(fields[i]);
            date = date.isPresent() ? date : date(fields[i]);
        }
        Optional<LocalDateTime> start =
                time.isPresent() && date.isPresent() ? Optional.of(date.get().atTime(time.get())) : Optional.empty();
        String spelled = String.join(" ", Arrays.asList(fields).subList(from, fields.length));
        return new WfdbStart(start, Map.of("base time and date", spelled));
    }

    private static Optional<LocalTime> time(String field) {
        Matcher matcher = TIME.matcher(field);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String hours = matcher.group(1);
        String fraction = matcher.group(4);
        long nanos = fraction == null ? 0 : Math.round(Double.parseDouble("0" + fraction) * 1e9);
        try {
            return Optional.of(LocalTime.of(
                            hours == null ? 0 : Integer.parseInt(hours),
                            Integer.parseInt(matcher.group(2)),
                            Integer.parseInt(matcher.group(3)))
                    .plusNanos(nanos));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<LocalDate> date(String field) {
        Matcher matcher = DATE.matcher(field);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String month = matcher.group(2).toLowerCase(Locale.ROOT);
        try {
            return Optional.of(LocalDate.of(
                    Integer.parseInt(matcher.group(3)),
                    Character.isLetter(month.charAt(0)) ? MONTHS.indexOf(month) + 1 : Integer.parseInt(month),
                    Integer.parseInt(matcher.group(1))));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
