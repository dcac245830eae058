package org.banip.recordings.export;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.recordings.SampleCoding;

/** Writes a WFDB header file (header(5)). One thread at a time. */
final class WfdbHeaderText {
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("HH:mm:ss dd/MM/yyyy", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS dd/MM/yyyy", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final MathContext GAIN_DIGITS = new MathContext(10);
    private static final long NANOS = 1_000_000_000L;
    /** UCUM codes whose plain form is not just the code without brackets. */
    private static final Map<String, String> PLAIN_UNITS =
            Map.of("", "NU", "1", "NU", "/min", "bpm", "Cel", "degC", "m/s2", "m/s^2");

    private final WfdbRecord record;
    private final List<String> signals = new ArrayList<>();

    WfdbHeaderText(WfdbRecord record) {
        this.record = record;
    }

    /** Describes the signals of a part's file; in the order of the parts. */
    void add(WfdbRecord.Part part, SensorGroup group, SignalFile file) {
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
        String unit = "/" + plainUnit(channel.unit());
        long baseline = Math.round(channel.baseline());
        if (baseline != (int) baseline) {
            return "0" + unit;
        }
        BigDecimal gain = BigDecimal.valueOf(channel.gain()).round(GAIN_DIGITS).stripTrailingZeros();
        return gain.toPlainString() + "(" + baseline + ")" + unit;
    }

    static String plainUnit(String ucum) {
        String known = PLAIN_UNITS.get(ucum);
        String plain = known == null ? ucum.replaceAll("[\\[\\]{}]", "") : known;
        return plain.isEmpty() ? "NU" : plain.replaceAll("[^A-Za-z0-9_^?%/-]", "_");
    }

    /** "The value that would be observed at the midpoint of the converter's range". */
    private static long middle(Channel channel) {
        return Math.floorDiv((long) channel.digitalMin() + channel.digitalMax() + 1, 2L);
    }

    String text(Frequency ofFirstPart, String remark) {
        WfdbRecord.Part first = record.parts().get(0);
        long nanos = ofFirstPart.instantNanos(first.stretch().origin(), first.firstUnit());
        Instant start = Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
        boolean whole = Math.floorMod(nanos, NANOS) < 1_000_000;
        StringBuilder text = new StringBuilder();
        text.append(record.name()).append(' ').append(signals.size());
        text.append(' ').append(FrameRate.text(record.frameRate()));
        text.append(' ').append(record.frames());
        text.append(' ').append((whole ? SECONDS : MILLIS).format(start)).append('\n');
        signals.forEach(line -> text.append(line).append('\n'));
        return text.append("# first sample at ")
                .append(start)
                .append('\n')
                .append("# ")
                .append(remark)
                .append('\n')
                .toString();
    }
}
