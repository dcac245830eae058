package org.banip.measure.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.measure.paths.carrier.MbuSetup;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Cases;
import org.banip.measure.paths.scenario.Reading;
import org.banip.measure.paths.scenario.Scenario;
import org.banip.measure.paths.scenario.Sharing;
import org.junit.jupiter.api.Test;

class PlannedRunTest {
    private static List<PlannedRun> plan(Scenario scenario) {
        return PlannedRun.plan(settings(scenario, 1, "cubic", "duplex"));
    }

    private static PathsSettings settings(Scenario scenario, int repeats, String congestionControl, String uplink) {
        return new PathsSettings(
                List.of(scenario),
                List.of(Transport.values()),
                new Cases(Cases.SIZE, 1, Cases.SOAK, 1),
                repeats,
                1,
                Reading.ONE_WAY,
                congestionControl,
                new MbuSetup(uplink, Optional.empty()));
    }

    @Test
    void inFailOverTheMbuWithSeveralPathsHasARunForEachTimeAndTheOthersHaveOne() {
        List<PlannedRun> runs = plan(Scenario.FAIL_OVER);
        assertThat(runs)
                .filteredOn(run -> run.studied().name().startsWith("loss-50"))
                .filteredOn(run -> !run.studied().once())
                .filteredOn(run -> run.transport() == Transport.BANIP)
                .extracting(run -> run.studied().variation().detectAfter().orElseThrow())
                .containsExactly(
                        Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(3));
        assertThat(runs)
                .filteredOn(run -> !run.transport().detects())
                .filteredOn(run -> !run.studied().once())
                .hasSize(4 * 4)
                .allSatisfy(run ->
                        assertThat(run.studied().variation().detectAfter()).isEmpty());
    }

    /** The study varied SCTP's least time-out. */
    @Test
    void inFailOverSctpHasARunForEachTimeToo() {
        assertThat(plan(Scenario.FAIL_OVER))
                .filteredOn(run -> run.transport() == Transport.SCTP)
                .filteredOn(run -> run.studied().name().startsWith("loss-50"))
                .extracting(run -> run.studied().variation().detectAfter().orElseThrow())
                .containsExactly(
                        Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(3));
    }

    @Test
    void programsAreOfferedNeitherVariationsNorOneLinkForTwoPaths() {
        assertThat(Scenario.values())
                .allSatisfy(scenario -> assertThat(plan(scenario))
                        .filteredOn(run -> run.transport().program().isPresent())
                        .allSatisfy(run -> assertThat(run.studied().once()).isFalse())
                        .allSatisfy(run -> assertThat(run.studied().sharing()).isNotEqualTo(Sharing.BOTTLENECK)));
        assertThat(plan(Scenario.SHARED))
                .filteredOn(run -> run.transport().program().isPresent())
                .extracting(run -> run.studied().name() + " " + run.transport().token())
                .containsExactlyInAnyOrder("one-path sctp", "one-path mpquic");
    }

    @Test
    void eachSchedulerOfCostHasARunOfItsOwn() {
        assertThat(plan(Scenario.COST))
                .allSatisfy(run -> assertThat(run.transport()).isEqualTo(Transport.BANIP))
                .allSatisfy(run -> assertThat(run.studied().costly()).hasValue(1))
                .filteredOn(run -> !run.studied().once())
                .extracting(run -> run.studied().variation().scheduler().orElseThrow())
                .containsExactlyInAnyOrder(
                        "cost", "default", "failover", "ecf", "lowest-rtt", "blest", "weighted", "redundant");
    }

    /** Nobody else re-injects. */
    @Test
    void inPathBreakOnlyBanipHasARunWithoutReinjection() {
        assertThat(plan(Scenario.PATH_BREAK))
                .filteredOn(run -> run.studied().variation().reinject().isPresent())
                .hasSize(2)
                .allSatisfy(run -> assertThat(run.transport()).isEqualTo(Transport.BANIP));
        assertThat(plan(Scenario.PATH_BREAK))
                .filteredOn(run -> run.studied().name().equals("stream"))
                .extracting(PlannedRun::transport)
                .contains(Transport.BANIP, Transport.BANIP_SINGLE, Transport.MPTCP);
    }

