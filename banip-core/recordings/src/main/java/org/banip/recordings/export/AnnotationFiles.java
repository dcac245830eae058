package org.banip.recordings.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.recordings.RecordingHeader;
import org.banip.recordings.WfdbAnnotationWriter;
import org.banip.recordings.WfdbReader;

/**
 * Writes a group of events as annotation files: all of them beside a record of their own that has no signal, and, beside each record of signals,
 * those that happened while it lasts. One thread at a time.
 */
final class AnnotationFiles {
    /** Annotations of the record without signals have this resolution. */
    private static final Frequency MILLIS = Frequency.ofHz(1000);

    private static final long NANOS_A_MILLI = 1_000_000L;
    private static final Set<String> TAKEN = Set.of("hea", "dat", "atr");

    private final NewFiles files;
    private final ExportSource recording;
    private final List<WfdbRecord> records;

    AnnotationFiles(NewFiles files, ExportSource recording, List<WfdbRecord> records) {
        this.files = files;
        this.recording = recording;
        this.records = records;
    }

    /**
     * Writes the files of a group.
     *
     * @param own name of the record without signals
     * @param annotator name of the annotations beside records of signals
     */
    void write(String own, String annotator, List<GroupEvents.Event> events) throws IOException {
        for (WfdbRecord record : records) {
            SensorGroup first =
                    recording.groups().get(record.parts().get(0).stretch().group());
            long start = record.startNanos(first.frequency());
            write(record.name() + "." + annotator, record.frameRate(), start, record.frames(), events);
        }
        if (!events.isEmpty()) {
            long start = Math.floorDiv(events.get(0).instantNanos(), NANOS_A_MILLI) * NANOS_A_MILLI;
            long frames = frame(MILLIS, start, events.get(events.size() - 1).instantNanos()) + 1;
            write(own + ".atr", MILLIS, start, frames, events);
            writeHeader(own, start, frames);
        }
    }

    private void write(String file, Frequency rate, long start, long frames, List<GroupEvents.Event> events)
            throws IOException {
        try (OutputStream out = files.create(file)) {
            WfdbAnnotationWriter writer = new WfdbAnnotationWriter(out);
            for (GroupEvents.Event event : events) {
                long frame = event.instantNanos() < start ? -1 : frame(rate, start, event.instantNanos());
                if (frame >= 0 && frame < frames) {
                    writer.write(event.atFrame(frame));
                }
            }
            writer.end();
        }
    }

    /** The frame that lasts at this instant. */
    private static long frame(Frequency rate, long start, long instant) {
        return rate.unitAtOrAfter(instant - start + 1) - 1;
    }

    private void writeHeader(String own, long start, long frames) throws IOException {
        WfdbRecord record = new WfdbRecord(own, MILLIS, frames, Collections.emptyList());
        Instant first = Instant.ofEpochMilli(start / NANOS_A_MILLI);
        RecordingHeader header = new RecordingHeader(
                own,
                WfdbReader.FORMAT,
                Optional.of(LocalDateTime.ofInstant(first, ZoneOffset.UTC)),
                Map.of(RecordingHeader.COMMENTS, "first event at " + first + "\n" + recording.remark()));
        try (OutputStream out = files.create(own + ".hea")) {
            out.write(new WfdbHeaderText(record).text(header).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A group's name as that of an annotator: letters and digits only. With its number if it is taken otherwise. */
    static String annotator(List<SensorGroup> groups, int group) {
        String name = plain(groups.get(group));
        long same = groups.stream()
                .filter(other -> other.events().isPresent() && plain(other).equals(name))
                .count();
        return name.isEmpty() || same > 1 || TAKEN.contains(name) ? "events" + group + name : name;
    }

    private static String plain(SensorGroup group) {
        return group.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
