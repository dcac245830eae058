package org.banip.measure.overhead.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.banip.emulator.profile.Way;
import org.banip.measure.overhead.Headers;
import org.banip.measure.overhead.ModelExchange;
import org.banip.measure.overhead.OverheadModel;
import org.banip.measure.overhead.WireBytes;
import org.banip.measure.results.ResultRow;

/**
 * Compares the exchanges of a run that carried payloads of one size with the model, computed with the heads that were sent.
 *
 * @param uplink its name
 * @param how what the model calls it
 * @param payload HP, bytes of HTTP payload
 * @param seen the exchanges
 */
public record WireComparison(String uplink, ModelExchange how, int payload, List<SeenExchange> seen) {
    /**
     * Checks that there is something to compare.
     *
     * @throws IllegalArgumentException if there is no exchange of this payload
     */
    public WireComparison {
        seen = List.copyOf(seen);
        if (seen.isEmpty()) {
            throw new IllegalArgumentException(uplink + ": no exchange of " + payload + " bytes was seen on the link");
        }
    }

    /** Reads a run's capture; payloads of other sizes, such as the run's first and keep-alives, are left out. */
    public static WireComparison read(String uplink, ModelExchange how, int payload, Path capture) throws IOException {
        List<SeenExchange> exchanges = ExchangeReader.read(capture, how).stream()
                .filter(exchange -> exchange.payload() == payload)
                .toList();
        return new WireComparison(uplink, how, payload, exchanges);
    }

    private OverheadModel model(SeenExchange exchange) {
        return new OverheadModel(Headers.THESIS.withHttp(exchange.request(), exchange.answer()));
    }

    /** The model's values for the usual exchange. */
    public WireBytes modelled() {
        return model(usualSeen()).bytes(how, payload);
    }

    /** Compares each exchange with the model's. */
    public List<ExchangeComparison> exchanges() {
        return seen.stream().map(this::compare).toList();
    }

    private ExchangeComparison compare(SeenExchange exchange) {
        return ExchangeComparison.of(how, exchange, model(exchange).packets(how, payload));
    }

    /** The exchange with the most frequent sequence of packets. */
    public ExchangeComparison usual() {
        return compare(usualSeen());
    }

    private SeenExchange usualSeen() {
        return usualOnes().get(0);
    }

    /** Number of exchanges with that sequence. */
    public int usualCount() {
        return usualOnes().size();
    }

    private List<SeenExchange> usualOnes() {
        Map<List<SeenPacket>, List<SeenExchange>> alike = seen.stream()
                .collect(Collectors.groupingBy(SeenExchange::packets, LinkedHashMap::new, Collectors.toList()));
        List<SeenExchange> most = List.of();
        for (List<SeenExchange> group : alike.values()) {
            most = group.size() > most.size() ? group : most;
        }
        return most;
    }

    /** Number of exchanges that equal the model, packet for packet, except for TCP options. */
    public long equalButForOptions() {
        return exchanges().stream()
                .filter(ExchangeComparison::equalButForOptions)
                .count();
    }

    /** Whether no difference in any exchange is without a named reason. */
    public boolean explained() {
        return exchanges().stream().allMatch(ExchangeComparison::explained);
    }

    private double mean(ToDoubleFunction<SeenExchange> of) {
        return seen.stream().mapToDouble(of).average().orElse(0);
    }

    /** For the table {@code wire-model}: the means of all exchanges. */
    public ResultRow row() {
        WireBytes model = modelled();
        return new ResultRow()
                .text("uplink", uplink)
                .count("payload", payload)
                .count("requestHead", usualSeen().request())
                .count("answer", usualSeen().answer())
                .count("exchanges", seen.size())
                .count("equalButForOptions", equalButForOptions())
                .number("packetsUp", mean(exchange -> exchange.count(Way.UP)))
                .count("modelPacketsUp", model.packetsUp())
                .number("bytesUp", mean(exchange -> exchange.bytes(Way.UP)))
                .count("modelBytesUp", model.bytesUp())
                .number("packetsDown", mean(exchange -> exchange.count(Way.DOWN)))
                .count("modelPacketsDown", model.packetsDown())
                .number("bytesDown", mean(exchange -> exchange.bytes(Way.DOWN)))
                .count("modelBytesDown", model.bytesDown())
                .count("thesisBytes", OverheadModel.THESIS.bytes(how, payload).total())
                .number("bytesByModel", mean(WireComparison::total) / model.total())
                .number("overhead", 1 - payload / mean(WireComparison::total))
                .flag("explained", explained());
    }

    private static double total(SeenExchange exchange) {
        return exchange.bytes(Way.UP) + exchange.bytes(Way.DOWN);
    }

    /** For the table {@code wire-packets}: a row for each packet of the usual exchange; equal packets share a row. */
    public List<ResultRow> packetRows() {
        Map<PacketComparison, Long> counts = usual().packets().stream()
                .collect(Collectors.groupingBy(packet -> packet, LinkedHashMap::new, Collectors.counting()));
        List<ResultRow> rows = new ArrayList<>();
        counts.forEach((packet, count) -> rows.add(packet.addTo(
                new ResultRow().text("uplink", uplink).count("payload", payload).count("count", count))));
        return rows;
    }

    private String verdict() {
        long equal = equalButForOptions();
        if (!explained()) {
            return seen.size() + " exchanges, some with a difference for which there is NO reason here";
        }
        if (equal == seen.size()) {
            return seen.size() + " exchanges, all as the model counts them but for TCP options";
        }
        return equal == 0
                ? seen.size() + " exchanges, whose differences all have their reasons"
                : equal + " of " + seen.size()
                        + " exchanges as the model counts them but for TCP options, the others for reasons that are known";
    }

    /** What people must know before they read {@link #toLines}. */
    public static List<String> preface() {
        return List.of(
                "Packets on the link beside those that the thesis's model counts. Expected: per-request is as the model says, but",
                "for TCP options and now and then packets that cross at the end; persistent and chunked differ, because",
                "acknowledgements travel alone or for several segments, a chunk has two bytes less than the thesis counts, and",
                "BANip says what is stored. The reason stands beside each packet; only 'not explained' is a failure.",
                "");
    }

    /** The comparison as text. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT, "%s, payload %d: %s. The usual one, %d times:", uplink, payload, verdict(), usualCount()));
        Map<PacketComparison, Long> counts = usual().packets().stream()
                .collect(Collectors.groupingBy(packet -> packet, LinkedHashMap::new, Collectors.counting()));
        counts.forEach((packet, count) -> lines.add(String.format(
                        Locale.ROOT,
                        "  %d x %-4s %-22s %5d B  model %5d B  %+5d  %s %s",
                        count,
                        packet.way().token(),
                        packet.kind().label(),
                        packet.bytes(),
                        packet.modelBytes(),
                        packet.bytes() - packet.modelBytes(),
                        packet.reason().text(),
                        packet.reason() == Reason.OPTIONS ? "(" + packet.options() + ")" : "")
                .stripTrailing()));
        return lines;
    }
}
