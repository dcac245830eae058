package org.banip.recordings.export;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.banip.core.ban.SensorGroup;

/**
 * Exports CSV: one file {@code name_group.csv} per sensor group, a row per sensor set, a column per channel (RFC 4180, UTF-8,
 * line feeds). Where sensor sets are missing stands one row without values, at the instant of the first missing one.
 *
 * <p>Immutable, any thread.
 */
public final class CsvExport implements RecordingWriter {
    private final Time time;
    private final Value value;

    /** What the first column holds. */
    public enum Time {
        /** The instant in UTC, for example {@code 2026-01-01T00:00:00.002777777Z}; column {@code time}. */
        ISO,
        /** Seconds since the recording's first sensor set of any group; column {@code seconds}. */
        SECONDS
    }

    /** What the other columns hold. */
    public enum Value {
        /** Physical values, rounded well below the resolution; columns {@code label[unit]}. */
        PHYSICAL,
        /** The numbers as sampled; columns {@code label}. */
        DIGITAL
    }

    /** An export with instants in UTC and physical values. */
    public CsvExport() {
        this(Time.ISO, Value.PHYSICAL);
    }

    /** An export with these columns. */
    public CsvExport(Time time, Value value) {
        this.time = time;
        this.value = value;
    }

    @Override
    public String format() {
        return "csv";
    }

    @Override
    public boolean streams() {
        return true;
    }

    @Override
    public ExportReport write(ExportSource recording, ExportTarget target) {
        try (NewFiles files = new NewFiles(target)) {
            List<String> names = ExportTarget.fileNames(recording.groups());
            long[] ends = recording.ends();
            long start = time == Time.SECONDS ? startNanos(recording) : 0;
            long sets = 0;
            long events = 0;
            long gaps = 0;
            long damaged = 0;
            for (int group = 0; group < recording.groups().size(); group++) {
                SensorGroup sensors = recording.groups().get(group);
                String name = target.name() + "_" + names.get(group) + ".csv";
                try (Writer out = new OutputStreamWriter(files.create(name), StandardCharsets.UTF_8)) {
                    CsvRows rows = new CsvRows(out, sensors, time, start, value, target.progress());
                    rows.head();
                    recording.read(group, ends[group], rows);
                    rows.end();
                    if (sensors.events().isPresent()) {
                        events += rows.sets();
                    } else {
                        sets += rows.sets();
                    }
                    gaps += rows.gaps();
                    damaged += rows.damaged();
                }
            }
            return new ExportReport(files.publish(), sets, events, gaps, damaged);
        } catch (IOException | UncheckedIOException e) {
            throw NewFiles.unwritable(target, e);
        }
    }

    private static long startNanos(ExportSource recording) {
        long start = Long.MAX_VALUE;
        for (int group = 0; group < recording.groups().size(); group++) {
            start = Math.min(start, recording.startNanos(group).orElse(Long.MAX_VALUE));
        }
        return start;
    }
}
