package org.banip.measure.compression;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A line for each recording: what each method saves in packets of half a second, or on the whole recording. */
final class CompressionOverview {
    private static final int NAME = 22;
    private static final int LEAST_WIDTH = 8;
    private static final Set<String> PACKETS = Set.of(PacketLength.HALF.label(), PacketLength.WHOLE.label());

    private final List<CompressionRow> rows;
    private final Set<String> recordings = new LinkedHashSet<>();
    private final Set<String> methods = new LinkedHashSet<>();

    CompressionOverview(List<CompressionRow> all) {
        rows = all.stream().filter(row -> PACKETS.contains(row.packet())).toList();
        for (CompressionRow row : rows) {
            recordings.add(row.recording());
            methods.add(row.method());
        }
    }

    List<String> toLines() {
        List<String> lines = new ArrayList<>();
        lines.add("all recordings: % saved in packets of 0.5 s" + wholes());
        lines.add(head(true));
        lines.add(head(false));
        for (String recording : recordings) {
            lines.add(line(
                    recording,
                    rows.stream()
                            .filter(row -> row.recording().equals(recording))
                            .toList()));
        }
        List<CompressionRow> waveforms =
                rows.stream().filter(CompressionRow::waveform).toList();
        if (waveforms.stream().map(CompressionRow::recording).distinct().count() > 1) {
            lines.add(line("mean of waveforms", waveforms));
        }
        return lines;
    }

    /** Names the methods that do not work in packets. */
    private String wholes() {
        String names = rows.stream()
                .filter(row -> row.packet().equals(PacketLength.WHOLE.label()))
                .map(CompressionRow::method)
                .distinct()
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "; whole recordings by " + names;
    }

    /** One of two lines of headings: components, and below them the values of their parameters, so that columns are narrow. */
    private String head(boolean upper) {
        StringBuilder head = new StringBuilder(" ".repeat(NAME + 2));
        methods.forEach(method -> head.append(
                String.format(Locale.ROOT, "%" + width(method) + "s", upper ? upper(method) : lower(method))));
        return head.toString();
    }

    private static String upper(String method) {
        int parameters = method.indexOf('(');
        return parameters < 0 ? method : method.substring(0, parameters);
    }

    private static String lower(String method) {
        return method.substring(upper(method).length()).replaceAll("\\w+=", "");
    }

    private static int width(String method) {
        return Math.max(
                LEAST_WIDTH, 2 + Math.max(upper(method).length(), lower(method).length()));
    }

    private String line(String name, List<CompressionRow> those) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-" + NAME + "s", name));
        for (String method : methods) {
            List<CompressionRow> some =
                    those.stream().filter(row -> row.method().equals(method)).toList();
            line.append(CompressionTable.percent(some, width(method)));
        }
        return line.toString();
    }
}
