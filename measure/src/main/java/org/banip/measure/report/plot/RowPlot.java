package org.banip.measure.report.plot;

import java.util.ArrayList;
import java.util.List;
import org.banip.measure.report.markup.Markup;

/** Rows, each with a name and one or more bars or ranges on a common axis. One thread. */
public final class RowPlot implements Plot {
    private static final double WIDTH = 720;
    private static final double TOP = 8;
    private static final double BOTTOM = 46;
    private static final double ENTRY = 19;
    private static final double BAR = 14;
    private static final double GAP = 9;
    private static final double CHARACTER = 6.7;
    private static final double MOST_LEFT = 320;
    private static final double LEAST_LEFT = 60;
    private static final double LEAST_RIGHT = 40;
    private static final double MOST_RIGHT = 220;

    private final String unit;
    private final List<Row> rows = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private boolean logarithmic;
    private boolean overlaid;
    private double most = Double.NEGATIVE_INFINITY;

    private record Mark(double value, String text) {}

    /**
     * One thing in a row.
     *
     * @param middle where a range's dot is
     * @param text shown at its end
     */
    public record Entry(String name, Ink ink, Key.Shape shape, double low, double middle, double high, String text) {
        /** From 0 to a value. */
        public static Entry bar(String name, Ink ink, double value, String text) {
            return new Entry(name, ink, Key.Shape.BAR, 0, value, value, text);
        }

        /** A value without a bar. */
        public static Entry dot(String name, Ink ink, double value, String text) {
            return new Entry(name, ink, Key.Shape.DOTS, value, value, value, text);
        }

        /** From the least to the most, with the average between. */
        public static Entry range(String name, Ink ink, double low, double middle, double high, String text) {
            return new Entry(name, ink, Key.Shape.RANGE, low, middle, high, text);
        }
    }

    private record Row(String name, List<Entry> entries) {}

    /**
     * Without rows.
     *
     * @param unit what the axis shows, with its unit
     */
    public RowPlot(String unit) {
        this.unit = unit;
    }

    /** Makes the axis logarithmic, for dots and ranges above 0. */
    public RowPlot logarithmic() {
        logarithmic = true;
        return this;
    }

    /** Draws the content of a row on one line, without texts. */
    public RowPlot overlaid() {
        overlaid = true;
        return this;
    }

    /** Lets the axis reach up to a value at least. */
    public RowPlot upTo(double value) {
        most = value;
        return this;
    }

    /** Adds a row, unless it has no entries. */
    public RowPlot add(String name, List<Entry> entries) {
        if (!entries.isEmpty()) {
            rows.add(new Row(name, List.copyOf(entries)));
        }
        return this;
    }

    /** Adds a vertical line. */
    public RowPlot mark(double value, String text) {
        marks.add(new Mark(value, text));
        return this;
    }

    @Override
    public boolean empty() {
        return rows.isEmpty();
    }

    @Override
    public List<Key> keys() {
        return entries().stream()
                .map(entry -> new Key(entry.name(), entry.ink(), entry.shape()))
                .distinct()
                .toList();
    }

    private List<Entry> entries() {
        return rows.stream().flatMap(row -> row.entries().stream()).toList();
    }

    @Override
    public void draw(Markup out, String title) {
        double top = TOP + (marks.isEmpty() ? 0 : 14);
        double height = top + BOTTOM;
        for (Row row : rows) {
            height += height(row) + GAP;
        }
        Frame frame = new Frame(scale(), left(), right(), top, height - BOTTOM);
        out.open("svg", "viewBox", "0 0 720 " + Math.round(height), "role", "img", "aria-label", title);
        frame.axis(out, height);
        frame.rows(out);
        out.close();
    }

    private double height(Row row) {
        return overlaid ? ENTRY : ENTRY * row.entries().size();
    }

    private double right() {
        int longest = overlaid
                ? 0
                : entries().stream()
                        .mapToInt(entry -> entry.text().length())
                        .max()
                        .orElse(0);
        return Math.max(LEAST_RIGHT, Math.min(MOST_RIGHT, longest * CHARACTER + 14));
    }

