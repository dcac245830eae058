package org.banip.measure.export;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.banip.measure.delivery.StoredGroup;

/**
 * WFDB records, the format of PhysioNet: one for the whole session where all groups share a sampling grid and their frequencies
 * a frame, otherwise one per group and grid.
 */
public final class WfdbExport {
    /** An export. */
    public WfdbExport() {}

    /** The nearest that WFDB allows as a record's name: letters, digits, underscores. */
    static String recordName(String name) {
        return name.replaceAll("[^A-Za-z0-9_]", "_");
    }

    /**
     * Writes a session to {@code directory/name.hea} and signal files beside it; files of those names are replaced.
     *
     * @throws java.io.UncheckedIOException if a file cannot be written
     */
    public List<Exported> write(StoredSession session, Path directory, String name) {
        String record = recordName(name);
        List<List<Span>> spans = new ArrayList<>();
        for (StoredGroup stored : session.groups()) {
            List<Span> ofGroup = Span.of(stored);
            if (!ofGroup.isEmpty()) {
                spans.add(ofGroup);
            }
        }
        return shared(spans)
                .map(rate ->
                        new WfdbRecord(record, spans.stream().map(s -> s.get(0)).toList(), rate).write(directory))
                .orElseGet(() -> separate(spans, directory, record));
    }

    /** The frame rate of one record for all. */
    private static Optional<FrameRate> shared(List<List<Span>> spans) {
        if (spans.isEmpty() || spans.stream().anyMatch(ofGroup -> ofGroup.size() > 1)) {
            return Optional.empty();
        }
        long origin = spans.get(0).get(0).originNanos();
        if (spans.stream().anyMatch(ofGroup -> ofGroup.get(0).originNanos() != origin)) {
            return Optional.empty();
        }
        return FrameRate.of(spans.stream().map(s -> frequency(s.get(0))).toList());
    }

    private static Frequency frequency(Span span) {
        return span.stored().group().frequency();
    }

    private static List<Exported> separate(List<List<Span>> spans, Path directory, String record) {
        List<Exported> files = new ArrayList<>();
        for (List<Span> ofGroup : spans) {
            for (int i = 0; i < ofGroup.size(); i++) {
                Span span = ofGroup.get(i);
                String name = record + "_" + recordName(span.stored().group().name()) + (i == 0 ? "" : "_" + (i + 1));
                FrameRate rate = FrameRate.of(List.of(frequency(span))).orElseThrow();
                files.addAll(new WfdbRecord(name, List.of(span), rate).write(directory));
            }
        }
        return files;
    }
}
