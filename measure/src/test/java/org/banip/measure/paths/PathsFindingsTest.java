package org.banip.measure.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.banip.measure.paths.carrier.MbuSetup;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Cases;
import org.banip.measure.paths.scenario.Reading;
import org.banip.measure.paths.scenario.Scenario;
import org.junit.jupiter.api.Test;

class PathsFindingsTest {
    private static final String HINT = "--parallel 1 measures each alone";

    private static List<String> lines(Scenario scenario, int atOnce) {
        PathsSettings settings = new PathsSettings(
                List.of(scenario),
                List.of(Transport.BANIP),
                new Cases(100_000, 1, Cases.SOAK, 1),
                1,
                atOnce,
                Reading.ONE_WAY,
                "cubic",
                new MbuSetup("duplex", Optional.empty()));
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
}
