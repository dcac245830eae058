package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.recordings.export.RecordingWriter;
import org.banip.surrogate.store.TimeRange;

/**
 * What the query of an export asks for: {@code ?format=csv&from=2026-11-27T08:00:00Z&to=2026-11-27T09:00:00Z}.
 *
 * @param writer of the format
 * @param range of time
 * @param beginning how the id of the only session that is wanted begins, 8 to 36 characters; empty for all
 * @param session the only session that is wanted; empty for all, and until {@link #among} has found it
 */
record ExportQuery(RecordingWriter writer, TimeRange range, Optional<String> beginning, Optional<UUID> session) {
    private static final Pattern SESSION = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final String ANY = "00000000-0000-0000-0000-000000000000";
    private static final int SHORTEST = 8;
    private static final int MOST_NAMED = 20;
    private static final Set<String> PARAMETERS = Set.of("format", "from", "to", "session");

    /**
     * Reads the query.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} if a parameter is not known, or has no such value
     */
    static ExportQuery of(HttpServletRequest request) {
        QueryParameters.of(request).forEach((name, values) -> {
            if (!PARAMETERS.contains(name)) {
                throw malformed(Quoted.of(name) + " is no parameter of an export; there are format, from, to, session");
            }
            if (values.length > 1) {
                throw malformed("the query has " + name + " " + values.length + " times; once is allowed");
            }
        });
        TimeRange range = TimeRange.parse(
                "", Optional.ofNullable(request.getParameter("from")), Optional.ofNullable(request.getParameter("to")));
        return new ExportQuery(
                writer(Optional.ofNullable(request.getParameter("format")).orElse("wfdb")),
                range,
                Optional.ofNullable(request.getParameter("session")).map(ExportQuery::beginning),
                Optional.empty());
    }

    private static String beginning(String text) {
        String small = text.toLowerCase(Locale.ROOT);
        if (small.length() < SHORTEST
                || small.length() > ANY.length()
                || !SESSION.matcher(small + ANY.substring(small.length())).matches()) {
            throw malformed(
                    "session=" + Quoted.of(text) + " must be a UUID, or its first characters, at least " + SHORTEST);
        }
        return small;
    }

    /**
     * The same, for the session that is wanted.
     *
     * @param stored sessions of the BAN
     * @throws BanipException {@code MALFORMED_REQUEST} if several sessions begin so, {@code UNKNOWN_INTERCONNECT} if none does
     */
    ExportQuery among(Stream<UUID> stored) {
        if (beginning.isEmpty()) {
            return this;
        }
        String begins = beginning.get();
        List<UUID> found =
                stored.filter(id -> id.toString().startsWith(begins)).distinct().toList();
        if (found.isEmpty()) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_INTERCONNECT, "nothing is stored of this BAN, session " + begins);
        }
        if (found.size() > 1) {
            throw malformed(found.size() + " sessions begin with " + begins + ": "
                    + found.stream().limit(MOST_NAMED).map(UUID::toString).collect(Collectors.joining(", "))
                    + (found.size() > MOST_NAMED ? ", …" : ""));
        }
        return new ExportQuery(writer, range, beginning, Optional.of(found.get(0)));
    }

    private static RecordingWriter writer(String format) {
        List<RecordingWriter> all =
                ServiceLoader.load(RecordingWriter.class, ExportQuery.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(RecordingWriter::streams)
                        .sorted(Comparator.comparing(RecordingWriter::format))
                        .collect(Collectors.toList());
        return all.stream()
                .filter(writer -> writer.format().equals(format))
                .findFirst()
                .orElseThrow(() -> malformed("format=" + Quoted.of(format) + " is not allowed; allowed are "
                        + all.stream().map(RecordingWriter::format).collect(Collectors.joining(", "))));
    }

    private static BanipException malformed(String message) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, message);
    }
}
