package org.banip.measure.report;

import java.util.Comparator;
import java.util.List;

/** Settings of a run of the critical performance indicators: their name and order. */
final class CpiSetting {
    private static final List<String> UPLINKS = List.of("per-request", "persistent", "chunked");

    /** The reference first, then its improvements; small packets before large ones; runs with published figures before others. */
    static final Comparator<Row> ORDER = Comparator.comparingInt((Row row) -> UPLINKS.indexOf(row.text("uplink")))
            .thenComparing(row -> coded(row))
            .thenComparingDouble(row -> row.number("packetizer").orElse(0))
            .thenComparingDouble(row -> row.number("initialWindow").orElse(0))
            .thenComparing(row -> row.number("published").isEmpty())
            .thenComparingDouble(row -> row.number("loadBytesPerSecond").orElse(0));

    private CpiSetting() {}

    private static boolean coded(Row row) {
        return row.text("chain").contains("|");
    }

    /** Uplink, coders, packetizer, initial window. */
    static String name(Row row) {
        String chain = row.text("chain");
        String coders =
                coded(row) ? " + " + chain.substring(chain.indexOf('|') + 1).replaceAll("\\(.*?\\)", "") : "";
        double window = row.number("initialWindow").orElse(0);
        return row.text("uplink") + coders + ", PKT " + row.text("packetizer")
                + (window > 0 ? ", first window " + (long) window : "");
    }
}
