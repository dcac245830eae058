package org.banip.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.emulator.profile.LinkProfile;
import org.junit.jupiter.api.Test;

class ThesisPlanTest {
    private final List<PlannedRun> plan = ThesisPlan.over(LinkProfile.named("gprs-2slot"), false, 1);

    private List<Double> published(String uplink, int packetUnits, boolean capacity) {
        return plan.stream()
                .filter(run -> run.settings().uplink().equals(uplink)
                        && run.settings().packetUnits() == packetUnits
                        && run.settings().coders().isEmpty()
                        && run.settings().initialWindow() == 0
                        && run.load() instanceof Load.Capacity == capacity)
                .flatMap(run -> run.published().stream())
                .map(PublishedCpi::value)
                .toList();
    }

    @Test
    void repeatsEveryPublishedFigure() {
        assertThat(published("per-request", 16, true)).containsExactly(170.0);
        assertThat(published("per-request", 16, false)).containsExactly(5.5);
        assertThat(published("per-request", 140, true)).containsExactly(720.0);
        assertThat(published("per-request", 140, false)).containsExactlyInAnyOrder(9.5, 12.5);
        assertThat(published("per-request", 250, true)).containsExactly(1060.0);
        assertThat(published("per-request", 250, false)).containsExactlyInAnyOrder(11.5, 17.0);
        assertThat(published("persistent", 200, true)).containsExactly(1173.0);
        assertThat(published("chunked", 140, true)).containsExactly(1710.0);
        assertThat(published("chunked", 140, false)).containsExactlyInAnyOrder(8.5, 7.0);
    }

    @Test
    void aCellOfAnyExperimentHasWhatIsPublishedOfIt() {
        CpiSettings.Builder chunked =
                CpiSettings.over(LinkProfile.named("gprs-2slot")).seed(77);
        assertThat(published(chunked, new Load.Capacity())).contains(PublishedCpi.capacity(1710));
        assertThat(published(chunked, new Load.Rate(1600))).contains(PublishedCpi.latency(8.5, 12.5, 4.5));
        assertThat(published(chunked, new Load.Rate(1200))).isEmpty();
        assertThat(published(chunked, Load.HIGH)).isEmpty();
        assertThat(published(chunked.coders("rice"), new Load.Capacity())).isEmpty();
        assertThat(published(CpiSettings.over(LinkProfile.named("wifi")), new Load.Capacity()))
                .isEmpty();
    }

    private static Optional<PublishedCpi> published(CpiSettings.Builder settings, Load load) {
        return PlannedRun.of("run", settings.build(), load, 1).published();
    }

    @Test
    void packetsWaitForTheirUnitsAlone() {
        assertThat(plan).allSatisfy(run -> assertThat(run.settings().chain()).contains("hold=0"));
        plan.forEach(run -> TranscodingChain.parse(run.settings().chain(), Transcoders.installed()));
    }

    /** PKT 16, which takes longest, at what it carries. */
    @Test
    void shareRunsOfTheSlowestCellEndInTime() {
        double capacity = 137;
        double tc = bytes("per-request-16-tc") / capacity;
        assertThat(tc + bytes("per-request-16-high") / (0.9 * capacity)).isLessThan(14 * 60);
        assertThat(tc + bytes("per-request-16-medium") / (0.5 * capacity)).isLessThan(14 * 60);
    }

    private long bytes(String name) {
        return plan.stream()
                .filter(run -> run.name().equals(name))
                .mapToLong(PlannedRun::bytes)
                .sum();
    }

    @Test
    void sensorSetsAreThirtyBytesLongAndComeAtTheLoad() {
        assertThat(plan.stream().filter(run -> run.load() instanceof Load.Rate)).allSatisfy(run -> {
            double load = ((Load.Rate) run.load()).bytesPerSecond();
            assertThat(run.settings().signal().groups(load)).singleElement().satisfies(group -> {
                assertThat(group.setBytes()).isEqualTo(30);
                assertThat(group.frequency().hertz() * 30).isEqualTo(load, within(0.1));
            });
        });
    }

    @Test
    void runsHaveNamesOfTheirOwnAndCapacityRunsMoveNinetyThousandBytes() {
        assertThat(plan).extracting(PlannedRun::name).doesNotHaveDuplicates();
        assertThat(plan.stream().filter(run -> run.load() instanceof Load.Capacity))
                .allSatisfy(run -> assertThat(run.bytes()).isGreaterThanOrEqualTo(90_000));
    }
}
