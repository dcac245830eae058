package org.banip.recordings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;

/** Opens a text file; all its columns are one group. */
final class TextRecording {
    private TextRecording() {}

    /**
     * Opens this file.
     *
     * @throws BanipException {@code MALFORMED_RECORDING}
     */
    static Recording open(Path path, RecordingOptions options) {
        TextHead head = TextHeadReader.read(path, options);
        TextScan scan;
        try (TextInput input = rows(path, head)) {
            scan = TextScan.of(input, head);
        }
        if (scan.count() == 0) {
            throw Malformed.recording(path, "has no rows of numbers");
        }
        List<RecordedSignal> signals = new ArrayList<>();
        List<Channel> channels = new ArrayList<>();
        for (TextColumn column : head.columns()) {
            signals.add(new RecordedSignal(column.label(), 0, channels.size(), Map.of("units", column.unit())));
            channels.add(channel(path, head, scan, channels.size()));
        }
        SensorGroup group = SensorGroup.live(GroupNames.of(head.frequency()), head.frequency(), channels);
        RecordedGroup recorded = new RecordedGroup(
                group, scan.count(), () -> new TextRows(group, scan, rows(path, head), head.delimiter()));
        return new Recording(head.recording(), List.of(recorded), signals);
    }

    private static TextInput rows(Path path, TextHead head) {
        return new TextInput(path, head.firstByte(), head.firstLine());
    }

    /** A sample is the number without its decimal point; its range is what its bytes can hold. */
    private static Channel channel(Path path, TextHead head, TextScan scan, int index) {
        TextColumn column = head.columns().get(index);
        int bits = 8 * scan.sampleBytes(index);
        int lowest = -1 << (bits - 1);
        try {
            return Channel.ofGain(
                    column.label(),
                    UcumUnits.codeOf(column.unit()),
                    head.resolution().orElse(bits),
                    lowest,
                    -1 - lowest,
                    Math.pow(10, scan.scale(index)) * column.perUnit(),
                    0);
        } catch (BanipException e) {
            throw Malformed.description(path, e);
        }
    }
}
