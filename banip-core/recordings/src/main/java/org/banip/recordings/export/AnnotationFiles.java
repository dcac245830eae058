package org.banip.recordings.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.regex.Pattern;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.recordings.RecordingHeader;
import org.banip.recordings.WfdbAnnotation;
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
    private static final Pattern NUMBERED = Pattern.compile("events[0-9]+");

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
            write(record.name() + "." + annotator, record.frames(), frames(record.frameRate(), start), events);
        }
        if (!events.isEmpty()) {
            long start = millis(events.get(0).instantNanos()) - 1;
            long frames = millis(events.get(events.size() - 1).instantNanos()) - start + 1;
            write(own + ".atr", frames, nanos -> millis(nanos) - start, events);
            writeHeader(own, start, frames);
        }
    }

    private void write(String file, long frames, LongUnaryOperator frameOf, List<GroupEvents.Event> events)
            throws IOException {
        try (OutputStream out = files.create(file)) {
            List<WfdbAnnotation> notes = new ArrayList<>();
            WfdbAnnotationWriter writer = new WfdbAnnotationWriter(out);
            for (GroupEvents.Event event : events) {
                long frame = frameOf.applyAsLong(event.instantNanos());
                if (frame == 0 && event.isNote()) {
                    notes.add(event.atFrame(1));
                } else if (frame >= 0 && frame < frames) {
                    writeAll(notes, frame, writer);
                    writer.write(event.atFrame(frame));
                }
            }
            writeAll(notes, 1, writer);
            writer.end();
        }
    }

    /** Writes these notes of frame 1 before an annotation of this frame, if it does not precede them. */
    private static void writeAll(List<WfdbAnnotation> notes, long frame, WfdbAnnotationWriter writer)
            throws IOException {
        if (frame > 0) {
            for (WfdbAnnotation note : notes) {
                writer.write(note);
            }
            notes.clear();
        }
    }

    /** The frame of a record that lasts at an instant; -1 before the first one, and 292 years after it. */
    private static LongUnaryOperator frames(Frequency rate, long start) {
        return nanos -> {
            long since = nanos - start;
            boolean fits = nanos >= start && since >= 0 && since < Long.MAX_VALUE;
            return fits ? rate.unitAtOrAfter(since + 1) - 1 : -1;
        };
    }

    private static long millis(long nanos) {
        return Math.floorDiv(nanos, NANOS_A_MILLI);
    }

    private void writeHeader(String own, long startMillis, long frames) throws IOException {
        WfdbRecord record = new WfdbRecord(own, MILLIS, frames, Collections.emptyList());
        Instant start = Instant.ofEpochMilli(startMillis);
        RecordingHeader header = new RecordingHeader(
                own,
                WfdbReader.FORMAT,
                Optional.of(LocalDateTime.ofInstant(start, ZoneOffset.UTC)),
                Map.of(RecordingHeader.COMMENTS, "first event at " + start.plusMillis(1) + "\n" + recording.remark()));
        try (OutputStream out = files.create(own + ".hea")) {
            out.write(new WfdbHeaderText(record).text(header).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A group's name as that of an annotator: letters and digits only; {@code events} and its number if another group has the same. */
    static String annotator(List<SensorGroup> groups, int group) {
        String name = plain(groups.get(group));
        long same = groups.stream()
                .filter(other -> other.events().isPresent() && plain(other).equals(name))
                .count();
        boolean taken = name.isEmpty()
                || same > 1
                || TAKEN.contains(name)
                || NUMBERED.matcher(name).matches();
        return taken ? "events" + group : name;
    }

    private static String plain(SensorGroup group) {
        return group.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
