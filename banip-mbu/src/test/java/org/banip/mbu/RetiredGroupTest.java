package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.junit.jupiter.api.Test;

/** Groups that come and go (docs/protocol.md, section 3.6), at a host of this version and at an older one. */
class RetiredGroupTest extends MbuFixture {
    private static final SensorGroup BELT = TestSensor.ecg();
    private static final SensorGroup ALERTS =
            SensorGroup.alarms("alerts", 10, List.of(new Channel("kind", "", 8, 0, 100, 0, 100)));
    private static final int ROUNDS = 50;

    @Override
    String uplink() {
        return "chunked";
    }

    private MobileBaseUnit start() {
        return builder()
                .input(BELT)
                .events(ALERTS)
                .chain("ecg", "packetizer(units=10,hold=0)|deflate")
                .start();
    }

    /** Retires both groups again and again, while links break. */
    private long comeAndGo(MobileBaseUnit mbu, long seed) throws Exception {
        Random random = new Random(seed);
        SensorInput belt = mbu.input("ecg");
        long units = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int count = 1 + random.nextInt(40);
            offer(belt, units, count);
            units += count;
            assertThat(mbu.events("alerts").offer(Instant.EPOCH, "no " + round, round % 100))
                    .isEqualTo(OfferOutcome.ACCEPTED);
            mbu.retireGroup("ecg");
            mbu.retireGroup("alerts");
            assertThat(belt.offerNext(1, 2)).isEqualTo(OfferOutcome.RETIRED);
            assertThat(mbu.events("alerts").offer(Instant.EPOCH, "", 1)).isEqualTo(OfferOutcome.RETIRED);
            assertThat(mbu.status().groups()).allMatch(GroupStatus::retired);
            if (random.nextInt(5) == 0) {
                host.breakConnections();
            }
            mbu.resumeGroup("ecg");
            mbu.resumeGroup("alerts");
        }
        assertDelivered(mbu);
        return units;
    }

    private void assertComeAndGone(Gap.Reason reason, long units, long seed) {
        assertThat(host.sessions()).isEqualTo(1);
        assertThat(host.session().decoded(0)).as("seed %s", seed).isEqualTo(TestSensor.sets(BELT, 0, units));
        for (int group = 0; group < 2; group++) {
            List<Sequenced> stored = host.session().stored(group);
            List<Gap> retirements = new ArrayList<>();
            for (int i = 0; i < stored.size(); i++) {
                if (stored.get(i) instanceof Gap gap) {
                    assertThat(gap.firstUnit())
                            .isEqualTo(group == 0 ? stored.get(i - 1).endUnit() : 0);
                    assertThat(stored.get(i - 1)).as("seed %s", seed).isInstanceOf(Packet.class);
                    retirements.add(gap);
                }
            }
            assertThat(retirements).as("seed %s", seed).hasSize(ROUNDS);
            assertThat(retirements).allMatch(gap -> gap.reason() == reason && gap.unitCount() == 1);
        }
    }

    @Test
    void aHostHasEachRetirementInItsPlace() throws Exception {
        long seed = System.nanoTime();
        try (MobileBaseUnit mbu = start()) {
            long units = comeAndGo(mbu, seed);
            assertThat(mbu.status().groups())
                    .allMatch(group -> group.gaps() == 0 && group.unitsInGaps() == 0 && !group.retired());
            assertComeAndGone(Gap.Reason.RETIRED, units, seed);
            assertThat(soon("events")
                            .until(() -> eventsOf(MbuEvent.GapDeclared.class), told -> told.size() == 2 * ROUNDS))
                    .allMatch(told -> told.gap().isRetirement());
        }
    }

    @Test
    void anOlderHostHearsThatTheSensorsAreSilent() throws Exception {
        host.knowsRetiring = false;
        long seed = System.nanoTime();
        try (MobileBaseUnit mbu = start()) {
            assertComeAndGone(Gap.Reason.SENSOR_SILENT, comeAndGo(mbu, seed), seed);
        }
    }

    /** It may go right behind the registration, before the host has said what it knows. */
    @Test
    void aGroupMayBeRetiredAtOnce() throws Exception {
        for (boolean knows : new boolean[] {true, false}) {
            host.knowsRetiring = knows;
            int sessions = host.sessions();
            try (MobileBaseUnit mbu = start()) {
                mbu.retireGroup("ecg");
                assertDelivered(mbu);
                mbu.resumeGroup("ecg");
                offer(mbu.input("ecg"), 0, 10);
                assertDelivered(mbu);
            }
            List<Sequenced> stored = host.session(sessions).stored(0);
            assertThat(stored.stream().map(Sequenced::sequence).collect(Collectors.toList()))
                    .containsExactly(0L, 1L);
            assertThat(((Gap) stored.get(0)).reason()).isEqualTo(knows ? Gap.Reason.RETIRED : Gap.Reason.SENSOR_SILENT);
        }
    }

    @Test
    void anUnknownGroupIsRefused() {
        try (MobileBaseUnit mbu = start()) {
            assertThatThrownBy(() -> mbu.retireGroup("belt"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no group 'belt'");
            assertThatThrownBy(() -> mbu.resumeGroup("belt")).isInstanceOf(IllegalArgumentException.class);
            mbu.resumeGroup("ecg"); // is there
            assertThat(mbu.input("ecg").offerNext(1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        }
    }
}
