package org.banip.mbu.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.TestSensor;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.junit.jupiter.api.Test;

/** After an outage the newest packets of a live group go first, and those that waited fill in behind, in the other group. */
class LateMovesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int ECG = 0;
    private static final int LATE = 1;
    private static final int PLETH = 2;
    private static final List<SensorGroup> GROUPS = List.of(
            TestSensor.group("ecg", 10, ServiceClass.LIVE).lateAs("late"),
            TestSensor.group("late", 10, ServiceClass.BULK),
            TestSensor.group("pleth", 10, ServiceClass.LIVE));

    private final AtomicLong nanos = new AtomicLong();
    private final List<GroupCounters> counters =
            GROUPS.stream().map(group -> new GroupCounters()).collect(Collectors.toList());
    private final MemorySpool spool = new MemorySpool(
            new SendPolicy(GROUPS, new SpoolSettings(4000, 1_000_000, 8192)),
            counters,
            new WakeUp(),
            new Scheduler(),
            nanos::get);

    /** Puts packets of ten units, one for each letter: K for a key packet, n for another one. */
    private void put(int group, String packets) {
        for (int i = 0; i < packets.length(); i++) {
            GroupCounters count = counters.get(group);
            count.unitsEntered.addAndGet(10);
            byte[] payload = {(byte) count.packets.get()};
            assertThat(spool.put(group, 0, count.packets.get() * 10, 10, packets.charAt(i) == 'K', payload))
                    .isEmpty();
        }
    }

    private void pass(long seconds) {
        nanos.addAndGet(seconds * SECOND);
    }

    /** Claims this number of items: group, number and the first unit; a gap with the unit after it. */
    private String claim(int most) {
        List<String> all = new ArrayList<>();
        while (all.size() < most) {
            Sequenced item = spool.claim(0, 64);
            if (item == null) {
                break;
            }
            String end = item instanceof Gap gap ? "-" + gap.endUnit() : "";
            all.add(GROUPS.get(item.group()).name() + item.sequence() + ":" + item.firstUnit() + end);
            if (item instanceof Packet packet) {
                assertThat(packet.payload()[0]).isEqualTo((byte) (packet.firstUnit() / 10));
                assertThat(packet)
                        .as("the checksum is that of the group and the number")
                        .isEqualTo(Packet.of(packet.header(), packet.payload()));
            }
        }
        return String.join(" ", all);
    }

    private void sendTheFirst() {
        put(ECG, "K");
        assertThat(claim(9)).isEqualTo("ecg0:0");
    }

    @Test
    void whatWaitedMovesFromTheFirstKeyPacketOn() {
        sendTheFirst();
        put(ECG, "nnKnn");
        pass(10);
        assertThat(claim(3)).isEqualTo("ecg1:10 ecg2:20 ecg3:30-60");
        assertThat(spool.takeRestart(ECG)).isTrue();
        put(ECG, "K");
        assertThat(claim(9)).isEqualTo("ecg6:60 late0:30 late1:40 late2:50");
        assertThat(counters.get(ECG).unitsMoved).hasValue(30);
        assertThat(counters.get(ECG).unitsInGaps).as("not a loss").hasValue(0);
    }

    @Test
    void nothingMovesWhileTheLinkSends() {
        sendTheFirst();
        put(ECG, "KK");
        pass(2);
        assertThat(claim(1)).as("no outage yet").isEqualTo("ecg1:10");
        put(PLETH, "KKKK");
        put(ECG, "K");
        for (int i = 0; i < 4; i++) {
            pass(2);
            String unused = claim(1);
        }
        assertThat(counters.get(ECG).unitsMoved).hasValue(0);
        assertThat(claim(9)).endsWith("pleth3:30");
    }

    @Test
    void anEarlyKeyPacketIsAskedForOnceInAnOutage() {
        sendTheFirst();
        put(ECG, "n");
        assertThat(spool.takeRestart(ECG)).isFalse();
        pass(4);
        put(ECG, "n");
        assertThat(spool.takeRestart(ECG)).isTrue();
        put(ECG, "Kn");
        assertThat(spool.takeRestart(ECG)).isFalse();
        pass(4);
        put(ECG, "n");
        assertThat(spool.takeRestart(ECG)).isFalse();
        assertThat(claim(9)).isEqualTo("ecg1:10 ecg2:20 ecg3:30-60 late0:30 late1:40 late2:50");
    }

    /** A packet every five seconds, and each is sent at once. */
    @Test
    void silenceOfASensorIsNoOutage() {
        sendTheFirst();
        for (int i = 1; i < 5; i++) {
            pass(5);
            put(ECG, "n");
            assertThat(spool.takeRestart(ECG)).isFalse();
            assertThat(claim(9)).isEqualTo("ecg" + i + ":" + i * 10);
        }
        assertThat(counters.get(ECG).unitsMoved).hasValue(0);
    }

    @Test
    void aPacketEncodedBeforeTheKeyPacketMovesAsWell() {
        sendTheFirst();
        put(ECG, "KK");
        pass(10);
        assertThat(claim(1)).isEqualTo("ecg1:10-30");
        put(ECG, "nK");
        assertThat(claim(9)).isEqualTo("ecg3:30-40 ecg4:40 late0:10 late1:20 late2:30");
        assertThat(counters.get(ECG).unitsMoved).hasValue(30);
    }

    @Test
    void nothingIsLostOrDoubledWhenTheLinkBreaksInTheMiddle() {
        sendTheFirst();
        put(ECG, "KKKK");
        pass(10);
        assertThat(claim(3)).isEqualTo("ecg1:10-50 late0:10 late1:20");
        put(ECG, "KK");
        spool.giveBack(0);
        pass(10);
        assertThat(claim(4)).as("sent ones stay where they are").isEqualTo("ecg0:0 ecg1:10-50 ecg5:50-70 late0:10");
        put(ECG, "K");
        assertThat(claim(9)).isEqualTo("ecg7:70 late1:20 late2:30 late3:40 late4:50 late5:60");
        assertThat(spool.sent()).containsExactly(8, 6, 0);
        spool.release(ECG, 8);
        assertThat(counters.get(ECG).allSettled()).isTrue();
        assertThat(counters.get(LATE).allSettled()).isFalse();
        spool.release(LATE, 6);
        assertThat(counters.get(LATE).allSettled()).isTrue();
        assertThat(counters.get(ECG).unitsAcknowledged.get()
                        + counters.get(LATE).unitsAcknowledged.get())
                .isEqualTo(80);
        assertThat(counters.get(ECG).unitsMoved).hasValue(60);
        assertThat(spool.packets()).isZero();
        assertThat(spool.backlog().bytes()).isZero();
    }

    private void forgottenWith(int hostNext) {
        spool.refused(0, SpoolLog.ALL);
        spool.giveBackAll();
        spool.goOn(ECG, hostNext);
        spool.goOn(LATE, 0);
        spool.goOn(PLETH, 0);
    }

    @Test
    void whatAHostThatForgotTheSessionHasRefusedMovesAsWell() {
        sendTheFirst();
        spool.release(ECG, 1);
        put(ECG, "Kn");
        pass(2);
        assertThat(claim(9)).as("no outage yet").isEqualTo("ecg1:10 ecg2:20");
        assertThat(counters.get(ECG).unitsSent).hasValue(30);
        pass(8);
        forgottenWith(1);
        assertThat(counters.get(ECG).unitsSent).hasValue(10);
        assertThat(spool.sent()[ECG]).isEqualTo(1);
        assertThat(claim(9)).isEqualTo("ecg1:10-30 late0:10 late1:20");
        assertThat(counters.get(ECG).retransmissions).hasValue(0);
    }

    @Test
    void anOutageGoesOnWhenTheHostHasRefusedTheFirstRequestAfterIt() {
        sendTheFirst();
        put(ECG, "nn");
        pass(10);
        assertThat(claim(9)).as("no key packet yet").isEqualTo("ecg1:10 ecg2:20");
        spool.refused(0, SpoolLog.ALL);
        assertThat(spool.takeRestart(ECG)).isTrue();
        put(ECG, "Kn");
        forgottenWith(1);
        assertThat(claim(9)).isEqualTo("ecg0:0 ecg1:10 ecg2:20 ecg3:30-50 late0:30 late1:40");
    }

    @Test
    void whatTheHostMayHaveStaysWhereItIs() {
        sendTheFirst();
        spool.release(ECG, 1);
        put(ECG, "KKKK");
        assertThat(claim(2)).isEqualTo("ecg1:10 ecg2:20");
        spool.giveBack(0);
        assertThat(claim(4)).isEqualTo("ecg1:10 ecg2:20 ecg3:30 ecg4:40");
        pass(10);
        forgottenWith(1);
        assertThat(claim(9)).as("some were sent before").isEqualTo("ecg1:10 ecg2:20 ecg3:30-50 late0:30 late1:40");
    }

    @Test
    void whatTheHostHasStaysWhereItIs() {
        sendTheFirst();
        put(ECG, "KKKK");
        assertThat(claim(4)).isEqualTo("ecg1:10 ecg2:20 ecg3:30 ecg4:40");
        pass(10);
        forgottenWith(3);
        assertThat(spool.sent()[ECG]).isEqualTo(3);
        spool.release(ECG, 3);
        assertThat(claim(9)).isEqualTo("ecg3:30-50 late0:30 late1:40");
    }

    @Test
    void whatAnotherLinkHasSentMeanwhileStaysWhereItIs() {
        sendTheFirst();
        spool.release(ECG, 1);
        put(ECG, "KK");
        assertThat(claim(2)).isEqualTo("ecg1:10 ecg2:20");
        spool.refused(0, SpoolLog.ALL);
        assertThat(spool.claim(1, 64)).isNotNull();
        pass(10);
        forgottenWith(1);
        assertThat(claim(9)).isEqualTo("ecg1:10 ecg2:20-30 late0:20");
    }

    @Test
    void movedPacketsCountForTheLimitsOfTheSpool() {
        sendTheFirst();
        put(ECG, "KKKK");
        long before = spool.backlog().bytes();
        pass(10);
        assertThat(claim(1)).isEqualTo("ecg1:10-50");
        assertThat(spool.packets(ECG)).isEqualTo(2);
        assertThat(spool.packets(LATE)).isEqualTo(4);
        assertThat(spool.packets()).isEqualTo(6);
        assertThat(spool.backlog().bytes())
                .isEqualTo(spool.bytes(ECG) + spool.bytes(LATE))
                .isGreaterThan(before);
    }

    @Test
    void whatCannotBeDecodedThereIsAGapAndNotMoved() {
        sendTheFirst();
        put(ECG, "KK");
        pass(10);
        assertThat(claim(9)).isEqualTo("ecg1:10-30 late0:10 late1:20");
        spool.giveBackAll();
        spool.giveUpFirst(LATE);
        assertThat(spool.put(ECG, 0, 30, 10, true, new byte[] {3})).isEmpty();
        assertThat(counters.get(ECG).unitsInGaps).hasValue(0);
        pass(10);
        assertThat(claim(9)).isEqualTo("ecg0:0 ecg1:10-30 ecg3:30-40 late0:10-20 late1:20 late2:30");
    }

    @Test
    void aPacketWhosePredecessorsWereGivenUpThereIsGivenUp() {
        sendTheFirst();
        put(ECG, "K");
        pass(10);
        assertThat(claim(9)).isEqualTo("ecg1:10-20 late0:10");
        spool.giveBackAll();
        spool.giveUpFirst(LATE);
        assertThat(spool.put(ECG, 0, 20, 10, false, new byte[1]).orElseThrow().reason())
                .isEqualTo(Gap.Reason.THINNED);
        assertThat(counters.get(ECG).unitsInGaps).hasValue(10);
        assertThat(counters.get(ECG).unitsMoved).hasValue(10);
    }

    @Test
    void gapsStayWhereTheyAre() {
        sendTheFirst();
        put(ECG, "K");
        spool.putGap(ECG, 0, 20, 10, Gap.Reason.SENSOR_SILENT);
        assertThat(spool.put(ECG, 0, 30, 10, true, new byte[] {3})).isEmpty();
        pass(10);
        assertThat(claim(9)).isEqualTo("ecg1:10-20 ecg2:20-30 ecg3:30-40 late0:10 late1:30");
    }
}
