package org.banip.measure.compression;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.banip.app.terminal.Figures;

/** Rows as text: a table for each recording. If there are several, also a table of means and a table with a line for each. */
public final class CompressionTable {
    private static final int NAME = 26;
    private static final int PACKET = 8;
    private static final int RATIO = 8;
    private static final List<Integer> STORAGE_BITS = List.of(16, 12, 11);

    private final List<CompressionRow> rows;

    /** Creates the tables of these rows. */
    public CompressionTable(List<CompressionRow> rows) {
        this.rows = List.copyOf(rows);
    }

    /** All tables; one line of text if there are no rows. */
    public List<String> toLines() {
        if (rows.isEmpty()) {
            return List.of("nothing was measured");
        }
        List<String> lines = new ArrayList<>();
        for (List<CompressionRow> recording : byRecording().values()) {
            CompressionRow first = recording.get(0);
            lines.add(first.recording() + ": " + first.channels() + " × " + hertz(first.hz()) + " Hz, "
                    + Figures.bytes(first.bytesIn()));
            addMethods(lines, recording);
            lines.add("");
        }
        if (byRecording().size() > 1) {
            addMeans(lines);
            lines.addAll(new CompressionOverview(rows).toLines());
        }
        return lines;
    }

    private Map<String, List<CompressionRow>> byRecording() {
        Map<String, List<CompressionRow>> recordings = new LinkedHashMap<>();
        rows.forEach(row -> recordings
                .computeIfAbsent(row.recording(), name -> new ArrayList<>())
                .add(row));
        return recordings;
    }

    private static String hertz(double hz) {
        return hz == Math.rint(hz) ? Long.toString((long) hz) : String.format(Locale.ROOT, "%.4f", hz);
    }

    private void addMeans(List<String> lines) {
        List<CompressionRow> waveforms =
                rows.stream().filter(CompressionRow::waveform).toList();
        long recordings =
                waveforms.stream().map(CompressionRow::recording).distinct().count();
        if (recordings > 1) { // the mean of one recording is in its own table
            lines.add("mean of " + recordings + " waveforms, those above 1 Hz");
            addMethods(lines, waveforms);
            lines.add("");
        }
    }

    private static void addMethods(List<String> lines, List<CompressionRow> rows) {
        int packets = PACKET * PacketLength.values().length;
        lines.add(String.format(
                Locale.ROOT,
                "%-" + (NAME + 2) + "s%-" + packets + "s%8s%" + RATIO * STORAGE_BITS.size() + "s",
                "",
                "   % saved in packets of",
                "bits/",
                "times less than"));
        StringBuilder head = new StringBuilder(" ".repeat(NAME + 2));
        for (PacketLength length : PacketLength.values()) {
            head.append(String.format(Locale.ROOT, "%" + PACKET + "s", length.label()));
        }
        head.append(String.format(Locale.ROOT, "%8s", "sample"));
        STORAGE_BITS.forEach(bits -> head.append(String.format(Locale.ROOT, "%" + RATIO + "s", bits + " bit")));
        lines.add(head.toString());
        byMethod(rows).forEach((method, measured) -> lines.add(line(method, measured)));
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

    private static String line(String method, Map<String, List<CompressionRow>> measured) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-" + NAME + "s", method));
        for (PacketLength length : PacketLength.values()) {
            line.append(percent(measured.getOrDefault(length.label(), List.of()), PACKET));
        }
        List<CompressionRow> main = measured.getOrDefault(
                PacketLength.HALF.label(), measured.getOrDefault(PacketLength.WHOLE.label(), List.of()));
        if (main.isEmpty()) { // the run was stopped before
            return line.toString();
        }
        line.append(String.format(
                Locale.ROOT,
                "%8.2f",
                mean(main.stream().map(CompressionRow::bitsPerSample).toList())));
        for (int bits : STORAGE_BITS) {
            line.append(String.format(
                    Locale.ROOT,
                    "%" + RATIO + ".2f",
                    mean(main.stream().map(row -> row.ratio(bits)).toList())));
        }
        return line.toString();
    }

    /** The mean saved share, or a dash. */
    static String percent(List<CompressionRow> rows, int width) {
        if (rows.isEmpty()) {
            return String.format(Locale.ROOT, "%" + width + "s", "-");
        }
        double saved = 100 * mean(rows.stream().map(CompressionRow::reduction).toList());
        return String.format(Locale.ROOT, "%" + width + ".1f", saved);
    }

    private static double mean(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
