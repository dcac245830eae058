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
 * @param fromNanos first instant, nanoseconds since the epoch
 * @param toNanos the first instant after the range
 * @param ranged whether the query has a range
 * @param session the only session that is wanted; empty for all
 */
record ExportQuery(RecordingWriter writer, long fromNanos, long toNanos, boolean ranged, Optional<UUID> session) {
    private static final Set<String> PARAMETERS = Set.of("format", "from", "to", "session");
    private static final long NANOS = 1_000_000_000L;

    /**
     * Reads the query.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} if a parameter is not known, or has no such value
     */
    static ExportQuery of(HttpServletRequest request) {
        for (String name : request.getParameterMap().keySet()) {
            if (!PARAMETERS.contains(name)) {
                throw malformed(Quoted.of(name) + " is no parameter of an export; there are format, from, to, session");
            }
        }
        Optional<Long> from = instant(request, "from");
        Optional<Long> to = instant(request, "to");
        if (from.isPresent() && to.isPresent() && from.get() >= to.get()) {
            throw malformed(
                    "from=" + request.getParameter("from") + " must be before to=" + request.getParameter("to"));
        }
        return new ExportQuery(
                writer(Optional.ofNullable(request.getParameter("format")).orElse("wfdb")),
                from.orElse(Long.MIN_VALUE),
                to.orElse(Long.MAX_VALUE),
                from.isPresent() || to.isPresent(),
                Optional.ofNullable(request.getParameter("session")).map(ExportQuery::session));
    }

    private static Optional<Long> instant(HttpServletRequest request, String name) {
        return Optional.ofNullable(request.getParameter(name)).map(text -> {
            try {
                Instant instant = Instant.parse(text);
                return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS), instant.getNano());
            } catch (DateTimeException | ArithmeticException e) {
                throw malformed(name + "=" + Quoted.of(text)
                        + " must be an instant in UTC from 1678 to 2262, such as 2026-11-27T08:00:00Z");
            }
        });
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
