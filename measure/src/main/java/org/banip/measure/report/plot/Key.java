package org.banip.measure.report.plot;

import org.banip.measure.report.markup.Markup;

/**
 * One entry of a legend.
 *
 * @param shape its form in the plot
 */
public record Key(String name, Ink ink, Shape shape) {
    /** How something is drawn. */
    public enum Shape {
        /** A line. */
        LINE,
        /** A line of dashes. */
        DASHES,
        /** Dots without a line. */
        DOTS,
        /** A bar. */
        BAR,
        /** A stretch of the axis, shaded. */
        BAND,
        /** From the least to the most, with a dot between. */
        RANGE
    }

    private static final double WIDTH = 22;
    private static final double HEIGHT = 12;
    private static final double MIDDLE = HEIGHT / 2;

    /** Draws a small example. */
    public void draw(Markup out) {
        out.open("svg", "width", WIDTH, "height", HEIGHT, "aria-hidden", "true", "class", "key " + ink.css());
        switch (shape) {
            case LINE -> line(out, "line", 1, WIDTH - 1);
            case DASHES -> line(out, "line dashes", 1, WIDTH - 1);
            case DOTS -> dot(out);
            case BAND -> rectangle(out, "band", 1, WIDTH - 2);
            case BAR -> rectangle(out, "bar", 4, 14);
            case RANGE -> {
                line(out, "line", 1, WIDTH - 1);
                dot(out);
            }
        }
        out.close();
    }

    private static void rectangle(Markup out, String css, double from, double width) {
        out.element("rect", "", "class", css, "x", from, "y", 1.0, "width", width, "height", HEIGHT - 2);
    }

    private static void line(Markup out, String css, double from, double to) {
        out.element("line", "", "class", css, "x1", from, "x2", to, "y1", MIDDLE, "y2", MIDDLE);
    }

    private void dot(Markup out) {
        Glyph.open(out, ink, WIDTH / 2, MIDDLE, 4);
        out.close();
    }
}
