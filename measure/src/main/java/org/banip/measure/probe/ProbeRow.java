package org.banip.measure.probe;

import java.util.Locale;
import java.util.OptionalDouble;
import org.banip.emulator.profile.LinkSettings;
import org.banip.measure.results.ResultRow;

/**
 * One figure of a link, measured with plain UDP or TCP.
 *
 * @param what name of the figure
 * @param unit {@code B/s}, {@code ms}, {@code s}, {@code kbit/s} or {@code %}
 * @param measured the figure; NaN if it could not be measured
 * @param published the same figure in the thesis
 */
public record ProbeRow(String what, String unit, double measured, OptionalDouble published) {
    ProbeRow(String what, String unit, double measured) {
        this(what, unit, measured, OptionalDouble.empty());
    }

    /** The figure as a row of the results of a link. */
    public ResultRow row(LinkSettings link, boolean approximate) {
        ResultRow row =
                new ResultRow().text("link", link.name()).text("what", what).text("unit", unit);
        if (Double.isFinite(measured)) {
            row.number("measured", measured);
        }
        if (published.isPresent() && Double.isFinite(measured)) {
            row.number("published", published.getAsDouble()).number("ratio", measured / published.getAsDouble());
        }
        return row.text("congestionControl", approximate ? "none" : link.congestionControl())
                .flag("approximate", approximate);
    }

    /** The figure as a line of the table. */
    public String text() {
        String line = String.format(Locale.ROOT, "%-42s %12s", what, figure(measured));
        return published.isPresent()
                ? String.format(
                        Locale.ROOT,
                        "%s %12s %7.2f",
                        line,
                        figure(published.getAsDouble()),
                        measured / published.getAsDouble())
                : line;
    }

    private String figure(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%,.0f %s" : "%.2f %s", value, unit);
    }

    /** The heading above the lines. */
    public static String heading() {
        return String.format(Locale.ROOT, "%-42s %12s %12s %7s", "", "measured", "published", "ratio");
    }
}
