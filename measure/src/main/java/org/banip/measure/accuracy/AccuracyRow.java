package org.banip.measure.accuracy;

import java.util.Locale;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.measure.results.ResultRow;

/**
 * One figure of a link.
 *
 * @param what name of the figure
 * @param unit its unit, which also decides which error is tolerable
 * @param expected value that follows from settings and seed
 * @param measured value measured at the sockets
 */
public record AccuracyRow(String what, Unit unit, double expected, double measured) {
    /** A unit, and the error that is tolerable in it. */
    public enum Unit {
        /** Milliseconds; an error of 2 is tolerable. */
        MILLIS("%,.2f ms", "%+.2f ms", false, 2),
        /** Bytes per second; an error of 2 % is tolerable. */
        BYTES_PER_SECOND("%,.0f B/s", "%+.2f %%", true, 0.02),
        /** Datagrams; no error is tolerable. */
        DATAGRAMS("%,.0f", "%+.0f", false, 0);

        private static final double PERCENT = 100;

        private final String format;
        private final String errorFormat;
        private final boolean relative;
        private final double tolerance;

        Unit(String format, String errorFormat, boolean relative, double tolerance) {
            this.format = format;
            this.errorFormat = errorFormat;
            this.relative = relative;
            this.tolerance = tolerance;
        }

        /** Its name in tables. */
        private String token() {
            return this == MILLIS ? "ms" : this == BYTES_PER_SECOND ? "B/s" : "datagrams";
        }

        private String toleranceText() {
            return this == MILLIS ? "2 ms" : this == BYTES_PER_SECOND ? "2 %" : "0";
        }

        private double error(double expected, double measured) {
            return relative ? measured / expected - 1 : measured - expected;
        }

        private String errorText(double error) {
            return String.format(Locale.ROOT, errorFormat, relative ? error * PERCENT : error);
        }
    }

    /** Measured minus expected: in the unit, or for rates as a share of the expected value. */
    public double error() {
        return unit.error(expected, measured);
    }

    /** Whether the error is tolerable. */
    public boolean exact() {
        return Math.abs(error()) <= unit.tolerance; // false for NaN
    }

    /** The figure as a row of the results of a link. */
    public ResultRow row(LinkProfile profile) {
        LinkSettings link = profile.links().get(0);
        ResultRow row = new ResultRow()
                .text("link", link.name())
                .text("what", what)
                .text("unit", unit.token())
                .number("expected", expected);
        if (Double.isFinite(measured)) {
            row.number("measured", measured).number("error", error());
        }
        return row.text("tolerance", unit.toleranceText())
                .flag("exact", exact())
                .text("congestionControl", link.congestionControl());
    }

    /** The figure as a line of the table. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "%-34s %14s %14s %12s%s",
                what,
                String.format(Locale.ROOT, unit.format, expected),
                String.format(Locale.ROOT, unit.format, measured),
                unit.errorText(error()),
                exact() ? "" : "  !");
    }

    /** The heading above the lines. */
    public static String heading() {
        return String.format(Locale.ROOT, "%-34s %14s %14s %12s", "", "expected", "measured", "error");
    }
}
