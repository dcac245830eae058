package org.banip.measure.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static final long SEED = 11;

    @Test
    void thinningKeepsTheOrderTheEndsAndTheExtremes() {
        Random random = new Random(SEED);
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            points.add(new Point(i, random.nextGaussian()));
        }
        points.set(54_321, new Point(54_321, 1000));
        points.set(76_543, new Point(76_543, -1000));
        List<Point> thinned =
                new Series("s", Ink.FIRST, Key.Shape.LINE, points).thinned(1600).points();
        assertThat(thinned).hasSizeLessThanOrEqualTo(1610).hasSizeGreaterThan(1200);
        assertThat(thinned).contains(points.get(0), points.get(99_999), points.get(54_321), points.get(76_543));
        assertThat(thinned.stream().mapToDouble(Point::x)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void fewPointsStay() {
        Series few = new Series("s", Ink.FIRST, Key.Shape.LINE, List.of(new Point(1, 2), new Point(2, 3)));
        assertThat(few.thinned(1600)).isSameAs(few);
    }
}
