package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A device leaves Wi-Fi while it transfers (Okunishi et al., 2022). In the paper Wi-Fi is out of range after about 2 s, which the published distances and
 * speed do not give: so there is a cut, with a range that fits, and the walk with the published range.
 *
 * @param bytes of a transfer of two megabytes; the paper's 5 MB are two and a half times as much
 */
record OkunishiCases(long bytes) {
    /** The scheduler that foresees the end. */
    static final String FORESEES = "reachability";

    private static final List<String> SCHEDULERS = List.of(FORESEES, "ecf", "lowest-rtt");
    private static final double[] LTE_MEGABITS = {5, 7.5, 10};
    private static final double WIFI_MEGABITS = 5;
    private static final double WIFI_MILLIS = 25;
    /** Not published; our choice. */
    private static final double LTE_MILLIS = 50;

    private static final double START_METRES = 10;
    private static final double RANGE_METRES = 70;
    private static final double TIMES = 2.5;
    private static final double CUT_SECONDS = 2;
    /** How long before the end of the walk the transfer begins. */
    private static final double WALK_SECONDS = 10;

    private static final double BYTES_PER_MEGABIT = 125_000;
    /** Share of the capacity that a transfer over the walk's end takes. */
    private static final double SHARE = 0.85;
    /** How much longer it lasts than Wi-Fi. */
    private static final double LONGER = 0.5;

    /** For each rate of LTE and each scheduler a cut and a walk, and one cut with its variations. */
    List<StudiedCase> all() {
        List<StudiedCase> cases = new ArrayList<>();
        for (double lte : LTE_MEGABITS) {
            for (String scheduler : SCHEDULERS) {
                cases.add(cut(lte, scheduler));
                cases.add(walk(lte, scheduler));
            }
        }
        cases.add(cases.get(0).withDeathOfBroker());
        cases.add(cases.get(0).readOtherwise());
        return cases;
    }

    private double scale() {
        return (double) bytes / Cases.SIZE;
    }

    private StudiedCase cut(double lte, String scheduler) {
        double range = START_METRES + Leaving.METRES_PER_SECOND * CUT_SECONDS * scale();
        return of("cut", lte, Math.round(TIMES * bytes), leaving(scheduler, START_METRES, range));
    }

    /** The walk without its first part, in which nothing happens. */
    private StudiedCase walk(double lte, String scheduler) {
        double seconds = WALK_SECONDS * scale();
        double from = Math.max(START_METRES, RANGE_METRES - Leaving.METRES_PER_SECOND * seconds);
        double lasts = (RANGE_METRES - from) / Leaving.METRES_PER_SECOND;
        double megabits = SHARE * lasts * (WIFI_MEGABITS + lte * (1 + LONGER));
        return of("walk", lte, Math.round(megabits * BYTES_PER_MEGABIT), leaving(scheduler, from, RANGE_METRES));
    }

    private static Leaving leaving(String scheduler, double from, double range) {
        return new Leaving(scheduler, scheduler.equals(FORESEES), from, range);
    }

    private static StudiedCase of(String name, double lte, long size, Leaving leaving) {
        Duration lost = leaving.after();
        return StudiedCase.of(
                        Scenario.OKUNISHI,
                        String.format(Locale.ROOT, "%s-lte-%.1f", name, lte),
                        String.format(Locale.ROOT, "%s, LTE %.1f Mbit/s", name, lte),
                        List.of(
                                new StudiedPath("wifi", WIFI_MEGABITS, WIFI_MILLIS, 0),
                                new StudiedPath("lte", lte, LTE_MILLIS, 0)),
                        Workload.bulk(size))
                .with(Trouble.of(PathEvent.cut(lost, 0)))
                .withSingle(1)
                .with(Variation.leaving(leaving), leaving.scheduler(), leaving.scheduler());
    }
}
