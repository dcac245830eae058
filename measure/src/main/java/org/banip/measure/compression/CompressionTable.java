package org.banip.measure.compression;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.banip.measure.terminal.Figures;

/** Rows as people read them: a table for each recording, and one of means. */
public final class CompressionTable {
    private static final int NAME = 26;
    private static final List<Integer> STORAGE_BITS = List.of(16, 12, 11);

    private final List<CompressionRow> rows;

    /** Of these rows. */
    public CompressionTable(List<CompressionRow> rows) {
        this.rows = List.copyOf(rows);
    }

    /** All tables. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        Map<String, List<CompressionRow>> byRecording = new LinkedHashMap<>();
        rows.forEach(row -> byRecording
                .computeIfAbsent(row.recording(), name -> new ArrayList<>())
                .add(row));
        for (List<CompressionRow> recording : byRecording.values()) {
            CompressionRow first = recording.get(0);
            lines.add(first.recording() + ": " + first.channels() + " × " + hertz(first.hz()) + " Hz, "
                    + Figures.bytes(first.bytesIn()));
            lines.add(head());
            byMethod(recording).forEach((method, measured) -> lines.add(line(method, measured)));
            lines.add("");
        }
        addMeans(lines);
        return lines;
    }

    private static String hertz(double hz) {
        return hz == Math.rint(hz) ? Long.toString((long) hz) : String.format(Locale.ROOT, "%.4f", hz);
    }

    private static Map<String, Map<String, List<CompressionRow>>> byMethod(List<CompressionRow> rows) {
        Map<String, Map<String, List<CompressionRow>>> methods = new LinkedHashMap<>();
        for (CompressionRow row : rows) {
            methods.computeIfAbsent(row.method(), name -> new LinkedHashMap<>())
                    .computeIfAbsent(row.packet(), name -> new ArrayList<>())
                    .add(row);
        }
        return methods;
    }

    private void addMeans(List<String> lines) {
        List<CompressionRow> waveforms =
                rows.stream().filter(CompressionRow::waveform).toList();
        long recordings =
                waveforms.stream().map(CompressionRow::recording).distinct().count();
        lines.add("mean of " + recordings + " waveforms, those above 1 Hz");
        lines.add(head());
        byMethod(waveforms).forEach((method, measured) -> lines.add(line(method, measured)));
    }

    private static String head() {
        StringBuilder head =
                new StringBuilder(String.format(Locale.ROOT, "  %-" + NAME + "s", "% saved in packets of"));
        for (PacketLength length : PacketLength.values()) {
            head.append(String.format(Locale.ROOT, "%8s", length.label()));
        }
        head.append(String.format(Locale.ROOT, "%12s", "bits/sample"));
        for (int bits : STORAGE_BITS) {
            head.append(String.format(Locale.ROOT, "%8s", bits + " bit:"));
        }
        return head.toString();
    }

    /** Bits and ratios are those of half a second, or of the whole. */
    private static String line(String method, Map<String, List<CompressionRow>> measured) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-" + NAME + "s", method));
        for (PacketLength length : PacketLength.values()) {
            List<CompressionRow> rows = measured.getOrDefault(length.label(), List.of());
            line.append(
                    rows.isEmpty()
                            ? "       -"
                            : String.format(
                                    Locale.ROOT,
                                    "%8.1f",
                                    100
                                            * mean(rows.stream()
                                                    .map(CompressionRow::reduction)
                                                    .toList())));
        }
        List<CompressionRow> main = measured.getOrDefault(
                PacketLength.HALF.label(), measured.getOrDefault(PacketLength.WHOLE.label(), List.of()));
        if (!main.isEmpty()) {
            line.append(String.format(
                    Locale.ROOT,
                    "%12.2f",
                    mean(main.stream().map(CompressionRow::bitsPerSample).toList())));
            for (int bits : STORAGE_BITS) {
                line.append(String.format(
                        Locale.ROOT,
                        "%8.2f",
                        mean(main.stream().map(row -> row.ratio(bits)).toList())));
            }
        }
        return line.toString();
    }

    private static double mean(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
