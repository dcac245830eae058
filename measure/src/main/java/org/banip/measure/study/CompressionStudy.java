package org.banip.measure.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.banip.measure.compression.CompressionRow;
import org.banip.measure.compression.MeasuredGroup;
import org.banip.measure.compression.RecordingFolder;
import org.banip.measure.results.ResultRow;

/** Savings on a folder of recordings, with the kinds of their sensors. Immutable. */
public final class CompressionStudy {
    /** The thesis's figures for five recordings: reduction and significant reduction of deflate, each packet of 4050 bytes by itself. */
    private static final double PUBLISHED_REDUCTION = 0.67;

    private static final double PUBLISHED_SIGNIFICANT = 0.39;
    private static final String PUBLISHED_METHOD = "deflate-6";
    private static final String PUBLISHED_PACKET = "4050 B";
    private static final String ALL = "all waveforms";

    private final List<Item> items = new ArrayList<>();

    private record Group(SensorKind kind, SensorShare share) {}

    private record Item(CompressionRow row, Group group) {
        double significant() {
            return group.share().significant(row.reduction());
        }
    }

    private record Setting(String kind, String method, String packet) {}

    /** Reads the folder again, to find which channels have a sensor. */
    public CompressionStudy(RecordingFolder folder, List<CompressionRow> rows) {
        Map<String, Group> groups = new LinkedHashMap<>();
        for (MeasuredGroup group : folder.groups()) {
            SensorKind kind = SensorKind.of(group.name(), group.recorded().group());
            groups.put(group.name(), new Group(kind, SensorShare.of(group.recorded())));
        }
        for (CompressionRow row : rows) {
            Group group = groups.get(row.recording());
            if (group == null) {
                throw new IllegalArgumentException("no recording " + row.recording() + " in the folder");
            }
            items.add(new Item(row, group));
        }
    }

    /** A row for each recording, method and packet length. */
    public List<ResultRow> rows() {
        return items.stream().map(CompressionStudy::row).toList();
    }

    private static ResultRow row(Item item) {
        CompressionRow row = item.row();
        SensorShare share = item.group().share();
        return new ResultRow()
                .text("recording", row.recording())
                .text("kind", item.group().kind().label())
                .count("channels", share.channels())
                .count("significantChannels", share.significant())
                .number("staticShare", share.staticShare())
                .number("hz", row.hz())
                .text("method", row.method())
                .text("packet", row.packet())
                .count("bytesIn", row.bytesIn())
                .count("bytesOut", row.bytesOut())
                .number("reduction", row.reduction())
                .number("significantReduction", item.significant());
    }

    /** Means, unweighted: for all waveforms and for each kind of sensor, by method and packet length. */
    public List<ResultRow> means() {
        Map<Setting, List<Item>> settings = new LinkedHashMap<>();
        items.stream().filter(item -> item.row().waveform()).forEach(item -> add(settings, ALL, item));
        items.forEach(item -> add(settings, item.group().kind().label(), item));
        List<ResultRow> rows = new ArrayList<>();
        settings.forEach((setting, those) -> rows.add(mean(setting, those)));
        return rows;
    }

    private static void add(Map<Setting, List<Item>> settings, String kind, Item item) {
        Setting setting = new Setting(kind, item.row().method(), item.row().packet());
        settings.computeIfAbsent(setting, key -> new ArrayList<>()).add(item);
    }

    private static ResultRow mean(Setting setting, List<Item> items) {
        double reduction = items.stream()
                .mapToDouble(item -> item.row().reduction())
                .average()
                .orElse(0);
        double significant =
                items.stream().mapToDouble(Item::significant).average().orElse(0);
        ResultRow row = new ResultRow()
                .text("kind", setting.kind())
                .text("method", setting.method())
                .text("packet", setting.packet())
                .count("recordings", items.size())
                .number("reduction", reduction)
                .number("significantReduction", significant);
        if (setting.equals(new Setting(ALL, PUBLISHED_METHOD, PUBLISHED_PACKET))) {
            row.number("publishedReduction", PUBLISHED_REDUCTION);
            row.number("published", PUBLISHED_SIGNIFICANT).number("ratio", significant / PUBLISHED_SIGNIFICANT);
        }
        return row;
    }
}
