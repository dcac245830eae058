package org.banip.measure.cpi;

import java.util.Locale;
import org.banip.core.json.JsonObject;
import org.banip.measure.results.ResultRow;

/**
 * What came of alarms behind a backlog.
 *
 * @param backlog {@code packets} and {@code bytes} of the spool before the first alarm behind it
 * @param bare the alarms over the bare link
 * @param delivered the alarms behind the backlog
 */
public record AlarmResult(AlarmRun run, JsonObject backlog, Deliveries bare, Deliveries delivered, LinkReport link) {
    /** The heads of the columns of {@link #line}. */
    public static final String HEAD = String.format(
            "%-26s %8s %12s %8s %8s %10s %10s %8s",
            "run", "alarms", "backlog kB", "mean s", "max s", "bare mean", "bare max", "ratio");

    /** The result as a line of a table. */
    public String line() {
        Deliveries.Latency latency = delivered.latency();
        return String.format(
                Locale.ROOT,
                "%-26s %8s %12.0f %8.2f %8.2f %10.2f %10.2f %8.2f",
                run.name(),
                delivered.sets().size() + "/" + run.alarms(),
                backlogBytes() / 1e3,
                latency.average(),
                latency.max(),
                bare.latency().average(),
                bare.latency().max(),
                ofBare());
    }

    /** The result as a row of a results folder. */
    public ResultRow row() {
        CpiSettings settings = run.settings();
        Deliveries.Latency alone = bare.latency();
        Deliveries.Latency latency = delivered.latency();
        return new ResultRow()
                .text("name", run.name())
                .text("link", settings.link().name())
                .text("congestionControl", settings.link().links().get(0).congestionControl())
                .text("uplink", settings.uplink())
                .flag("tls", settings.tls())
                .text("signal", settings.signal().name())
                .count("backlogPackets", backlog.integer("packets", 0, Long.MAX_VALUE))
                .count("backlogBytes", backlogBytes())
                .count("alarms", run.alarms())
                .count("delivered", delivered.sets().size())
                .number("mean", latency.average())
                .number("p50", latency.p50())
                .number("max", latency.max())
                .count("bareDelivered", bare.sets().size())
                .number("bareMean", alone.average())
                .number("bareP50", alone.p50())
                .number("bareMax", alone.max())
                .number("ofBare", ofBare())
                .count("seed", settings.seed())
                .number("lateP99Millis", link.lateP99Nanos() / 1e6)
                .number("lateMaxMillis", link.lateMaxNanos() / 1e6);
    }

    private long backlogBytes() {
        return backlog.integer("bytes", 0, Long.MAX_VALUE);
    }

    private double ofBare() {
        double alone = bare.latency().average();
        return alone == 0 ? 0 : delivered.latency().average() / alone;
    }
}
