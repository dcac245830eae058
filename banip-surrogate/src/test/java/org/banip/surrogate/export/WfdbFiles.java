package org.banip.surrogate.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A reader of WFDB records, written from header(5) and signal(5) alone, to check the exports with. */
final class WfdbFiles {
    /** A signal line and its samples. */
    record Signal(
            String file,
            int format,
            int samplesPerFrame,
            String gain,
            int resolution,
            int zero,
            int initial,
            int checksum,
            String description,
            List<Integer> samples) {}

    final String recordLine;
    final long frames;
    final List<Signal> signals = new ArrayList<>();
    final List<String> comments = new ArrayList<>();

    private WfdbFiles(List<String> lines) {
        recordLine = lines.get(0);
        frames = Long.parseLong(recordLine.split(" ", -1)[3]);
        for (String line : lines.subList(1, lines.size())) {
            if (line.startsWith("#")) {
                comments.add(line);
                continue;
            }
            String[] fields = line.split(" ", 9);
            String[] format = fields[1].split("x", -1);
            signals.add(new Signal(
                    fields[0],
                    Integer.parseInt(format[0]),
                    format.length == 1 ? 1 : Integer.parseInt(format[1]),
                    fields[2],
                    Integer.parseInt(fields[3]),
                    Integer.parseInt(fields[4]),
                    Integer.parseInt(fields[5]),
                    Integer.parseInt(fields[6]),
                    fields[8],
                    new ArrayList<>()));
        }
    }

    /** Reads a record and checks initial values, checksums and lengths. */
    static WfdbFiles read(Path header) throws IOException {
        WfdbFiles record = new WfdbFiles(Files.readAllLines(header));
        Map<String, List<Signal>> byFile = new LinkedHashMap<>();
        record.signals.forEach(signal ->
                byFile.computeIfAbsent(signal.file, name -> new ArrayList<>()).add(signal));
        for (Map.Entry<String, List<Signal>> file : byFile.entrySet()) {
            record.readSamples(Files.readAllBytes(header.resolveSibling(file.getKey())), file.getValue());
        }
        assertThat(header.getFileName()).hasToString(record.recordLine.split(" ", -1)[0] + ".hea");
        assertThat(record.signals).hasSize(Integer.parseInt(record.recordLine.split(" ", -1)[1]));
        for (Signal signal : record.signals) {
            assertThat(signal.samples).hasSize(Math.toIntExact(record.frames * signal.samplesPerFrame));
            assertThat(signal.initial).isEqualTo(signal.samples.get(0));
            assertThat(signal.checksum)
                    .isEqualTo((short) signal.samples.stream().mapToInt(v -> v).sum());
        }
        return record;
    }

    private void readSamples(byte[] bytes, List<Signal> ofFile) {
        int number = 0;
        for (long frame = 0; frame < frames; frame++) {
            for (Signal signal : ofFile) {
                for (int i = 0; i < signal.samplesPerFrame; i++) {
                    signal.samples.add(sample(bytes, number++, signal.format));
                }
            }
        }
        int format = ofFile.get(0).format;
        assertThat(bytes).hasSize(format == 212 ? (number + 1) / 2 * 3 : number * format / 8);
    }

    private static int sample(byte[] bytes, int number, int format) {
        if (format == 212) {
            int at = number / 2 * 3;
            int value = number % 2 == 0
                    ? bytes[at] & 0xff | (bytes[at + 1] & 0x0f) << 8
                    : bytes[at + 2] & 0xff | (bytes[at + 1] & 0xf0) << 4;
            return value << 20 >> 20;
        }
        int width = format / 8;
        int value = 0;
        for (int i = 0; i < width; i++) {
            value |= (bytes[number * width + i] & 0xff) << 8 * i;
        }
        return value << 32 - format >> 32 - format;
    }
}
