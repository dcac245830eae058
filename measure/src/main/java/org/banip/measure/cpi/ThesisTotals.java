package org.banip.measure.cpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.banip.measure.probe.TcpResult;
import org.banip.measure.results.ResultRow;

/**
 * The thesis's conclusions, computed from our figures.
 *
 * @param name its name
 * @param value our figure
 * @param published the thesis's figure; 0 if there is none
 */
public record ThesisTotals(String name, double value, double published) {
    /** Share of the link that the chunked uplink used. */
    private static final double OF_LINK = 0.66;

    private static final double TCP = 1958;
    private static final double OF_TCP = 0.88;
    private static final double GAIN = 0.64;
    private static final double TIMES = 4;
    private static final double LESS_LATENCY = 0.30;

    /**
     * All conclusions from the findings.
     *
     * @param tcp what one TCP connection did on the same link, if that was measured: beside the thesis's figure its average, which begins
     *     with the connection; in the quotient, like the transfer capacity, its rate from the first delivery to the last
     */
    public static List<ThesisTotals> of(CpiFindings findings, Optional<TcpResult> tcp) {
        Figures ours = new Figures(findings);
        List<ThesisTotals> all = new ArrayList<>();
        double reference = ours.value("per-request-140-tc");
        double chunked = ours.value("chunked-140-tc");
        double deflated = ours.value("chunked-140-deflate-tc");
        tcp.ifPresent(alone -> {
            double steady = alone.steadyBytesPerSecond();
            all.add(new ThesisTotals("TC of TCP alone, average", alone.averageBytesPerSecond(), TCP));
            all.add(new ThesisTotals("TC chunked / steady rate of TCP alone", chunked / steady, OF_TCP));
        });
        all.add(new ThesisTotals("TC chunked / link", chunked / ours.link("chunked-140-tc"), OF_LINK));
        all.add(new ThesisTotals("TC chunked and deflated / TC reference", deflated / reference, TIMES));
        all.add(new ThesisTotals("TC gained by deflate", deflated / chunked - 1, GAIN));
        double reduction = ours.reduction("chunked-140-deflate-tc");
        all.add(new ThesisTotals("TC gained by deflate, 1 / (1 - r) - 1", 1 / (1 - reduction) - 1, GAIN));
        double high = 1 - ours.value("chunked-140-at-1600") / ours.value("per-request-140-at-650");
        double medium = 1 - ours.value("chunked-140-at-900") / ours.value("per-request-140-at-350");
        all.add(new ThesisTotals("BDL saved by chunked, mean of high and medium", (high + medium) / 2, LESS_LATENCY));
        return all.stream().filter(total -> Double.isFinite(total.value)).toList();
    }

    private record Figures(CpiFindings findings) {
        private Optional<CpiResult> result(String name) {
            return findings.results().stream()
                    .filter(result -> result.plan().name().equals(name))
                    .findFirst();
        }

        double value(String name) {
            return result(name).map(CpiResult::value).orElse(Double.NaN);
        }

        double link(String name) {
            return result(name)
                    .map(result -> result.plan().settings().linkBytesPerSecond())
                    .orElse(Double.NaN);
        }

        double reduction(String name) {
            return result(name)
                    .map(result -> 1
                            - (double) result.mbu().bytesEncoded()
                                    / result.mbu().bytesRaw())
                    .orElse(Double.NaN);
        }
    }

    /** For the table {@code thesis-totals}. */
    public ResultRow row() {
        return new ResultRow()
                .text("name", name)
                .number("value", value)
                .number("published", published)
                .number("ratio", value / published);
    }

    /** For people. */
    public String line() {
        return String.format(
                Locale.ROOT, "%-48s %8.2f  published %8.2f  ratio %.2f", name, value, published, value / published);
    }
}
