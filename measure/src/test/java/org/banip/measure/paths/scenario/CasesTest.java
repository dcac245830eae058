package org.banip.measure.paths.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.LinkSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CasesTest {
    private static final Cases CASES = new Cases(Cases.SIZE, Cases.ALL_PALS, Cases.SOAK, 7);

    @Test
    void randomPairsAreWithinThePublishedBoundsAndFollowTheSeed() {
        List<StudiedCase> pals = repeated(CASES);
        assertThat(pals).hasSize(2 * Cases.ALL_PALS);
        assertThat(CASES.of(Scenario.PALS, Reading.ONE_WAY))
                .isEqualTo(new Cases(Cases.SIZE, Cases.ALL_PALS, Cases.SOAK, 7).of(Scenario.PALS, Reading.ONE_WAY))
                .isNotEqualTo(new Cases(Cases.SIZE, Cases.ALL_PALS, Cases.SOAK, 8).of(Scenario.PALS, Reading.ONE_WAY));
        assertThat(pals)
                .allSatisfy(studied -> assertThat(studied.paths()).hasSize(2).allSatisfy(path -> {
                    assertThat(path.megabits()).isBetween(0.1, 5.0);
                    assertThat(path.delayMillis()).isBetween(0.0, 250.0);
                    if (studied.name().endsWith("lossy")) {
                        assertThat(path.lossPercent()).isBetween(1.0, 5.0);
                    } else {
                        assertThat(path.lossPercent()).isZero();
                    }
                }));
    }

    @Test
    void fewerPairsAreTheFirstOfAll() {
        assertThat(repeated(CASES))
                .startsWith(repeated(new Cases(Cases.SIZE, 2, Cases.SOAK, 7)).toArray(StudiedCase[]::new));
    }

    private static List<StudiedCase> repeated(Cases cases) {
        return cases.of(Scenario.PALS, Reading.ONE_WAY).stream()
                .filter(studied -> !studied.once())
                .toList();
    }

    @Test
    void inEachScenarioABrokerDiesBeforeTheLoadCanHaveEnded() {
        for (Scenario scenario : Scenario.values()) {
            assertThat(CASES.of(scenario, Reading.ONE_WAY))
                    .filteredOn(studied -> studied.trouble().brokerDies().isPresent())
                    .as(scenario.token())
                    .isNotEmpty()
                    .allSatisfy(studied -> assertThat(
                                    studied.trouble().brokerDies().orElseThrow())
                            .isLessThan(
                                    Duration.ofMillis((long) (1000 * studied.expectedSeconds(studied.allPaths())))));
        }
    }

    /** A path stands still in the middle of the load, and is back before its end; each load once without re-injection. */
    @Test
    void inPathBreakTheFirstPathStandsStillWhileTheLoadGoesOn() {
        List<StudiedCase> breaks = CASES.of(Scenario.PATH_BREAK, Reading.ONE_WAY);
        assertThat(breaks).filteredOn(studied -> !studied.once()).hasSize(4);
        assertThat(breaks)
                .filteredOn(studied -> studied.variation().reinject().isPresent())
                .extracting(studied ->
                        studied.name() + " " + studied.variation().reinject().getAsDouble())
                .containsExactly("stream-waits 0.0", "transfer-waits 0.0");
        for (StudiedCase studied : breaks) {
            List<PathEvent> events = studied.trouble().events();
            assertThat(events).extracting(PathEvent::change).containsExactly(new Change.Loss(1), new Change.Loss(0));
            assertThat(events).extracting(PathEvent::path).containsOnly(0);
            double begins = studied.capacity(studied.allPaths(), events.get(0).at());
            assertThat(begins)
                    .as("%s: what both paths carry before", studied.name())
                    .isLessThan(
                            studied.work().steady()
                                    ? Double.MAX_VALUE
                                    : studied.work().bytes());
            assertThat(events.get(1).at())
                    .isLessThan(Duration.ofMillis((long) (1000 * studied.expectedSeconds(studied.allPaths()))));
        }
    }

    @Test
    void regionalHasEightPairsEachOnceMoreUnderReno() {
        List<StudiedCase> regional = CASES.of(Scenario.REGIONAL, Reading.ONE_WAY);
        assertThat(regional).filteredOn(studied -> !studied.once()).hasSize(8);
        assertThat(regional)
                .filteredOn(studied -> studied.variation().congestionControl().equals(Optional.of("reno")))
                .hasSize(8);
    }

    @Test
    void eachPublishedDelayIsAlsoReadTheOtherWay() {
        for (Scenario scenario :
                List.of(Scenario.PALS, Scenario.HAND_OVER, Scenario.REGIONAL, Scenario.FAIL_OVER, Scenario.OKUNISHI)) {
            assertThat(CASES.of(scenario, Reading.ONE_WAY))
                    .as(scenario.token())
                    .anyMatch(studied -> studied.variation().otherReading());
        }
    }

    /** So that what was sampled can arrive. */
    @Test
    void atTheEndOfTheSoakNothingHappensAndEachChangeIsUndone() {
        StudiedCase soak = new Cases(Cases.SIZE, 1, Duration.ofMinutes(10), 3)
                .of(Scenario.SOAK, Reading.ONE_WAY)
                .get(0);
        List<PathEvent> events = soak.trouble().events();
        assertThat(events).hasSizeGreaterThan(20).isSortedAccordingTo(Comparator.comparing(PathEvent::at));
        assertThat(events).allSatisfy(event -> assertThat(event.at()).isLessThanOrEqualTo(Duration.ofMinutes(9)));
        for (int path = 0; path < 2; path++) {
            int number = path;
            List<Change> changes = events.stream()
                    .filter(event -> event.path() == number)
                    .map(PathEvent::change)
                    .toList();
            assertThat(changes.size() % 2).isZero();
            for (int bad = 0; bad < changes.size(); bad += 2) {
                assertThat(changes.get(bad + 1)).isNotEqualTo(changes.get(bad)).hasSameClassAs(changes.get(bad));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void inTheSoakAPathThatWasFarHasItsOwnDelayAgain(Reading reading) {
        StudiedCase soak = new Cases(Cases.SIZE, 1, Duration.ofMinutes(10), 3)
                .of(Scenario.SOAK, reading)
                .get(0);
        for (int path = 0; path < 2; path++) {
            int number = path;
            Change own = new Change.Delay(
                    soak.paths().get(path).link(reading, "cubic").up().delay());
            List<Change> far = soak.trouble().events().stream()
                    .filter(event -> event.path() == number)
                    .map(PathEvent::change)
                    .filter(Change.Delay.class::isInstance)
                    .toList();
            assertThat(far).hasSizeGreaterThan(3);
            for (int back = 1; back < far.size(); back += 2) {
                assertThat(far.get(back)).isEqualTo(own);
            }
        }
    }

    @Test
    void aPathThatWasCutHasCapacityUntilThen() {
        StudiedCase handOver = CASES.of(Scenario.HAND_OVER, Reading.ONE_WAY).get(0);
        double rate = 2.95 * 125_000;
        assertThat(handOver.work().bytes()).isEqualTo(20_000_000);
        assertThat(handOver.capacity(List.of(0, 1), Duration.ofSeconds(10))).isCloseTo(20 * rate, within(1.0));
        assertThat(handOver.capacity(List.of(0, 1), Duration.ofSeconds(40))).isCloseTo(55 * rate, within(1.0));
        assertThat(handOver.capacity(List.of(1), Duration.ofSeconds(40))).isCloseTo(40 * rate, within(1.0));
    }

    @Test
    void inOkunishiEachSchedulerMeetsTheSameEndOfWifi() {
        List<StudiedCase> cases = CASES.of(Scenario.OKUNISHI, Reading.ONE_WAY).stream()
                .filter(studied -> !studied.once())
                .toList();
        assertThat(cases).hasSize(2 * 3 * 3);
        for (StudiedCase studied : cases) {
            Leaving leaving = studied.variation().leaving().orElseThrow();
            assertThat(leaving.foreseen()).isEqualTo(leaving.scheduler().equals("reachability"));
            PathEvent cut = studied.trouble().events().get(0);
            boolean walk = studied.name().startsWith("walk");
            assertThat(cut.at()).as(studied.name()).isEqualTo(Duration.ofSeconds(walk ? 10 : 2));
            assertThat(cut.path()).isZero();
            assertThat(studied.paths().get(0).megabits()).isEqualTo(5);
            assertThat((double) studied.work().bytes())
                    .as("more than until the end of Wi-Fi")
                    .isGreaterThan(studied.capacity(List.of(0, 1), cut.at()));
        }
        assertThat(cases.get(0).work().bytes()).isEqualTo(5_000_000);
        assertThat(cases.get(0).variation().leaving().orElseThrow().rangeMetres())
                .isCloseTo(12.6, within(1e-9));
    }

    @Test
    void aWalkIsReadAsItWasWritten() {
        Leaving leaving = new Leaving("reachability", true, 10, 12.6);
        JsonWriter json = new JsonWriter().beginObject();
        leaving.writeTo(json);
        assertThat(Leaving.read(JsonObject.parse(json.endObject().toString()))).isEqualTo(leaving);
        assertThatThrownBy(() -> new Leaving("ecf", false, 70, 70)).hasMessageContaining("within the range of 70.0 m");
    }

    /** With the whole walk the transfer begins where the published one does. */
    @Test
    void aLargerTransferBeginsEarlierOnTheWalk() {
        StudiedCase walk = new Cases(20_000_000, 1, Cases.SOAK, 1)
                .of(Scenario.OKUNISHI, Reading.ONE_WAY).stream()
                        .filter(studied -> studied.name().startsWith("walk"))
                        .findFirst()
                        .orElseThrow();
        assertThat(walk.variation().leaving().orElseThrow().fromMetres()).isEqualTo(10);
        assertThat(walk.trouble().events().get(0).at()).isEqualTo(Duration.ofMillis(46_154));
    }

    @Test
    void aPublishedDelayIsReadAsOneWayOrAsARoundTrip() {
        StudiedPath path = new StudiedPath("one", 8, 200, 1);
        LinkSettings oneWay = path.link(Reading.ONE_WAY, "cubic");
        LinkSettings roundTrip = path.link(Reading.ROUND_TRIP, "cubic");
        assertThat(oneWay.up().delay()).isEqualTo(Duration.ofMillis(200));
        assertThat(roundTrip.up().delay()).isEqualTo(Duration.ofMillis(100));
        assertThat(oneWay.up().queueBytes()).isEqualTo(400_000);
        assertThat(roundTrip.down()).isEqualTo(roundTrip.up());
    }
}
