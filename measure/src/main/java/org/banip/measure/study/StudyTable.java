package org.banip.measure.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.banip.core.json.JsonObject;
import org.banip.measure.results.ResultRow;

/** Means as text: a block for each kind of sensor. */
public final class StudyTable {
    private static final int PERCENT = 100;

    private final Map<String, List<JsonObject>> kinds = new LinkedHashMap<>();

    /** Creates the table of the rows of {@link CompressionStudy#means}. */
    public StudyTable(List<ResultRow> means) {
        for (ResultRow mean : means) {
            JsonObject row = JsonObject.parse(mean.json());
            kinds.computeIfAbsent(row.string("kind"), kind -> new ArrayList<>()).add(row);
        }
    }

    /** The whole table. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        kinds.forEach((kind, rows) -> {
            lines.add(String.format(Locale.ROOT, "%-30s %-8s %10s %12s", kind, "packet", "% saved", "significant"));
            rows.forEach(row -> lines.add(line(row)));
            lines.add("");
        });
        return lines;
    }

    private static String line(JsonObject row) {
        String published = row.has("published")
                ? String.format(
                        Locale.ROOT,
                        "  published, other recordings: %.0f and %.0f",
                        PERCENT * row.number("publishedReduction"),
                        PERCENT * row.number("published"))
                : "";
        return String.format(
                Locale.ROOT,
                "  %-28s %-8s %10.1f %12.1f%s",
                row.string("method"),
                row.string("packet"),
                PERCENT * row.number("reduction"),
                PERCENT * row.number("significantReduction"),
                published);
    }
}
