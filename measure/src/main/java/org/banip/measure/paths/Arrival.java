package org.banip.measure.paths;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.banip.measure.paths.carrier.Arrivals;

/** The distribution of the arrival times of a transfer: since its first byte, until a percentage of its bytes had arrived. */
final class Arrival {
    /** The percentages. */
    static final List<Integer> ALL = List.of(10, 25, 50, 75, 90, 99, 100);

    private static final double PERCENT = 100;

    private Arrival() {}

    /** The name of the column of one. */
    static String column(int percent) {
        return "arrived" + percent;
    }

    static double seconds(Arrivals arrivals, int percent) {
        return arrivals.secondsUntil(percent / PERCENT);
    }

    /** Above the lines of {@link Mean#arrivalsLine}. */
    static String heading() {
        return String.format(Locale.ROOT, "%-40s", "seconds until this much had arrived")
                + ALL.stream()
                        .map(percent -> String.format(Locale.ROOT, " %6d%%", percent))
                        .collect(Collectors.joining());
    }
}