    private double left() {
        int longest = rows.stream().mapToInt(row -> row.name().length()).max().orElse(0);
        return Math.max(LEAST_LEFT, Math.min(MOST_LEFT, longest * CHARACTER + 14));
    }

    private Scale scale() {
        double high = entries().stream().mapToDouble(Entry::high).max().orElse(1);
        double low = entries().stream().mapToDouble(Entry::low).min().orElse(0);
        for (Mark mark : marks) {
            high = Math.max(high, mark.value());
            low = Math.min(low, mark.value());
        }
        high = Math.max(high, most);
        return logarithmic ? Scale.log(low / 1.15, high * 1.15) : Scale.linear(Math.min(0, low), high, 6);
    }

    private final class Frame {
        private final Scale scale;
        private final double left;
        private final double right;
        private final double top;
        private final double bottom;

        Frame(Scale scale, double left, double right, double top, double bottom) {
            this.scale = scale;
            this.left = left;
            this.right = right;
            this.top = top;
            this.bottom = bottom;
        }

        private double px(double value) {
            return left + scale.share(value) * (WIDTH - left - right);
        }

        void axis(Markup out, double height) {
            for (double tick : scale.ticks()) {
                out.element("line", "", "class", "grid", "x1", px(tick), "x2", px(tick), "y1", top, "y2", bottom);
                out.element("text", scale.label(tick), "class", "tick middle", "x", px(tick), "y", bottom + 16);
            }
            for (Mark mark : marks) {
                double x = px(mark.value());
                out.element("line", "", "class", "mark", "x1", x, "x2", x, "y1", top, "y2", bottom);
                out.element("text", mark.text(), "class", "note middle", "x", x, "y", top - 5);
            }
            out.element("text", unit, "class", "unit middle", "x", (left + WIDTH - right) / 2, "y", height - 8);
        }

        void rows(Markup out) {
            double y = top + GAP / 2;
            for (Row row : rows) {
                double line = y + ENTRY / 2;
                name(out, row.name(), y + height(row) / 2);
                for (Entry entry : row.entries()) {
                    entry(out, row, entry, line);
                    line += overlaid ? 0 : ENTRY;
                }
                y += height(row) + GAP;
            }
        }

        private void name(Markup out, String name, double y) {
            int room = (int) ((left - 14) / CHARACTER);
            String shown = name.length() <= room ? name : name.substring(0, room - 1) + "…";
            out.open("text", "class", "name end", "x", left - 10, "y", y + 4);
            out.text(shown).element("title", name).close();
        }

        private void entry(Markup out, Row row, Entry entry, double y) {
            out.open("g", "class", entry.ink().css());
            out.element("title", row.name() + ", " + entry.name() + ": " + entry.text());
            if (entry.shape() == Key.Shape.BAR) {
                double from = px(Math.min(0, entry.middle()));
                double width = Math.max(1, px(Math.max(0, entry.middle())) - from);
                out.element(
                        "rect",
                        "",
                        "class",
                        "bar",
                        "x",
                        from,
                        "y",
                        y - BAR / 2,
                        "width",
                        width,
                        "height",
                        BAR,
                        "rx",
                        2.0);
            } else {
                line(out, entry, y);
                Glyph.open(out, entry.ink(), px(entry.middle()), y, 4.5);
                out.close();
            }
            out.close();
            if (overlaid) {
                return;
            }
            double end = px(Math.max(entry.high(), logarithmic ? scale.low() : 0));
            out.element("text", entry.text(), "class", "value", "x", end + 8, "y", y + 4);
        }

        private void line(Markup out, Entry entry, double y) {
            if (entry.low() == entry.high()) {
                return;
            }
            double low = px(entry.low());
            double high = px(entry.high());
            out.element("line", "", "class", "line", "x1", low, "x2", high, "y1", y, "y2", y);
            out.element("line", "", "class", "line", "x1", low, "x2", low, "y1", y - 4, "y2", y + 4);
            out.element("line", "", "class", "line", "x1", high, "x2", high, "y1", y - 4, "y2", y + 4);
        }
    }
}
