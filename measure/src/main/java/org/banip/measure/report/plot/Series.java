package org.banip.measure.report.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * Points that belong together.
 *
 * @param shape {@code LINE}, {@code DASHES} or {@code DOTS}
 */
public record Series(String name, Ink ink, Key.Shape shape, List<Point> points) {
    /** Copies the points. */
    public Series {
        points = List.copyOf(points);
    }

    /** Its entry in the legend. */
    Key key() {
        return new Key(name, ink, shape);
    }

    /** The series reduced to about this number of points, which looks the same: the first, lowest, highest and last point of each stretch. */
    Series thinned(int most) {
        int stretch = 4 * points.size() / Math.max(4, most);
        if (points.size() <= most || stretch < 4) {
            return this;
        }
        List<Point> kept = new ArrayList<>();
        for (int from = 0; from < points.size(); from += stretch) {
            addExtremes(from, Math.min(points.size(), from + stretch), kept);
        }
        return new Series(name, ink, shape, kept);
    }

    private void addExtremes(int from, int to, List<Point> kept) {
        int least = from;
        int highest = from;
        for (int i = from; i < to; i++) {
            least = points.get(i).y() < points.get(least).y() ? i : least;
            highest = points.get(i).y() > points.get(highest).y() ? i : highest;
        }
        int last = to - 1;
        int first = Math.min(least, highest);
        int second = Math.max(least, highest);
        kept.add(points.get(from));
        if (first > from) {
            kept.add(points.get(first));
        }
        if (second > first && second < last) {
            kept.add(points.get(second));
        }
        if (last > first) {
            kept.add(points.get(last));
        }
    }
}
