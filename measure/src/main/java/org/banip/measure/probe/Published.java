package org.banip.measure.probe;

import java.util.Map;
import java.util.OptionalDouble;

/** What the BANip thesis (2003) measured on its two GPRS links, by link and by what a row says. */
final class Published {
    private static final Map<String, Map<String, Double>> FIGURES = Map.of(
            "gprs-2slot",
            Map.ofEntries(
                    Map.entry(ProbeTable.UDP_RATE, 2601.0),
                    Map.entry(ProbeTable.UDP_LATENCY, 1106.0),
                    Map.entry(ProbeTable.TCP_AVERAGE, 1958.0),
                    Map.entry(ProbeTable.SEND_BUFFER + 32_640, 1430.0),
                    Map.entry(ProbeTable.SEND_BUFFER + 16_320, 1510.0),
                    Map.entry(ProbeTable.SEND_BUFFER + 9_792, 1749.0),
                    Map.entry(ProbeTable.SEND_BUFFER + 7_616, 1985.0)),
            "gprs-1slot",
            Map.of(
                    ProbeTable.UDP_RATE, 1362.0,
                    ProbeTable.UDP_LATENCY, 889.0,
                    ProbeTable.TCP_AVERAGE, 1093.0,
                    ProbeTable.TCP_PEAK, 1130.0,
                    ProbeTable.TCP_FULL_USE, 2.7));

    private Published() {}

    static OptionalDouble figure(String link, String what) {
        Double figure = FIGURES.getOrDefault(link, Map.of()).get(what);
        return figure == null ? OptionalDouble.empty() : OptionalDouble.of(figure);
    }
}
