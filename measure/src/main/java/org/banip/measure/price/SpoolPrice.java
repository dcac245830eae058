package org.banip.measure.price;

import java.util.List;
import org.banip.app.terminal.Figures;
import org.banip.core.json.JsonObject;
import org.banip.measure.price.process.PricedMbu;
import org.banip.measure.results.ResultRow;

/**
 * What one kind of spool costs the MBU. Immutable.
 *
 * @param spool memory, disk or synced
 * @param samplesPerSecond as fast as the host acknowledges
 * @param p50Millis from the offer of a packet to the host's acknowledgement, at a load that leaves room
 * @param p99Millis the same
 * @param bytesWritten to disk by the MBU for each packet
 */
record SpoolPrice(String spool, double samplesPerSecond, double p50Millis, double p99Millis, double bytesWritten) {
    static final List<String> HEAD = List.of("spool", "samples/s", "paced: p50, ms", "p99, ms", "written, B/packet");

    private static final int SAMPLES = PricedMbu.CHANNELS * PricedMbu.SETS;

    static SpoolPrice of(String spool, JsonObject fast, JsonObject paced, double bytesWritten) {
        return new SpoolPrice(
                spool,
                fast.number("perSecond") * SAMPLES,
                paced.number("p50Millis"),
                paced.number("p99Millis"),
                bytesWritten);
    }

    List<String> cells() {
        return List.of(
                spool,
                Figures.count(Math.round(samplesPerSecond)),
                Figures.value(p50Millis),
                Figures.value(p99Millis),
                Figures.value(bytesWritten));
    }

    ResultRow row() {
        return new ResultRow()
                .text("spool", spool)
                .number("samplesPerSecond", samplesPerSecond)
                .number("p50Millis", p50Millis)
                .number("p99Millis", p99Millis)
                .number("bytesWritten", bytesWritten);
    }
}
