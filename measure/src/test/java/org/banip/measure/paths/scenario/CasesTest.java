package org.banip.measure.paths.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.banip.emulator.profile.LinkSettings;
import org.junit.jupiter.api.Test;

class CasesTest {
    private static final Cases CASES = new Cases(Cases.SIZE, Cases.ALL_PALS, 7);

    @Test
    void randomPairsAreWithinThePublishedBoundsAndFollowTheSeed() {
        List<StudiedCase> pals = CASES.of(Scenario.PALS);
        assertThat(pals)
                .hasSize(2 * Cases.ALL_PALS)
                .isEqualTo(new Cases(Cases.SIZE, Cases.ALL_PALS, 7).of(Scenario.PALS));
        assertThat(pals).isNotEqualTo(new Cases(Cases.SIZE, Cases.ALL_PALS, 8).of(Scenario.PALS));
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
        assertThat(CASES.of(Scenario.PALS))
                .startsWith(new Cases(Cases.SIZE, 2, 7).of(Scenario.PALS).toArray(StudiedCase[]::new));
    }

    @Test
    void aPathThatWasCutHasCapacityUntilThen() {
        StudiedCase handOver = CASES.of(Scenario.HAND_OVER).get(0);
        double rate = 2.95 * 125_000;
        assertThat(handOver.work().bytes()).isEqualTo(20_000_000);
        assertThat(handOver.capacity(List.of(0, 1), Duration.ofSeconds(10))).isCloseTo(20 * rate, within(1.0));
        assertThat(handOver.capacity(List.of(0, 1), Duration.ofSeconds(40))).isCloseTo(55 * rate, within(1.0));
        assertThat(handOver.capacity(List.of(1), Duration.ofSeconds(40))).isCloseTo(40 * rate, within(1.0));
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
