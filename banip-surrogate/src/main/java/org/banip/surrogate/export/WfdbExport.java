package org.banip.surrogate.export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.surrogate.store.StoredRecording;

/**
 * Exports WFDB records (docs/store.md, "Exports"): one with a signal file per group where all groups share a sampling grid and a
 * frame, otherwise one per group; the narrowest of formats 212, 16, 24 and 32 that holds all samples; "no sample" where sensor
 * sets are missing.
 *
 * <p>Reads the record twice: to find out extent and range, and to write. Immutable, any thread.
 */
public final class WfdbExport {
    /** An export. */
    public WfdbExport() {}

    /**
     * Writes the files.
     *
     * @throws org.banip.core.error.BanipException {@code MALFORMED_REQUEST} if a file exists and may not be overwritten, {@code STORAGE_UNAVAILABLE}
     *     if the store cannot be read or the files not written
     */
    public ExportReport write(StoredRecording recording, ExportTarget target) {
        try (NewFiles files = new NewFiles(target)) {
            long[] ends = recording.ends();
            List<Stretch.Scan> scans = new ArrayList<>();
            for (int group = 0; group < ends.length; group++) {
                scans.add(Stretch.Scan.of(recording, group, ends[group]));
            }
            List<WfdbRecord> records = new WfdbPlan(target.name(), recording.groups())
                    .records(scans.stream().map(scan -> scan.stretches).toList());
            Map<String, SignalFile> signals = new HashMap<>();
            long sets = 0;
            for (int group = 0; group < ends.length; group++) {
                try (GroupSignals writer = new GroupSignals(files, recording, group, parts(records, group), target)) {
                    recording.read(group, ends[group], writer);
                    writer.finish(signals);
                    sets += writer.sets();
                }
            }
            for (WfdbRecord record : records) {
                writeHeader(record, recording, signals, files);
            }
            return new ExportReport(
                    files.publish(),
                    sets,
                    scans.stream().mapToLong(scan -> scan.gaps).sum(),
                    scans.stream().mapToLong(scan -> scan.damage.items()).sum());
        } catch (IOException | UncheckedIOException e) {
            throw NewFiles.unwritable(target, e);
        }
    }

    /** A group's parts, in the order of its stretches. */
    private static List<WfdbRecord.Part> parts(List<WfdbRecord> records, int group) {
        return records.stream()
                .flatMap(record -> record.parts().stream())
                .filter(part -> part.stretch().group() == group)
                .toList();
    }

    private static void writeHeader(
            WfdbRecord record, StoredRecording recording, Map<String, SignalFile> signals, NewFiles files)
            throws IOException {
        List<SensorGroup> groups = recording.groups();
        WfdbHeader header = new WfdbHeader(record);
        for (WfdbRecord.Part part : record.parts()) {
            header.add(part, groups.get(part.stretch().group()), Objects.requireNonNull(signals.get(part.file())));
        }
        Frequency first = groups.get(record.parts().get(0).stretch().group()).frequency();
        String remark = "BANip session " + recording.interconnect().session();
        try (OutputStream out = files.create(record.name() + ".hea")) {
            out.write(header.text(first, remark).getBytes(StandardCharsets.UTF_8));
        }
    }
}
