package org.banip.surrogate.viewer;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.Transcoders;
import org.banip.recordings.export.ExportReport;
import org.banip.recordings.export.ExportTarget;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.RecordingPart;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.surrogate.store.WholeRecording;

/**
 * Writes what is stored of a BAN in a range of time into a ZIP archive: the files that 'banip export' writes, of each session, and {@code export.txt},
 * which says what they have. For a thread that may block.
 */
final class RecordingExport {
    private final Store store;
    private final Transcoders transcoders;
    private final String ban;
    private final ExportQuery query;
    /** Sessions that this host cannot read, and why. */
    private final List<String> unreadable = new ArrayList<>();

    RecordingExport(Store store, Transcoders transcoders, String ban, ExportQuery query) {
        this.store = store;
        this.transcoders = transcoders;
        this.ban = ban;
        this.query = query;
    }

    /**
     * The sessions that have something in the range, oldest first; without a range the newest that has something. Of a range, sessions are left out
     * whose private key is not here any more, and named in the archive.
     *
     * @throws BanipException {@code UNKNOWN_INTERCONNECT} if there is none, {@code INVALID_CHAIN} if this host lacks the private key of all of
     *     them, {@code STORAGE_UNAVAILABLE} if the store cannot be read
     */
    List<RecordingPart> parts() {
        List<RecordingPart> parts = new ArrayList<>();
        for (InterconnectRecord session : store.interconnects()) { // newest first
            boolean wanted = session.ban().id().equals(ban)
                    && query.session().map(session.session()::equals).orElse(true);
            if (wanted && (query.ranged() || parts.isEmpty())) {
                part(session).ifPresent(part -> parts.add(0, part));
            }
        }
        if (parts.isEmpty() && !unreadable.isEmpty()) {
            throw new BanipException(ErrorCode.INVALID_CHAIN, "BAN " + ban + ", " + unreadable.get(0));
        }
        if (parts.isEmpty()) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_INTERCONNECT,
                    "nothing is stored of BAN " + ban
                            + query.session().map(id -> ", session " + id).orElse("")
                            + (query.ranged() ? ", in this range of time" : ""));
        }
        return parts;
    }

    /** What a session has in the range; empty if nothing, or nothing that can be read. */
    private Optional<RecordingPart> part(InterconnectRecord session) {
        try {
            RecordingPart part = new RecordingPart(
                    new WholeRecording(new StoredRecording(store, session, transcoders)),
                    query.fromNanos(),
                    query.toNanos());
            return part.isEmpty() ? Optional.empty() : Optional.of(part);
        } catch (BanipException e) {
            if (e.code() != ErrorCode.INVALID_CHAIN || !query.ranged()) {
                throw e;
            }
            unreadable.add("session " + session.session() + " cannot be read: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Writes the archive. */
    void write(List<RecordingPart> parts, OutputStream to) throws IOException {
        List<String> lines = new ArrayList<>();
        try (ZipOutputStream archive = new ZipOutputStream(to, StandardCharsets.UTF_8)) {
            for (RecordingPart part : parts) {
                ExportTarget target = ExportTarget.into(name -> entry(archive, name), part.exportName());
                ExportReport report = query.writer().write(part, target);
                lines.add(part.remark() + ": " + report.sensorSets() + " sensor sets, " + report.gaps()
                        + " declared gaps, " + report.damaged() + " damaged items; "
                        + report.files().stream().map(Object::toString).collect(Collectors.joining(", ")));
            }
            lines.addAll(unreadable);
            try (OutputStream out = entry(archive, "export.txt")) {
                out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static OutputStream entry(ZipOutputStream archive, String name) throws IOException {
        archive.putNextEntry(new ZipEntry(name));
        return new FilterOutputStream(archive) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                archive.write(bytes, from, length);
            }

            @Override
            public void close() throws IOException {
                archive.closeEntry();
            }
        };
    }
}
