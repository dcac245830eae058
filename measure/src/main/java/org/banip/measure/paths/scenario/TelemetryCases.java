package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Steady loads over a path that fails (True and Armitage, 2015, and an alarm). */
final class TelemetryCases {
    /** When the main path begins to lose packets. */
    static final Duration TROUBLE_AT = Duration.ofSeconds(10);
    /** For how long it does. */
    static final Duration TROUBLE_FOR = Duration.ofSeconds(5);

    private static final int[] LOSSES = {0, 10, 50, 100};
    /** The values of SCTP's smallest time-out in the paper. */
    private static final int[] FLOORS = {50, 100, 1000, 3000};

    /** Of the case that has variations. */
    private static final int VARIED_FLOOR = 1000;

    /** Of the free path, for a while. */
    private static final int COST_LOSS = 30;
    /** The one that saves money first. */
    private static final List<String> COMPARED =
            List.of("cost", "default", "failover", "ecf", "lowest-rtt", "blest", "weighted", "redundant");

    private static final Duration TIME = Duration.ofSeconds(30);
    private static final Duration ALARM_CUT_AT = Duration.ofMillis(10_300);
    private static final double PERCENT = 100;

    private TelemetryCases() {}

    /** For each loss a case for transports that take no time of detection, and one for each such time. */
    static List<StudiedCase> failOver() {
        List<StudiedCase> cases = new ArrayList<>();
        for (int loss : LOSSES) {
            cases.add(failOver(loss));
            for (int floor : FLOORS) {
                cases.add(late(failOver(loss), floor));
            }
        }
        StudiedCase dead = failOver((int) PERCENT);
        cases.add(late(dead, VARIED_FLOOR).withDeathOfBroker());
        cases.add(late(dead, VARIED_FLOOR).readOtherwise());
        cases.add(dead.readOtherwise());
        return cases;
    }

    private static StudiedCase late(StudiedCase studied, int millis) {
        return studied.with(
                Variation.late(Duration.ofMillis(millis)), "late-" + millis, "late after " + millis + " ms");
    }

    /** The main path is good ADSL; the fall-back is a 3G modem. */
    private static StudiedCase failOver(int loss) {
        return StudiedCase.of(
                        Scenario.FAIL_OVER,
                        "loss-" + loss,
                        loss + " % loss",
                        List.of(
                                new StudiedPath("main", 8, 20, 0),
                                new StudiedPath("fall-back", 3.5, 200, 0).withPrice()),
                        Workload.signals(TIME))
                .with(Trouble.of(
                        PathEvent.loss(TROUBLE_AT, 0, loss / PERCENT),
                        PathEvent.loss(TROUBLE_AT.plus(TROUBLE_FOR), 0, 0)))
                .withBackup(1);
    }

    /**
     * Wi-Fi is free and loses packets for five seconds; LTE has a price and is fast. One case for each scheduler, and one with a broker that dies.
     */
    static List<StudiedCase> cost() {
        List<StudiedCase> cases = new ArrayList<>();
        for (String scheduler : COMPARED) {
            cases.add(StudiedCase.of(
                            Scenario.COST,
                            "loss-" + COST_LOSS,
                            COST_LOSS + " % loss",
                            List.of(new StudiedPath("wifi", 5, 25, 0), new StudiedPath("lte", 10, 50, 0).withPrice()),
                            Workload.signals(TIME))
                    .with(Trouble.of(
                            PathEvent.loss(TROUBLE_AT, 0, COST_LOSS / PERCENT),
                            PathEvent.loss(TROUBLE_AT.plus(TROUBLE_FOR), 0, 0)))
                    .with(Variation.scheduledBy(scheduler), scheduler, scheduler));
        }
        cases.add(cases.get(0).withDeathOfBroker());
        return cases;
    }

    static StudiedCase alarm() {
        return StudiedCase.of(
                        Scenario.ALARM,
                        "dead-path",
                        "a path dies silently",
                        List.of(new StudiedPath("dying", 5, 20, 0), new StudiedPath("good", 2, 60, 0)),
                        Workload.alarms(TIME))
                .with(Trouble.of(PathEvent.cut(ALARM_CUT_AT, 0)))
                .withSingle(1);
    }
}
