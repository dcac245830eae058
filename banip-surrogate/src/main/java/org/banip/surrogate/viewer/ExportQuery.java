package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.recordings.export.RecordingWriter;
import org.banip.surrogate.store.SessionPrefix;
import org.banip.surrogate.store.TimeRange;

/**
 * What the query of an export asks for: {@code ?format=csv&from=2026-11-27T08:00:00Z&to=2026-11-27T09:00:00Z}.
 *
 * @param writer of the format
 * @param range of time
 * @param prefix how the id of the only session that is wanted begins; empty for all
 * @param session the only session that is wanted; empty for all, and until {@link #among} has found it
 */
record ExportQuery(RecordingWriter writer, TimeRange range, Optional<SessionPrefix> prefix, Optional<UUID> session) {
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
                Optional.ofNullable(request.getParameter("session")).map(ExportQuery::prefix),
                Optional.empty());
    }

    private static SessionPrefix prefix(String text) {
        return SessionPrefix.parse(text)
                .orElseThrow(() -> malformed("session=" + Quoted.of(text)
                        + " must be a UUID, or its first characters, at least " + SessionPrefix.SHORTEST));
    }

    /**
     * The same, for the session that is wanted.
     *
     * @param stored sessions of the BAN
     * @throws BanipException {@code MALFORMED_REQUEST} if several sessions begin so, {@code UNKNOWN_INTERCONNECT} if none does
     */
    ExportQuery among(Stream<UUID> stored) {
        if (prefix.isEmpty()) {
            return this;
        }
        Optional<UUID> found = prefix.get().among(stored);
        if (found.isEmpty()) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_INTERCONNECT, "nothing is stored of this BAN, session " + prefix.get());
        }
        return new ExportQuery(writer, range, prefix, found);
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
