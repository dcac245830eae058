package org.banip.measure.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.measure.paths.carrier.MbuSetup;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Cases;
import org.banip.measure.paths.scenario.Reading;
import org.banip.measure.paths.scenario.Scenario;
import org.junit.jupiter.api.Test;

class PathsFindingsTest {
    private static final String HINT = "--parallel 1 measures each alone";

    private static PathsSettings settings(Scenario scenario, int atOnce) {
        return new PathsSettings(
                List.of(scenario),
                List.of(Transport.BANIP),
                new Cases(100_000, 1, Cases.SOAK, 1),
                1,
                atOnce,
                Reading.ONE_WAY,
                "cubic",
                new MbuSetup("duplex", Optional.empty()));
    }

    private static List<String> lines(Scenario scenario, int atOnce) {
        PathsSettings settings = settings(scenario, atOnce);
        List<RunState> states =
                PlannedRun.plan(settings).stream().map(RunState::new).toList();
        return new PathsFindings(states, settings).toLines();
    }

    @Test
    void transfersThatShareProcessorsAreSaidToBeSlower() {
        int processors = Runtime.getRuntime().availableProcessors();
        assertThat(lines(Scenario.PALS, processors + 1))
                .filteredOn(line -> line.contains(HINT))
                .singleElement()
                .asString()
                .startsWith((processors + 1) + " runs at a time on " + processors + " processors");
        assertThat(lines(Scenario.PALS, processors)).noneMatch(line -> line.contains(HINT));
        assertThat(lines(Scenario.FAIL_OVER, processors + 1)).noneMatch(line -> line.contains(HINT));
    }

    @Test
    void rowsWithoutAMeasuredRunAreLeftOutAndCounted() {
        assertThat(lines(Scenario.PATH_BREAK, 1))
                .anyMatch(line -> line.matches("(\\d+) of \\1 rows were not measured and are left out"))
                .noneMatch(line -> line.startsWith("path-break"))
                .noneMatch(line -> line.contains("published delay"));
    }

    @Test
    void equalFailuresAreToldOnceWithTheirNumber() {
        PathsSettings settings = settings(Scenario.PATH_BREAK, 1);
        List<RunState> states =
                PlannedRun.plan(settings).stream().map(RunState::new).toList();
        states.forEach(state -> state.fail("no link"));
        assertThat(new PathsFindings(states, settings).toLines())
                .filteredOn(line -> line.contains("no link"))
                .singleElement()
                .asString()
                .startsWith(
                        states.size() + " runs failed, " + states.get(0).plan().name() + " and others: ");
    }

    @Test
    void timeLeftIsCountedDownAlthoughEstimatesJump() {
        AtomicLong now = new AtomicLong();
        SteadyEstimate estimate = new SteadyEstimate(now::get);
        double before = estimate.shown(107);
        for (double jumping : new double[] {91, 179, 79, 167, 60, 143}) {
            now.addAndGet(TimeUnit.SECONDS.toNanos(1));
            double shown = estimate.shown(jumping);
            assertThat(shown).isBetween(before - 4, before + 4);
            before = shown;
        }
        assertThat(estimate.shown(0)).isZero();
    }
}
