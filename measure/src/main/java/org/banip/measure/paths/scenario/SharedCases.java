package org.banip.measure.paths.scenario;

import java.util.ArrayList;
import java.util.List;

/** Transfers beside a bulk flow of TCP. */
final class SharedCases {
    private static final double MEGABITS = 4;
    private static final double MILLIS = 25;

    private SharedCases() {}

    static List<StudiedCase> of(long bytes) {
        StudiedCase bottleneck = shared("bottleneck", "two links behind one bottleneck", bytes, 1, Sharing.BOTTLENECK);
        List<StudiedCase> cases = new ArrayList<>(Cases.dying(bottleneck));
        cases.add(shared("one-path", "one of two paths is shared", bytes, 2, Sharing.FIRST_PATH));
        return cases;
    }

    private static StudiedCase shared(String name, String group, long bytes, int links, Sharing sharing) {
        List<StudiedPath> all =
                List.of(new StudiedPath("shared", MEGABITS, MILLIS, 0), new StudiedPath("own", MEGABITS, MILLIS, 0));
        return StudiedCase.of(Scenario.SHARED, name, group, all.subList(0, links), Workload.bulk(bytes))
                .with(sharing);
    }
}
