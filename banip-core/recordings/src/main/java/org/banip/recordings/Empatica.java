package org.banip.recordings;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The files of an Empatica E4 wristband: their names say what they hold, their first two rows when and how fast. */
final class Empatica {
    /** Earlier start times are taken for samples: 1973. */
    private static final double EARLIEST_START = 1e8;

    private Empatica() {}

    /** Whether these are a start time (seconds since the epoch) and a sampling frequency, each the same in all columns. */
    static boolean matches(List<String> first, List<String> second) {
        return first.size() == second.size()
                && allEqual(first)
                && allEqual(second)
                && Double.parseDouble(first.get(0)) >= EARLIEST_START
                && Double.parseDouble(second.get(0)) > 0;
    }

    private static boolean allEqual(List<String> cells) {
        return cells.stream().distinct().count() == 1;
    }

    /** What a file of this name, such as {@code ACC} or {@code e4_ACC}, has in its columns. */
    static List<TextColumn> columns(String stem, int count) {
        String kind = stem.substring(stem.lastIndexOf('_') + 1).toUpperCase(Locale.ROOT);
        List<TextColumn> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            columns.add(column(kind, count, i));
        }
        return columns;
    }

    private static TextColumn column(String kind, int count, int index) {
        String numbered = count == 1 ? kind : kind + " " + (index + 1);
        switch (kind) {
            case "ACC":
                return new TextColumn(count == 3 ? "ACC " + "xyz".charAt(index) : numbered, "g", 64);
            case "HR":
                return new TextColumn(numbered, "bpm", 1);
            case "EDA":
                return new TextColumn(numbered, "uS", 1);
            case "TEMP":
                return new TextColumn(numbered, "Cel", 1);
            case "BVP":
                return new TextColumn(numbered, "", 1);
            default:
                return new TextColumn("ch" + (index + 1), "", 1);
        }
    }
}
