package org.banip.recordings.export;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.recordings.RecordingHeader;
import org.banip.recordings.SampleCoding;
import org.banip.recordings.UcumUnits;
import org.banip.recordings.WfdbReader;

/** Writes a WFDB header file (header(5)). One thread at a time. */
final class WfdbHeaderText {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss dd/MM/yyyy", Locale.ROOT);
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("HH:mm:ss.SSS dd/MM/yyyy", Locale.ROOT);
    private static final MathContext GAIN_DIGITS = new MathContext(10);
    private static final long NANOS = 1_000_000_000L;

    private final WfdbRecord record;
    private final List<String> signals = new ArrayList<>();

    WfdbHeaderText(WfdbRecord record) {
        this.record = record;
    }

    /** Describes the signals of a part's file; in the order of the parts. */
    void add(WfdbRecord.GroupPart part, SensorGroup group, SignalFile file) {
        SampleCoding coding = part.stretch().coding();
        String frame = part.setsPerFrame() == 1 ? "" : "x" + part.setsPerFrame();
        for (int i = 0; i < group.channels().size(); i++) {
            Channel channel = group.channels().get(i);
            signals.add(String.join(
                    " ",
                    part.file(),
                    coding.wfdbFormat() + frame,
                    gain(channel),
                    Integer.toString(channel.bits()),
                    Long.toString(middle(channel)),
                    Integer.toString(file.initial(i)),
                    Short.toString(file.checksum(i)),
                    "0",
                    channel.label()));
        }
    }

    /** {@code gain(baseline)/unit}: the baseline is a whole number in WFDB; gain 0 says "not calibrated". */
    private static String gain(Channel channel) {
        String unit = "/" + UcumUnits.wfdbOf(channel.unit());
        long baseline = Math.round(channel.baseline());
        if (baseline != (int) baseline) {
            return "0" + unit;
        }
        BigDecimal gain = BigDecimal.valueOf(channel.gain()).round(GAIN_DIGITS).stripTrailingZeros();
        return gain.toPlainString() + "(" + baseline + ")" + unit;
    }

    /** "The value that would be observed at the midpoint of the converter's range". */
    private static long middle(Channel channel) {
        return Math.floorDiv((long) channel.digitalMin() + channel.digitalMax() + 1, 2L);
    }

    /** The header file: the record line, a line for each signal, the comments. */
    String text(RecordingHeader recording) {
        StringBuilder text = new StringBuilder();
        text.append(recording.name()).append(' ').append(signals.size());
        text.append(' ').append(FrameRate.text(record.frameRate()));
        text.append(' ').append(record.frames());
        recording.startTime().ifPresent(start -> text.append(' ').append(spelled(start)));
        text.append('\n');
        signals.forEach(line -> text.append(line).append('\n'));
        String comments = recording.attributes().getOrDefault(RecordingHeader.COMMENTS, "");
        for (String line : comments.split("\n", -1)) {
            text.append("# ").append(line).append('\n');
        }
        return text.toString();
    }

    private static String spelled(LocalDateTime start) {
        boolean whole = start.get(ChronoField.MILLI_OF_SECOND) == 0;
        return (whole ? SECONDS : MILLIS).format(start);
    }

    /** What the header says about the whole record. */
    RecordingHeader recording(Frequency ofFirstPart, String remark) {
        long nanos = record.startNanos(ofFirstPart);
        Instant start = Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
        return new RecordingHeader(
                record.name(),
                WfdbReader.FORMAT,
                Optional.of(LocalDateTime.ofInstant(start, ZoneOffset.UTC)),
                Map.of(RecordingHeader.COMMENTS, "first sample at " + start + "\n" + remark));
    }
}
