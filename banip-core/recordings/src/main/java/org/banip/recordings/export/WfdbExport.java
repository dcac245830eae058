package org.banip.recordings.export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;

/**
 * Exports WFDB records (docs/store.md, "Exports"): one with a signal file per group where all groups share a sampling grid and a
 * frame, otherwise one per group; the narrowest of formats 212, 16, 24 and 32 that holds all samples; "no sample" where sensor
 * sets are missing. Groups of events become annotation files.
 *
 * <p>Reads the record twice: to find out extent and range, and to write. Immutable, any thread.
 */
public final class WfdbExport implements RecordingWriter {
    /** An export. */
    public WfdbExport() {}

    @Override
    public String format() {
        return "wfdb";
    }

    @Override
    public boolean streams() {
        return true;
    }

    @Override
    public ExportReport write(ExportSource recording, ExportTarget target) {
        try (NewFiles files = new NewFiles(target)) {
            long[] ends = recording.ends();
            List<Stretch.Scan> scans = new ArrayList<>();
            for (int group = 0; group < ends.length; group++) {
                scans.add(Stretch.Scan.of(recording, group, ends[group]));
            }
            List<WfdbRecord> records = new WfdbPlan(target.name(), recording.groups())
                    .records(scans.stream().map(scan -> scan.stretches).collect(Collectors.toList()));
            Map<String, SignalFile> signals = new HashMap<>();
            long sets = 0;
            long eventCount = 0;
            List<String> names = ExportTarget.fileNames(recording.groups());
            AnnotationFiles annotations = new AnnotationFiles(files, recording, records);
            long gaps = 0;
            long damaged = 0;
            for (int group = 0; group < ends.length; group++) {
                if (recording.groups().get(group).events().isPresent()) {
                    GroupEvents events = GroupEvents.of(recording, group, ends[group]);
                    String annotator = AnnotationFiles.annotator(recording.groups(), group);
                    annotations.write(target.name() + "_" + names.get(group), annotator, events.events());
                    eventCount += events.events().size();
                    gaps += events.gaps();
                    damaged += events.damaged();
                    continue;
                }
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
                    eventCount,
                    gaps + scans.stream().mapToLong(scan -> scan.gaps).sum(),
                    damaged
                            + scans.stream()
                                    .mapToLong(scan -> scan.damage.items())
                                    .sum());
        } catch (IOException | UncheckedIOException e) {
            throw NewFiles.unwritable(target, e);
        }
    }

    /** A group's parts, in the order of its stretches. */
    private static List<WfdbRecord.GroupPart> parts(List<WfdbRecord> records, int group) {
        return records.stream()
                .flatMap(record -> record.parts().stream())
                .filter(part -> part.stretch().group() == group)
                .collect(Collectors.toList());
    }

    private static void writeHeader(
            WfdbRecord record, ExportSource recording, Map<String, SignalFile> signals, NewFiles files)
            throws IOException {
        List<SensorGroup> groups = recording.groups();
        WfdbHeaderText header = new WfdbHeaderText(record);
        for (WfdbRecord.GroupPart part : record.parts()) {
            header.add(part, groups.get(part.stretch().group()), Objects.requireNonNull(signals.get(part.file())));
        }
        Frequency first = groups.get(record.parts().get(0).stretch().group()).frequency();
        try (OutputStream out = files.create(record.name() + ".hea")) {
            out.write(header.text(header.recording(first, recording.remark())).getBytes(StandardCharsets.UTF_8));
        }
    }
}
