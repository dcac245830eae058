package org.banip.mbu.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.TestSensor;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.junit.jupiter.api.Test;

class MemorySpoolTest {
    private static final int ALARM = 0;
    private static final int ECG = 1;
    private static final int MOTION = 2;
    private static final List<SensorGroup> GROUPS = List.of(
            TestSensor.group("alarm", 10, ServiceClass.ALARM),
            TestSensor.ecg(),
            TestSensor.group("motion", 50, ServiceClass.BULK));

    private final List<GroupCounters> counters =
            GROUPS.stream().map(group -> new GroupCounters()).collect(Collectors.toList());
    private final MemorySpool spool =
            new MemorySpool(policy(GROUPS), counters, new WakeUp(), new Scheduler(), SteadyClock.system());

    private static SendPolicy policy(List<SensorGroup> groups) {
        return new SendPolicy(groups, new SpoolSettings(80, 65_536, 8192));
    }

    /** Puts this number of packets of 10 units. */
    private void put(int group, int count, boolean key) {
        for (int i = 0; i < count; i++) {
            long unit = counters.get(group).packets.get() * 10;
            spool.put(group, 0, unit, 10, key, new byte[20]);
        }
    }

    private List<String> sendAll() {
        List<String> all = new ArrayList<>();
        Sequenced item = spool.claim(0, 64);
        while (item != null) {
            String kind = item instanceof Gap gap ? "-" + gap.sequenceCount() : "";
            all.add(GROUPS.get(item.group()).name() + item.sequence() + kind);
            item = spool.claim(0, 64);
        }
        return all;
    }

    @Test
    void knowsTheMostUrgentClassThatWaits() {
        assertThat(spool.mostUrgentWaiting()).isNull();
        put(MOTION, 1, true);
        assertThat(spool.mostUrgentWaiting()).isEqualTo(ServiceClass.BULK);
        put(ALARM, 1, true);
        assertThat(spool.mostUrgentWaiting()).isEqualTo(ServiceClass.ALARM);
        spool.claim(0, 64);
        assertThat(spool.mostUrgentWaiting()).isEqualTo(ServiceClass.BULK);
    }

    @Test
    void knowsWhetherAnItemOfALostLinkHoldsUpThoseOfAnother() {
        put(ECG, 3, true);
        spool.claim(0, 64);
        spool.claim(1, 64);
        assertThat(spool.holdsUp(1)).isFalse();
        spool.giveBack(0);
        assertThat(spool.holdsUp(0)).isFalse();
        assertThat(spool.holdsUp(1)).isTrue();
        spool.claim(1, 64);
        assertThat(spool.holdsUp(1)).isFalse();
    }

    @Test
    void claimsTheMostUrgentFirstAndEachGroupInSequence() {
        put(MOTION, 2, true);
        put(ECG, 2, true);
        put(ALARM, 1, true);
        assertThat(sendAll()).containsExactly("alarm0", "ecg0", "ecg1", "motion0", "motion1");
        assertThat(spool.outstanding(0)).isEqualTo(5);
        assertThat(spool.outstandingGroups()).containsExactly(ALARM, ECG, MOTION);
        assertThat(spool.isDrained(0)).isTrue();
    }

    @Test
    void keepsPacketsUntilReleasedAndSendsThemAgainAfterABreak() {
        put(ECG, 4, true);
        Sequenced first = spool.claim(0, 64);
        sendAll();
        assertThat(spool.release(ECG, 2)).isTrue();
        assertThat(spool.release(ECG, 1)).isFalse();
        spool.giveBack(0);
        assertThat(sendAll()).containsExactly("ecg2", "ecg3");
        spool.giveBack(0);
        assertThat(spool.claim(0, 64)).isNotSameAs(first);
        assertThat(counters.get(ECG).retransmissions).hasValue(3);
        assertThat(counters.get(ECG).unitsSent).hasValue(40);
        assertThat(counters.get(ECG).unitsAcknowledged).hasValue(20);
        assertThat(spool.packets()).isEqualTo(2);
        assertThat(spool.packets(ECG)).isEqualTo(2);
        assertThat(spool.bytes(ECG)).isPositive();
    }

    @Test
    void releasesPacketsThatTheHostHadStoredBeforeARewind() {
        put(ECG, 4, true);
        sendAll();
        spool.giveBack(0);
        assertThat(spool.release(ECG, 3)).isTrue();
        assertThat(sendAll()).containsExactly("ecg3");
        assertThat(spool.released()).containsExactly(0, 3, 0);
        assertThat(spool.sent()).containsExactly(0, 4, 0);
    }

