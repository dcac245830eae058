package org.banip.measure.price;

import java.util.List;
import org.banip.app.terminal.Figures;
import org.banip.core.json.JsonObject;
import org.banip.measure.results.ResultRow;

/**
 * What one server took in. Immutable.
 *
 * @param server its name in results
 * @param perSecond packets a second that it acknowledged
 * @param p50Millis from sending to the acknowledgement
 * @param p99Millis the same
 * @param bytesWritten to disk for each packet, by all processes of the server
 * @param problem what went wrong; empty if nothing did
 */
record Ingest(
        String server, double perSecond, double p50Millis, double p99Millis, double bytesWritten, String problem) {
    static final List<String> HEAD =
            List.of("server", "packets/s", "acknowledged p50, ms", "p99, ms", "written, B/packet");

    /** What a publisher has measured. */
    static Ingest of(String server, JsonObject measured, long bytesWritten) {
        long packets = measured.integer("packets", 0, Long.MAX_VALUE);
        return new Ingest(
                server,
                measured.number("perSecond"),
                measured.number("p50Millis"),
                measured.number("p99Millis"),
                packets == 0 ? 0 : (double) bytesWritten / packets,
                packets == 0 ? "nothing was acknowledged" : "");
    }

    boolean isBanip() {
        return server.startsWith("banip");
    }

    List<String> cells() {
        return List.of(
                server,
                Figures.count(Math.round(perSecond)),
                Figures.value(p50Millis),
                Figures.value(p99Millis),
                Figures.value(bytesWritten));
    }

    ResultRow row() {
        return new ResultRow()
                .text("server", server)
                .number("packetsPerSecond", perSecond)
                .number("p50Millis", p50Millis)
                .number("p99Millis", p99Millis)
                .number("bytesWritten", bytesWritten)
                .text("problem", problem);
    }
}
