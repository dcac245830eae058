package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.recordings.export.RecordingWriter;

/**
 * What the query of an export asks for: {@code ?format=csv&from=2026-11-27T08:00:00Z&to=2026-11-27T09:00:00Z}.
 *
 * @param writer of the format
 * @param from first instant; empty if the range has no begin
 * @param to the first instant after the range; empty if it has no end
 * @param session the only session that is wanted; empty for all
 */
record ExportQuery(RecordingWriter writer, Optional<Instant> from, Optional<Instant> to, Optional<UUID> session) {
    private static final Set<String> PARAMETERS = Set.of("format", "from", "to", "session");
    private static final long NANOS = 1_000_000_000L;

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
        Optional<Instant> from = instant(request, "from");
        Optional<Instant> to = instant(request, "to");
        if (from.isPresent() && to.isPresent() && !from.get().isBefore(to.get())) {
            throw malformed(
                    "from=" + request.getParameter("from") + " must be before to=" + request.getParameter("to"));
        }
        return new ExportQuery(
                writer(Optional.ofNullable(request.getParameter("format")).orElse("wfdb")),
                from,
                to,
                Optional.ofNullable(request.getParameter("session")).map(ExportQuery::session));
    }

    /** Whether it has a range. */
    boolean ranged() {
        return from.isPresent() || to.isPresent();
    }

    /** First instant, nanoseconds since the epoch. */
    long fromNanos() {
        return from.map(ExportQuery::nanos).orElse(Long.MIN_VALUE);
    }

    /** The first instant after the range, nanoseconds since the epoch. */
    long toNanos() {
        return to.map(ExportQuery::nanos).orElse(Long.MAX_VALUE);
    }

    private static Optional<Instant> instant(HttpServletRequest request, String name) {
        return Optional.ofNullable(request.getParameter(name)).map(text -> {
            try {
                Instant instant = Instant.parse(text);
                long unused = nanos(instant); // it must be in the range of these
                return instant;
            } catch (DateTimeException | ArithmeticException e) {
                throw malformed(name + "=" + Quoted.of(text)
                        + " must be an instant in UTC from 1678 to 2262, such as 2026-11-27T08:00:00Z");
            }
        });
    }

    private static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS), instant.getNano());
    }

    private static UUID session(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw malformed("session=" + Quoted.of(text) + " must be a UUID");
        }
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
