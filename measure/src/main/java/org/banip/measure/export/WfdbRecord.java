package org.banip.measure.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;

/** One WFDB record (header(5)): a header, and a signal file for each of its spans, which are on one sampling grid. */
final class WfdbRecord {
    private static final DateTimeFormatter BASE_TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS dd/MM/yyyy", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final MathContext GAIN_DIGITS = new MathContext(12);

    private final String name;
    private final List<Span> spans;
    private final FrameRate rate;
    private final long firstFrame;
    private final long endFrame;

    private final List<String> signals = new ArrayList<>();
    private final List<Exported> files = new ArrayList<>();

    WfdbRecord(String name, List<Span> spans, FrameRate rate) {
        this.name = name;
        this.spans = spans;
        this.rate = rate;
        firstFrame = spans.stream()
                .mapToLong(span -> span.firstUnit() / perFrame(span))
                .min()
                .orElse(0);
        endFrame = spans.stream()
                .mapToLong(span -> (span.endUnit() + perFrame(span) - 1) / perFrame(span))
                .max()
                .orElse(0);
    }

    private long perFrame(Span span) {
        return rate.samplesPerFrame(span.stored().group().frequency());
    }

    /** Writes all files; the header last, so that a record without one is not complete. */
    List<Exported> write(Path directory) {
        try {
            for (Span span : spans) {
                writeSignals(span, directory);
            }
            Path header = directory.resolve(name + ".hea");
            Files.writeString(header, header());
            files.add(0, new Exported(header, 0, 0, List.of()));
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeSignals(Span span, Path directory) throws IOException {
        SensorGroup group = span.stored().group();
        String fileName = name + (spans.size() == 1 ? "" : "_" + WfdbExport.recordName(group.name())) + ".dat";
        long first = firstFrame * perFrame(span);
        long end = endFrame * perFrame(span);
        Path path = directory.resolve(fileName);
        try (WfdbSignalFile file = new WfdbSignalFile(span, first, path)) {
            file.write(end);
            StringJoiner checksums = new StringJoiner(", ", "checksums ", "");
            for (int c = 0; c < group.channels().size(); c++) {
                signals.add(signalLine(fileName, span, file, c));
                checksums.add(Short.toString(file.checksum(c)));
            }
            files.add(new Exported(path, end - first, file.missing(), List.of(checksums.toString())));
        }
    }

    private String header() {
        long perFrame = perFrame(spans.get(0));
        long nanos = spans.get(0)
                .stored()
                .group()
                .frequency()
                .instantNanos(spans.get(0).originNanos(), firstFrame * perFrame);
        Instant start = Instant.ofEpochSecond(0, nanos);
        StringBuilder text = new StringBuilder();
        text.append(String.join(
                        " ",
                        name,
                        Integer.toString(signals.size()),
                        rate.toString(),
                        Long.toString(endFrame - firstFrame),
                        BASE_TIME.format(start)))
                .append('\n');
        signals.forEach(line -> text.append(line).append('\n'));
        return text.append("# begins at ").append(start).append('\n').toString();
    }

    private String signalLine(String fileName, Span span, WfdbSignalFile file, int number) {
        Channel channel = span.stored().group().channels().get(number);
        long perFrame = perFrame(span);
        String gain = BigDecimal.valueOf(channel.gain())
                .round(GAIN_DIGITS)
                .stripTrailingZeros()
                .toPlainString();
        String unit = channel.unit().isEmpty() ? "NU" : channel.unit().replaceAll("\\s", "_");
        return String.join(
                " ",
                fileName,
                file.format() + (perFrame == 1 ? "" : "x" + perFrame),
                gain + "(" + Math.round(channel.baseline()) + ")/" + unit,
                Integer.toString(channel.bits()),
                "0",
                Integer.toString(file.initialValue(number)),
                Short.toString(file.checksum(number)),
                "0",
                channel.label());
    }
}
