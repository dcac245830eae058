package org.banip.measure.overhead;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.banip.measure.results.ResultRow;

/** The model as tables: curves by payload, and the values of the thesis beside those of its formulas. */
public final class OverheadStudy {
    private static final int UNIT = 30;
    private static final int MOST_UNITS = 255;

    private OverheadStudy() {}

    /** A row for each exchange and payload, from one unit of 30 bytes to 255. */
    public static List<ResultRow> model() {
        List<ResultRow> rows = new ArrayList<>();
        for (ModelExchange exchange : ModelExchange.values()) {
            payloads().forEach(payload -> rows.add(row(exchange, payload)));
        }
        return rows;
    }

    /** Payloads of whole units of 30 bytes, from one to 255. */
    public static IntStream payloads() {
        return IntStream.rangeClosed(1, MOST_UNITS).map(units -> units * UNIT);
    }

    private static ResultRow row(ModelExchange exchange, int payload) {
        WireBytes bytes = OverheadModel.THESIS.bytes(exchange, payload);
        return new ResultRow()
                .text("exchange", exchange.label())
                .count("payload", payload)
                .count("packetsUp", bytes.packetsUp())
                .count("bytesUp", bytes.bytesUp())
                .count("packetsDown", bytes.packetsDown())
                .count("bytesDown", bytes.bytesDown())
                .number("overhead", bytes.overhead(payload));
    }

    /**
     * A value that the thesis gives.
     *
     * @param what name of the figure
     * @param published as given, rounded
     * @param computed by the formulas
     */
    public record Given(String what, double published, double computed) {
        /** The outcome as a row of results. */
        public ResultRow row() {
            return new ResultRow()
                    .text("figure", what)
                    .number("published", published)
                    .number("computed", computed)
                    .number("ratio", computed / published);
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%-58s %8.4g  computed %.4g", what, published, computed);
        }
    }

    /** All values that the thesis gives. */
    public static List<Given> given() {
        OverheadModel model = OverheadModel.THESIS;
        WireBytes small = model.bytes(ModelExchange.PER_REQUEST, 150);
        WireBytes smallTcp = model.bytes(ModelExchange.TCP_ONLY, 150);
        return List.of(
                new Given("bytes on the wire for 150, one connection per request", 727, small.total()),
                new Given("overhead, 150 bytes, one connection per request", 0.79, small.overhead(150)),
                new Given("bytes on the wire for 150, TCP alone", 254, smallTcp.total()),
                new Given("overhead, 150 bytes, TCP alone", 0.41, smallTcp.overhead(150)),
                new Given("share that HTTP induces, 150 bytes", 0.65, small.shareBeyond(smallTcp)),
                new Given("share that HTTP induces, 1000 bytes", 0.32, induced(1000)),
                new Given("share that HTTP induces, 4000 bytes", 0.09, induced(4000)),
                new Given("chunk's own bytes, share, 2 units", 0.12, chunk(2)),
                new Given("chunk's own bytes, share, 24 units: at most", 0.01, chunk(24)));
    }

    private static double induced(int payload) {
        OverheadModel model = OverheadModel.THESIS;
        return model.bytes(ModelExchange.PER_REQUEST, payload)
                .shareBeyond(model.bytes(ModelExchange.TCP_ONLY, payload));
    }

    private static double chunk(int units) {
        int added = OverheadModel.THESIS.chunkBytes(units * UNIT);
        return (double) added / (added + units * UNIT);
    }
}