    @Test
    void refusesToReleaseUnsentPackets() {
        put(ECG, 2, true);
        spool.claim(0, 64);
        assertThatThrownBy(() -> spool.release(ECG, 2))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SESSION_MISMATCH));
    }

    @Test
    void urgentGroupsHaveRoomWhenOthersHaveNone() {
        assertThat(spool.admitted(ServiceClass.BULK)).isEqualTo(60);
        put(MOTION, 60, true);
        assertThat(spool.admitted(ServiceClass.BULK)).isZero();
        assertThat(spool.admitted(ServiceClass.LIVE)).isEqualTo(10);
        put(ECG, 10, true);
        assertThat(spool.admitted(ServiceClass.LIVE)).isZero();
        assertThat(spool.admitted(ServiceClass.ALARM)).isEqualTo(10);
    }

    @Test
    void isFullWhenItsBytesAreUsed() {
        for (int i = 0; i < 3; i++) {
            spool.put(MOTION, 0, 10L * i, 10, true, new byte[16_384]);
        }
        assertThat(spool.admitted(ServiceClass.BULK)).isZero();
        assertThat(spool.admitted(ServiceClass.ALARM)).isPositive();
    }

    @Test
    void singleGroupMayFillTheWholeSpool() {
        MemorySpool alone = new MemorySpool(
                policy(List.of(GROUPS.get(MOTION))),
                List.of(new GroupCounters()),
                new WakeUp(),
                new Scheduler(),
                SteadyClock.system());
        assertThat(alone.admitted(ServiceClass.BULK)).isEqualTo(80);
    }

    /** Packets of 10 units at 50 Hz: 200 ms each. */
    @Test
    void thinningGivesUpTheOldestUnsentPacketsAndThoseThatDependOnThem() {
        put(MOTION, 1, true);
        put(MOTION, 1, false);
        assertThat(sendAll()).containsExactly("motion0", "motion1");
        put(MOTION, 4, false); // 2 to 5, from 400 ms on
        put(MOTION, 1, true); // 6, from 1200 ms on
        put(MOTION, 1, false);
        List<Gap> gaps = spool.thin(MOTION, 700_000_000L);
        assertThat(gaps).containsExactly(new Gap(MOTION, 2, 4, 0, 20, 40, Gap.Reason.THINNED));
        assertThat(counters.get(MOTION).unitsThinned).hasValue(40);
        assertThat(spool.packets()).isEqualTo(5);
        spool.giveBack(0);
        assertThat(sendAll()).containsExactly("motion0", "motion1", "motion2-4", "motion6", "motion7");
        assertThat(spool.takeRestart(MOTION)).isFalse();
        spool.release(MOTION, 8);
        assertThat(counters.get(MOTION).unitsSettled).hasValue(80);
    }

    @Test
    void thinningOfAllPacketsRequestsAKeyPacket() {
        put(MOTION, 1, true);
        put(MOTION, 3, false);
        assertThat(spool.thin(MOTION, 1)).isEmpty();
        assertThat(spool.thin(MOTION, 200_000_000L))
                .containsExactly(new Gap(MOTION, 0, 4, 0, 0, 40, Gap.Reason.THINNED));
        assertThat(spool.takeRestart(MOTION)).isTrue();
        put(MOTION, 1, true);
        assertThat(sendAll()).containsExactly("motion0-4", "motion4");
    }

    @Test
    void hasSizeAndAgeOfItsItems() {
        assertThat(spool.backlog()).isEqualTo(new SpoolLog.Backlog(0, 0, Long.MAX_VALUE));
        put(MOTION, 2, true);
        SpoolLog.Backlog two = spool.backlog();
        assertThat(two.packets()).isEqualTo(2);
        assertThat(two.bytes()).isEqualTo(spool.bytes(MOTION));
        put(ALARM, 1, true);
        assertThat(spool.backlog().oldestNanos()).isEqualTo(two.oldestNanos());
    }

    @Test
    void lastPacketIsAReferenceOnlyIfTheHostHasAllSentPackets() {
        put(ECG, 2, true);
        assertThat(spool.references().get(ECG)).isNull();
        spool.claim(0, 64);
        spool.claim(0, 64);
        spool.release(ECG, 1);
        assertThat(spool.references().get(ECG)).as("one packet is outstanding").isNull();
        spool.giveBack(0);
        assertThat(spool.references().get(ECG)).as("it may have arrived").isNull();
        sendAll();
        spool.release(ECG, 2);
        assertThat(spool.references().get(ECG).sequence()).isEqualTo(1);
        put(ECG, 1, true);
        assertThat(spool.references().get(ECG).sequence())
                .as("the new one was not sent yet")
                .isEqualTo(1);
        sendAll();
        spool.release(ECG, 3);
        spool.putGap(ECG, 0, 30, 5, Gap.Reason.SPOOL_FULL);
        sendAll();
        spool.release(ECG, 4);
        assertThat(spool.references().get(ECG)).as("a gap follows it").isNull();
    }

    @Test
    void declaresLostPacketsFromTheHostsNextNumberOn() {
        put(ECG, 10, true);
        sendAll();
        spool.release(ECG, 8);
        spool.giveBack(0);
        List<Gap> gaps = spool.declareLost(ECG, 5);
        assertThat(gaps).containsExactly(new Gap(ECG, 5, 3, 0, 50, 30, Gap.Reason.THINNED));
        assertThat(sendAll()).containsExactly("ecg5-3", "ecg8", "ecg9");
        spool.release(ECG, 10);
        assertThat(counters.get(ECG).unitsSettled).as("each unit once").hasValue(100);
        assertThat(spool.packets()).isZero();
    }

    @Test
    void declaresPacketsThatDependOnLostOnes() {
        put(ECG, 1, true);
        put(ECG, 9, false);
        sendAll();
        spool.release(ECG, 8);
        spool.giveBack(0);
        spool.declareLost(ECG, 5);
        assertThat(sendAll()).containsExactly("ecg5-3", "ecg8-1", "ecg9-1");
        assertThat(spool.takeRestart(ECG)).isTrue();
        assertThat(spool.takeRestart(ECG)).isFalse();
        assertThat(spool.put(ECG, 0, 100, 10, false, new byte[1]))
                .as("not a key packet")
                .isPresent();
        assertThat(spool.put(ECG, 0, 110, 10, true, new byte[1])).isEmpty();
        assertThat(spool.put(ECG, 0, 120, 10, false, new byte[1])).isEmpty();
        assertThat(sendAll()).containsExactly("ecg10-1", "ecg11", "ecg12");
    }

    @Test
    void givesUpTheFirstPacketAndThoseThatDependOnIt() {
        put(ECG, 1, true);
        put(ECG, 2, false);
        put(ECG, 2, true);
        sendAll();
        spool.giveBack(0);
        assertThat(spool.giveUpFirst(ECG)).hasSize(3);
        assertThat(sendAll()).containsExactly("ecg0-1", "ecg1-1", "ecg2-1", "ecg3", "ecg4");
        assertThat(spool.takeRestart(ECG)).isFalse();
        assertThat(counters.get(ECG).unitsInGaps).hasValue(30);
    }

    @Test
    void renumbersItemsForANewSession() {
        put(ECG, 1, true);
        put(ECG, 4, false);
        put(ECG, 1, true);
        sendAll();
        spool.release(ECG, 3);
        assertThat(spool.renumber(new UUID(0, 1))).hasSize(2);
        Sequenced first = spool.claim(0, 64);
        assertThat(first).isInstanceOfSatisfying(Gap.class, gap -> {
            assertThat(gap.sequence()).isZero();
            assertThat(gap.firstUnit()).isEqualTo(30);
        });
        spool.claim(0, 64);
        assertThat(spool.claim(0, 64)).isInstanceOfSatisfying(Packet.class, packet -> {
            assertThat(packet.sequence()).isEqualTo(2);
            assertThat(packet.header().firstUnit()).isEqualTo(50);
            assertThat(packet.intact()).isTrue();
        });
        assertThat(spool.released()).containsExactly(0, 0, 0);
    }

    @Test
    void newSessionWithoutPacketsBeginsWithAKeyPacket() {
        put(ECG, 1, true);
        sendAll();
        spool.release(ECG, 1);
        assertThat(spool.renumber(new UUID(0, 1))).isEmpty();
        assertThat(spool.takeRestart(ECG)).isTrue();
        assertThat(spool.put(ECG, 0, 10, 10, false, new byte[1])).isPresent();
    }

    @Test
    void theHostOfAnotherSessionHearsThatAGroupIsRetired() {
        put(ECG, 1, true);
        spool.putGap(ECG, 0, 10, 1, Gap.Reason.RETIRED);
        put(MOTION, 1, true);
        spool.putGap(MOTION, 0, 10, 1, Gap.Reason.RETIRED);
        put(MOTION, 1, true);
        sendAll();
        spool.release(ECG, 2);
        spool.release(MOTION, 3);
        assertThat(spool.renumber(new java.util.UUID(0, 1))).isEmpty();
        assertThat(spool.claim(0, 64)).isEqualTo(new Gap(ECG, 0, 1, 0, 10, 1, Gap.Reason.RETIRED));
        assertThat(spool.claim(0, 64)).isNull();
        spool.release(ECG, 1);
        assertThat(counters.get(ECG).unitsSettled).hasValue(11);
        assertThat(counters.get(ECG).gaps).hasValue(0);
        put(ECG, 1, true);
        assertThat(sendAll()).containsExactly("ecg1");
    }

    @Test
    void aRetirementThatTheHostHasLostIsDeclaredAgain() {
        put(ECG, 1, true);
        spool.putGap(ECG, 0, 10, 1, Gap.Reason.RETIRED);
        sendAll();
        spool.release(ECG, 2);
        assertThat(spool.declareLost(ECG, 0))
                .extracting(Gap::reason)
                .containsExactly(Gap.Reason.THINNED, Gap.Reason.RETIRED);
    }
}