    @Test
    void alarmsAreCarriedByBanipOnly() {
        assertThat(plan(Scenario.ALARM))
                .filteredOn(run -> !run.studied().once())
                .extracting(PlannedRun::transport)
                .containsExactlyInAnyOrder(Transport.BANIP, Transport.BANIP_SINGLE);
    }

    @Test
    void inOkunishiBanipIsMeasuredByEachScheduler() {
        PathsSettings settings = settings(Scenario.OKUNISHI, 1, "cubic", "duplex");
        List<PlannedRun> cuts = PlannedRun.plan(settings).stream()
                .filter(run -> !run.studied().once())
                .filter(run -> run.studied().name().startsWith("cut-lte-7.5"))
                .toList();
        assertThat(cuts).extracting(PlannedRun::transport).containsOnly(Transport.BANIP);
        assertThat(cuts)
                .extracting(run -> settings.mbu().scheduler(run.studied()) + " "
                        + PublishedPaths.of(run.transport(), run.studied()).getAsDouble())
                .containsExactlyInAnyOrder("reachability 0.2", "ecf 38.4", "lowest-rtt 39.3");
        assertThat(new MbuSetup("duplex", Optional.of("weighted"))
                        .scheduler(cuts.get(0).studied()))
                .isEqualTo(settings.mbu().scheduler(cuts.get(0).studied()));
    }

    @Test
    void aPartOfTheNamesChoosesCases() {
        PathsSettings all = settings(Scenario.FAIL_OVER, 1, "cubic", "duplex");
        assertThat(PlannedRun.plan(only(all, "broker-dies")))
                .extracting(PlannedRun::name)
                .containsExactly("fail-over-loss-100-late-1000-broker-dies-banip-1");
        assertThatThrownBy(() -> only(all, "sea"))
                .hasMessageStartingWith("no case of [fail-over] has 'sea' in its name; there are loss-0");
    }

    private static PathsSettings only(PathsSettings of, String part) {
        return new PathsSettings(
                of.scenarios(),
                of.transports(),
                of.cases(),
                of.repeats(),
                of.atOnce(),
                of.reading(),
                of.congestionControl(),
                of.mbu(),
                part);
    }

    @Test
    void theLongestRunsComeFirst() {
        assertThat(plan(Scenario.HAND_OVER))
                .filteredOn(run -> !run.studied().once())
                .extracting(PlannedRun::transport)
                .containsExactly(
                        Transport.BANIP_SINGLE,
                        Transport.TCP,
                        Transport.BANIP,
                        Transport.BANIP_HTTP3,
                        Transport.MPTCP,
                        Transport.SCTP,
                        Transport.MPQUIC);
    }

    @Test
    void variationsAreMadeOnceHoweverManyRepeatsThereAre() {
        PathsSettings settings = settings(Scenario.REGIONAL, 3, "cubic", "duplex");
        assertThat(PlannedRun.plan(settings))
                .filteredOn(run -> run.studied().once())
                .isNotEmpty()
                .allSatisfy(run -> assertThat(run.repeat()).isEqualTo(1));
    }

    @Test
    void whatIsSetForAllIsNotMeasuredOnceMore() {
        assertThat(PlannedRun.plan(settings(Scenario.REGIONAL, 1, "reno", "http3")))
                .noneMatch(run -> run.studied().name().endsWith("-reno"))
                .noneMatch(run -> run.transport() == Transport.BANIP_HTTP3);
    }

    /** QUIC does not ask the kernel for a congestion control. */
    @Test
    void aRunNamesItsCongestionControl() {
        PathsSettings settings = settings(Scenario.REGIONAL, 1, "reno", "duplex");
        assertThat(PlannedRun.plan(settings))
                .extracting(run -> run.transport() + " " + run.controlText(settings))
                .contains(
                        "TCP reno", "BANIP reno", "BANIP_HTTP3 bbr (QUIC)", "MPQUIC cubic (QUIC)", "SCTP reno (SCTP)");
    }
}
