package org.banip.measure.http;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.banip.measure.http.transfer.Protocol;
import org.banip.measure.http.transfer.Transfer;

/** Speed-ups over HTTP/1.1 for a page of 212 kB, in per cent (Zinner et al., 2017, tables I to III). Nothing is published by loss. */
final class PublishedSpeedUps {
    private static final int PAGE = 212;
    private static final List<Integer> ROUND_TRIPS = List.of(20, 50, 100, 200);

    /** By Mbit/s, for each of the round-trip times. */
    private static final Map<Protocol, Map<Double, double[]>> SPEED_UPS = Map.of(
            Protocol.HTTP2,
            Map.of(2.0, new double[] {3.26, 3.36, 12.98, 3.10}, 6.0, new double[] {-10.68, 13.44, 24.72, 4.10}),
            Protocol.HTTP3,
            Map.of(2.0, new double[] {-2.24, 1.55, -3.60, 14.54}, 6.0, new double[] {2.25, 18.01, 37.19, 44.62}),
            Protocol.HTTP3_EARLY,
            Map.of(2.0, new double[] {9.92, 12.86, 56.18, 41.11}, 6.0, new double[] {21.41, 36.34, 58.99, 63.02}));

    private PublishedSpeedUps() {}

    /** The published speed-up; empty if there is none for this page and link. */
    static OptionalDouble of(Protocol protocol, Transfer transfer, StudiedLink link) {
        int column = ROUND_TRIPS.indexOf(link.rttMillis());
        double[] row = SPEED_UPS.getOrDefault(protocol, Map.of()).get(link.megabits());
        boolean page = transfer instanceof Transfer.OfPage load && load.kilobytes() == PAGE;
        return page && row != null && column >= 0 ? OptionalDouble.of(row[column]) : OptionalDouble.empty();
    }
}
