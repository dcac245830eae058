package org.banip.measure.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.measure.paths.carrier.MbuSetup;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Cases;
import org.banip.measure.paths.scenario.Reading;
import org.banip.measure.paths.scenario.Scenario;
import org.junit.jupiter.api.Test;

class PlannedRunTest {
    private static List<PlannedRun> plan(Scenario scenario) {
        return PlannedRun.plan(new PathsSettings(
                List.of(scenario),
                new Cases(Cases.SIZE, 1, 1),
                1,
                1,
                Reading.ONE_WAY,
                "cubic",
                new MbuSetup("duplex", Optional.empty())));
    }

    @Test
    void inFailOverTheMbuWithSeveralPathsHasARunForEachTimeAndTheOthersHaveOne() {
        List<PlannedRun> runs = plan(Scenario.FAIL_OVER);
        assertThat(runs)
                .filteredOn(run -> run.studied().name().startsWith("loss-50"))
                .filteredOn(run -> run.transport() == Transport.BANIP)
                .extracting(run -> run.studied().detectAfter().orElseThrow())
                .containsExactly(
                        Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(3));
        assertThat(runs)
                .filteredOn(run -> run.transport() != Transport.BANIP)
                .hasSize(4 * 3)
                .allSatisfy(run -> assertThat(run.studied().detectAfter()).isEmpty());
    }

    @Test
    void alarmsAreCarriedByBanipOnly() {
        assertThat(plan(Scenario.ALARM))
                .extracting(PlannedRun::transport)
                .containsExactlyInAnyOrder(Transport.BANIP, Transport.BANIP_SINGLE);
    }

    @Test
    void theLongestRunsComeFirst() {
        assertThat(plan(Scenario.HAND_OVER))
                .extracting(PlannedRun::transport)
                .containsExactly(Transport.BANIP_SINGLE, Transport.TCP, Transport.BANIP, Transport.MPTCP);
    }
}
