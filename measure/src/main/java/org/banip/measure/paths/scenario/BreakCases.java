package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One of two paths stands still in the middle of a stream, and nobody is told: what re-injection is for (XLINK, 2021). With it, and without it. The stream
 * needs a quarter of one path; the transfer all that both carry.
 *
 * @param bytes of a transfer of two megabytes; the one here takes ten times as much
 */
record BreakCases(long bytes) {
    private static final double WIFI_MEGABITS = 8;
    private static final double WIFI_MILLIS = 20;
    private static final double LTE_MEGABITS = 8;
    private static final double LTE_MILLIS = 40;
    private static final Duration TIME = Duration.ofSeconds(30);
    private static final Duration AT = Duration.ofSeconds(10);
    private static final Duration STANDS = Duration.ofSeconds(5);
    private static final int TIMES = 10;
    /** Of a transfer of the default size, which takes about 12 s. */
    private static final double TRANSFER_AT_MILLIS = 5000;

    List<StudiedCase> all() {
        List<StudiedCase> cases = new ArrayList<>();
        StudiedCase stream = of("stream", Workload.stream(TIME), AT);
        Duration early = Duration.ofMillis(Math.round(TRANSFER_AT_MILLIS * bytes / Cases.SIZE));
        StudiedCase transfer = of("transfer", Workload.bulk(TIMES * bytes), early);
        for (StudiedCase studied : List.of(stream, transfer)) {
            cases.add(studied);
            cases.add(studied.with(Variation.reinjecting(0), "waits", "no re-injection"));
        }
        cases.add(stream.withDeathOfBroker());
        return cases;
    }

    private static StudiedCase of(String name, Workload work, Duration at) {
        return StudiedCase.of(
                        Scenario.PATH_BREAK,
                        name,
                        name,
                        List.of(
                                new StudiedPath("wifi", WIFI_MEGABITS, WIFI_MILLIS, 0),
                                new StudiedPath("lte", LTE_MEGABITS, LTE_MILLIS, 0)),
                        work)
                .with(Trouble.of(PathEvent.loss(at, 0, 1), PathEvent.loss(at.plus(STANDS), 0, 0)));
    }
}
