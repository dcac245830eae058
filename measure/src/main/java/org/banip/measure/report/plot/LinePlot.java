package org.banip.measure.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.banip.measure.report.markup.Markup;

/** Series over two axes. One thread. */
public final class LinePlot implements Plot {
    private static final double WIDTH = 720;
    private static final double HIGH = 330;
    private static final double LOW = 230;
    private static final double LEFT = 66;
    private static final double RIGHT = 18;
    private static final double TOP = 26;
    private static final double BOTTOM = 48;
    private static final int MOST_POINTS = 1600;
    private static final int DOTS_ON_LINES = 40;

    private final String across;
    private final String up;
    private final List<Series> series = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private boolean logAcross;
    private boolean logUp;
    private double leastUp = Double.POSITIVE_INFINITY;

    private final List<Band> bands = new ArrayList<>();
    private double height = HIGH;

    private record Line(double y, String text) {}

    private record Band(double low, double high, String name) {
        Key key() {
            return new Key(name, Ink.PUBLISHED, Key.Shape.BAND);
        }
    }

    /**
     * Without series.
     *
     * @param across what the horizontal axis shows, with its unit
     * @param up what the vertical axis shows, with its unit
     */
    public LinePlot(String across, String up) {
        this.across = across;
        this.up = up;
    }

    /** Makes it less high. */
    public LinePlot low() {
        height = LOW;
        return this;
    }

    /** Makes the horizontal axis logarithmic. */
    public LinePlot logAcross() {
        logAcross = true;
        return this;
    }

    /** Makes the vertical axis logarithmic. */
    public LinePlot logUp() {
        logUp = true;
        return this;
    }

    /** Lets the vertical axis reach down to a value at least. */
    public LinePlot from(double least) {
        leastUp = least;
        return this;
    }

    /** Adds a series, unless it has no points. */
    public LinePlot add(Series added) {
        if (!added.points().isEmpty()) {
            series.add(added.thinned(MOST_POINTS));
        }
        return this;
    }

    /** Adds a horizontal line with a text above it. */
    public LinePlot line(double y, String text) {
        lines.add(new Line(y, text));
        return this;
    }

    /** Shades the area between two values. */
    public LinePlot band(double low, double high, String name) {
        bands.add(new Band(low, high, name));
        return this;
    }

    @Override
    public boolean empty() {
        return series.isEmpty();
    }

    @Override
    public List<Key> keys() {
        return Stream.concat(series.stream().map(Series::key), bands.stream().map(Band::key))
                .distinct()
                .toList();
    }

    @Override
    public void draw(Markup out, String title) {
        Scale x = scale(logAcross, Point::x, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 8)
                .cut(mostAcross());
        Scale y = scale(logUp, Point::y, leastUp, highestMark(), 6);
        Frame frame = new Frame(x, y);
        out.open("svg", "viewBox", "0 0 720 " + Math.round(height), "role", "img", "aria-label", title);
        bands.forEach(band -> frame.shade(out, band));
        frame.axes(out);
        lines.forEach(line -> frame.horizontal(out, line));
        series.forEach(one -> frame.draw(out, one));
        lines.forEach(line -> frame.note(out, line));
        out.close();
    }

    private double mostAcross() {
        return series.stream()
                .flatMap(one -> one.points().stream())
                .mapToDouble(Point::x)
                .max()
                .orElse(1);
    }

    private double highestMark() {
        return DoubleStream.concat(
                        lines.stream().mapToDouble(Line::y), bands.stream().mapToDouble(Band::high))
                .max()
                .orElse(Double.NEGATIVE_INFINITY);
    }

    private Scale scale(boolean log, ToDoubleFunction<Point> of, double low, double high, int marks) {
        List<Point> all = series.stream().flatMap(one -> one.points().stream()).toList();
        double least = Math.min(low, all.stream().mapToDouble(of).min().orElse(0));
        double most = Math.max(high, all.stream().mapToDouble(of).max().orElse(1));
        return log ? Scale.log(least, most) : Scale.linear(least, most, marks);
    }

    private final class Frame {
        private final Scale x;
        private final Scale y;

        Frame(Scale x, Scale y) {
            this.x = x;
            this.y = y;
        }

        private double px(double value) {
            return LEFT + x.share(value) * (WIDTH - LEFT - RIGHT);
        }

        private double py(double value) {
            return height - BOTTOM - y.share(value) * (height - TOP - BOTTOM);
        }

        void axes(Markup out) {
            double bottom = height - BOTTOM;
            for (double tick : y.ticks()) {
                out.element(
                        "line", "", "class", "grid", "x1", LEFT, "x2", WIDTH - RIGHT, "y1", py(tick), "y2", py(tick));
                out.element("text", y.label(tick), "class", "tick end", "x", LEFT - 8, "y", py(tick) + 4);
            }
            out.element("line", "", "class", "axis", "x1", LEFT, "x2", WIDTH - RIGHT, "y1", bottom, "y2", bottom);
            for (double tick : x.ticks()) {
                out.element(
                        "line", "", "class", "axis", "x1", px(tick), "x2", px(tick), "y1", bottom, "y2", bottom + 5);
                out.element("text", x.label(tick), "class", "tick middle", "x", px(tick), "y", bottom + 19);
            }
            out.element("text", up, "class", "unit", "x", 4.0, "y", 13.0);
            out.element("text", across, "class", "unit middle", "x", (LEFT + WIDTH - RIGHT) / 2, "y", height - 6);
        }

        void shade(Markup out, Band band) {
            double top = py(band.high());
            double width = WIDTH - LEFT - RIGHT;
            out.open("g", "class", Ink.PUBLISHED.css());
            out.element(
                    "rect", "", "class", "band", "x", LEFT, "y", top, "width", width, "height", py(band.low()) - top);
            out.close();
        }

        void horizontal(Markup out, Line line) {
            out.element(
                    "line",
                    "",
                    "class",
                    "mark",
                    "x1",
                    LEFT,
                    "x2",
                    WIDTH - RIGHT,
                    "y1",
                    py(line.y()),
                    "y2",
                    py(line.y()));
        }

        void note(Markup out, Line line) {
            out.element("text", line.text(), "class", "note end", "x", WIDTH - RIGHT, "y", py(line.y()) - 5);
        }

        void draw(Markup out, Series one) {
            out.open("g", "class", one.ink().css());
            if (one.shape() != Key.Shape.DOTS) {
                String path = one.points().stream().map(this::coordinates).collect(Collectors.joining(" "));
                String css = one.shape() == Key.Shape.DASHES ? "line dashes" : "line";
                out.open("polyline", "class", css, "points", path);
                out.element("title", one.name()).close();
            }
            if (one.shape() == Key.Shape.DOTS || one.points().size() <= DOTS_ON_LINES) {
                one.points().forEach(point -> dot(out, one, point));
            }
            out.close();
        }

        private void dot(Markup out, Series one, Point point) {
            double radius = one.shape() == Key.Shape.DOTS ? 4 : 2.6;
            Glyph.open(out, one.ink(), px(point.x()), py(point.y()), radius);
            out.element("title", one.name() + ": " + x.label(point.x()) + ", " + Numbers.text(point.y()))
                    .close();
        }

        private String coordinates(Point point) {
            return String.format(Locale.ROOT, "%.1f,%.1f", px(point.x()), py(point.y()));
        }
    }
}
