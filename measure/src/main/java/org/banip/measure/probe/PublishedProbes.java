package org.banip.measure.probe;

import java.util.Map;
import java.util.OptionalDouble;

/** The BANip thesis's measurements (2003) on its two GPRS links, by link and by name of the row. */
final class PublishedProbes {
    /** The rate at which the thesis sent, as a share of capacity. */
    private static final Map<String, Map<String, Double>> SENT = Map.of(
            "gprs-2slot", Map.of(ProbeTable.JUST_ABOVE, 2611.0 / 2601, ProbeTable.WELL_ABOVE, 2628.0 / 2601),
            "gprs-1slot", Map.of(ProbeTable.JUST_ABOVE, 1366.0 / 1362, ProbeTable.WELL_ABOVE, 1418.0 / 1362));

    private static final Map<String, Double> ELSEWHERE =
            Map.of(ProbeTable.JUST_ABOVE, 1.004, ProbeTable.WELL_ABOVE, 1.04);

    private static final Map<String, Map<String, Double>> FIGURES = Map.of(
            "gprs-2slot",
            Map.ofEntries(
                    Map.entry(ProbeTable.JUST_ABOVE + ProbeTable.RATE, 2601.0),
                    Map.entry(ProbeTable.JUST_ABOVE + ProbeTable.LATENCY, 1106.0),
                    Map.entry(ProbeTable.WELL_ABOVE + ProbeTable.RATE, 2100.0),
                    Map.entry(ProbeTable.WELL_ABOVE + ProbeTable.LATENCY, 3433.0),
                    Map.entry(ProbeTable.SAW_TOOTH, 2610.0), // 20.88 kbit/s
                    Map.entry(ProbeTable.TCP_AVERAGE, 1958.0),
                    Map.entry(ProbeTable.SEND_BUFFER + 32_640, 1430.0),
                    Map.entry(ProbeTable.SEND_BUFFER + 16_320, 1510.0),
                    Map.entry(ProbeTable.SEND_BUFFER + 9_792, 1749.0),
                    Map.entry(ProbeTable.SEND_BUFFER + 7_616, 1985.0)),
            "gprs-1slot",
            Map.of(
                    ProbeTable.JUST_ABOVE + ProbeTable.RATE,
                    1362.0,
                    ProbeTable.JUST_ABOVE + ProbeTable.LATENCY,
                    889.0,
                    ProbeTable.WELL_ABOVE + ProbeTable.RATE,
                    1334.0,
                    ProbeTable.WELL_ABOVE + ProbeTable.LATENCY,
                    3124.0,
                    ProbeTable.TCP_AVERAGE,
                    1093.0,
                    ProbeTable.TCP_PEAK,
                    1130.0,
                    ProbeTable.TCP_FULL_USE,
                    2.7));

    private PublishedProbes() {}

    /** The rate of a probe, as a share of capacity. */
    static double sent(String link, String what) {
        return SENT.getOrDefault(link, ELSEWHERE).getOrDefault(what, 1.0);
    }

    static OptionalDouble figure(String link, String what) {
        Double figure = FIGURES.getOrDefault(link, Map.of()).get(what);
        return figure == null ? OptionalDouble.empty() : OptionalDouble.of(figure);
    }
}
