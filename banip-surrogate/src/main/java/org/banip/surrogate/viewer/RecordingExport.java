package org.banip.surrogate.viewer;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.Transcoders;
import org.banip.recordings.export.ExportReport;
import org.banip.recordings.export.ExportSource;
import org.banip.recordings.export.ExportTarget;
import org.banip.surrogate.alert.AlertedRecording;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.RecordingPart;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.surrogate.store.WholeRecording;

/**
 * Writes what is stored of a BAN in a range of time into a ZIP archive: the files that 'banip export' writes, of each session, and
 * {@code export.txt}, which says what they have. For a thread that may block.
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
     * What is to be exported.
     *
     * @param parts a part for each session, oldest first
     * @param sessions the UUIDs of the sessions, likewise
     */
    record Found(List<ExportSource> parts, List<String> sessions) {}

    /** The BAN. */
    String ban() {
        return ban;
    }

    /**
     * The sessions that have something in the range; without a range the newest that has something. Of a range, sessions are left out whose private key
     * is not here any more, and named in the archive.
     *
     * @param wanted asked before each session is read: whether somebody still waits for it
     * @throws BanipException {@code UNKNOWN_INTERCONNECT} if there is none, {@code INVALID_CHAIN} if this host lacks the private key of all of them,
     *     {@code STORAGE_UNAVAILABLE} if the store cannot be read, {@code HOST_UNAVAILABLE} if nobody wants it any more
     */
    Found find(BooleanSupplier wanted) {
        List<ExportSource> parts = new ArrayList<>();
        List<String> sessions = new ArrayList<>();
        for (InterconnectRecord session : store.interconnects()) { // newest first
            if (isWanted(session) && (query.range().isBounded() || parts.isEmpty())) {
                if (!wanted.getAsBoolean()) {
                    throw new BanipException(ErrorCode.HOST_UNAVAILABLE, "nobody waits for the export any more");
                }
                part(session).ifPresent(part -> {
                    parts.add(0, part);
                    sessions.add(0, session.session().toString());
                });
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
                            + (query.range().isBounded() ? ", in this range of time" : ""));
        }
        return new Found(parts, sessions);
    }

    /** What a session has in the range; empty if nothing, or nothing that can be read. */
    private Optional<ExportSource> part(InterconnectRecord session) {
        try {
            RecordingPart part = new RecordingPart(
                    new WholeRecording(new StoredRecording(store, session, transcoders)),
                    query.range().fromNanos(),
                    query.range().toNanos());
            return part.isEmpty()
                    ? Optional.empty()
                    : Optional.of(AlertedRecording.of(
                            part,
                            store,
                            session.session(),
                            query.range().fromNanos(),
                            query.range().toNanos()));
        } catch (BanipException e) {
            if (e.code() != ErrorCode.INVALID_CHAIN || !query.range().isBounded()) {
                throw e;
            }
            unreadable.add("session " + session.session() + " cannot be read: " + e.getMessage());
            return Optional.empty();
        }
    }

    private boolean isWanted(InterconnectRecord session) {
        return session.ban().id().equals(ban)
                && query.session().map(session.session()::equals).orElse(true);
    }

    /** Writes the archive. One that breaks off gets no directory, so programs refuse it. */
    void write(Found found, ExportStream to) throws IOException {
        try (ZipOutputStream archive = new ZipOutputStream(to, StandardCharsets.UTF_8)) {
            try {
                write(found, archive, to);
            } catch (IOException | RuntimeException | Error e) {
                to.breakOff();
                throw e;
            }
        }
    }

    private void write(Found found, ZipOutputStream archive, ExportStream to) throws IOException {
        List<String> lines = new ArrayList<>();
        Map<String, Integer> names = new HashMap<>();
        for (ExportSource part : found.parts()) {
            // MBUs choose the UUIDs of sessions, so two of them may begin alike.
            int same = names.merge(part.exportName(), 1, Integer::sum);
            String unique = part.exportName() + (same > 1 ? "_" + same : "");
            ExportTarget target = ExportTarget.into(name -> entry(archive, to, name), unique);
            ExportReport report = query.writer().write(part, target);
            lines.add(part.remark() + ": " + Counted.of(report.sensorSets(), "sensor set") + ", "
                    + Counted.of(report.events(), "event") + ", " + Counted.of(report.gaps(), "declared gap") + ", "
                    + Counted.of(report.damaged(), "damaged item") + "; "
                    + report.files().stream().map(Object::toString).collect(Collectors.joining(", ")));
        }
        lines.addAll(unreadable);
        try (OutputStream out = entry(archive, to, "export.txt")) {
            out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private static OutputStream entry(ZipOutputStream archive, ExportStream to, String name) throws IOException {
        archive.putNextEntry(new ZipEntry(name));
        return new FilterOutputStream(archive) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                to.takeTurns();
                archive.write(bytes, from, length);
            }

            @Override
            public void close() throws IOException {
                archive.closeEntry();
            }
        };
    }
}
