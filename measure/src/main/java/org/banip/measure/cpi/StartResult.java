package org.banip.measure.cpi;

import java.util.Locale;
import org.banip.measure.results.ResultRow;

/**
 * How long an MBU's starts took.
 *
 * @param delivered the first packet of each; its latency is the time from the start until it was stored and delivered
 */
public record StartResult(StartRun run, Deliveries delivered, LinkReport link) {
    /** The heads of the columns of {@link #line}. */
    public static final String HEAD =
            String.format("%-26s %8s %8s %8s %8s", "run", "starts", "mean s", "min s", "max s");

    /** The result as a line of a table. */
    public String line() {
        Deliveries.Latency latency = delivered.latency();
        return String.format(
                Locale.ROOT,
                "%-26s %8s %8.2f %8.2f %8.2f",
                run.name(),
                delivered.sets().size() + "/" + run.starts(),
                latency.average(),
                latency.min(),
                latency.max());
    }

    /** The result as a row of a results folder. */
    public ResultRow row() {
        CpiSettings settings = run.settings();
        Deliveries.Latency latency = delivered.latency();
        return new ResultRow()
                .text("name", run.name())
                .text("link", settings.link().name())
                .text("congestionControl", settings.link().links().get(0).congestionControl())
                .text("uplink", settings.uplink())
                .flag("tls", settings.tls())
                .count("starts", run.starts())
                .count("delivered", delivered.sets().size())
                .number("mean", latency.average())
                .number("min", latency.min())
                .number("max", latency.max())
                .count("seed", settings.seed())
                .number("lateP99Millis", link.lateP99Nanos() / 1e6)
                .number("lateMaxMillis", link.lateMaxNanos() / 1e6);
    }
}
