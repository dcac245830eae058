package org.banip.measure.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.banip.core.json.JsonWriter;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.results.ResultRow;

/**
 * How exactly a link followed its settings.
 *
 * @param profile its first link was measured
 * @param seed of all random numbers
 * @param rows the table
 * @param realTime whether packets were forwarded at real-time priority
 * @param lateness of forwarding, in the worst network
 */
public record AccuracyReport(
        LinkProfile profile, long seed, List<AccuracyRow> rows, boolean realTime, LatenessSummary lateness) {
    /** Copies the list. */
    public AccuracyReport {
        rows = List.copyOf(rows);
    }

    /** Whether all errors are tolerable. */
    public boolean exact() {
        return rows.stream().allMatch(AccuracyRow::exact);
    }

    /** The report as a table. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        lines.add("link " + profile.links().get(0).name() + ", seed " + seed + ", forwarded "
                + (realTime ? "at real-time priority" : "without real-time priority: not permitted"));
        lines.add(AccuracyRow.heading());
        rows.forEach(row -> lines.add(row.text()));
        lines.add(String.format(
                Locale.ROOT,
                "forwarded late: 99 %% of %,d packets by at most %.2f ms, the worst by %.2f ms, %,d by more than 1 ms",
                lateness.packets(),
                lateness.p99Millis(),
                lateness.maxMillis(),
                lateness.lateByMoreThanAMilli()));
        if (!exact()) {
            lines.add("! beyond 2 %, 2 ms, or not the very number: is the machine busy?");
        }
        return lines;
    }

    /** How late packets were, as a row of the table {@code link-lateness}. */
    public ResultRow latenessRow() {
        return new ResultRow()
                .text("link", profile.links().get(0).name())
                .flag("realTime", realTime)
                .count("packets", lateness.packets())
                .count("lateByMoreThanAMilli", lateness.lateByMoreThanAMilli())
                .number("lateP99Millis", lateness.p99Millis())
                .number("lateMaxMillis", lateness.maxMillis())
                .count("seed", seed);
    }

    /** The report as one line of JSON. */
    public String toJson() {
        JsonWriter json = new JsonWriter().beginObject().beginObject("profile");
        profile.writeTo(json);
        json.endObject().field("seed", seed).field("realTime", realTime).beginList("rows");
        for (AccuracyRow row : rows) {
            json.beginObject()
                    .field("what", row.what())
                    .field("unit", row.unit().name().toLowerCase(Locale.ROOT));
            json.field("expected", row.expected());
            if (!Double.isNaN(row.measured())) {
                json.field("measured", row.measured()).field("error", row.error());
            }
            json.field("exact", row.exact()).endObject();
        }
        return json.endList()
                .beginObject("lateness")
                .field("packets", lateness.packets())
                .field("lateByMoreThanAMilli", lateness.lateByMoreThanAMilli())
                .field("p99Millis", lateness.p99Millis())
                .field("maxMillis", lateness.maxMillis())
                .endObject()
                .endObject()
                .toString();
    }
}
