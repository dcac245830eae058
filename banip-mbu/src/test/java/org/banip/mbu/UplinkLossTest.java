package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spi.MbuEvent;
import org.junit.jupiter.api.Test;

/** Packets that the host cannot decode, or has lost. The MBU declares exactly the missing units. */
class UplinkLossTest extends UplinkContract {
    @Test
    void declaresAPacketThatCannotBeDecoded() throws Exception {
        try (MobileBaseUnit mbu =
                builder().input(ECG).chain("packetizer(units=10,hold=0)").start()) {
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
            host.session().undecodable(packet -> packet.sequence() == 5);
            offer(mbu.input("ecg"), 10, 90);
            assertDelivered(mbu);
        }
        List<Sequenced> stored = host.session().stored(0);
        assertThat(stored).hasSize(10);
        assertThat(stored.get(5)).isInstanceOfSatisfying(Gap.class, gap -> {
            assertThat(gap.sequence()).isEqualTo(5);
            assertThat(gap.sequenceCount()).isEqualTo(1);
            assertThat(gap.firstUnit()).isEqualTo(50);
            assertThat(gap.unitCount()).isEqualTo(10);
        });
        assertThat(stored.stream().filter(Packet.class::isInstance)).hasSize(9);
    }

    @Test
    void declaresPacketsThatDependOnAnUndecodablePacket() throws Exception {
        try (MobileBaseUnit mbu = builder().input(ECG).chain(STATEFUL).start()) {
            offer(mbu.input("ecg"), 0, 90);
            assertDelivered(mbu);
            host.session().undecodable(packet -> packet.sequence() == 7);
            offer(mbu.input("ecg"), 90, 900);
            assertDelivered(mbu);
        }
        assertUnitsAreComplete(host.session().stored(0), 0, 990);
        assertThat(host.session().stored(0).get(7)).isInstanceOf(Gap.class);
        assertThat(host.session().decoded(0)).isNotEmpty();
    }

    @Test
    void declaresPacketsThatTheHostHadStoredAndLost() throws Exception {
        try (MobileBaseUnit mbu = builder().input(ECG).chain(STATEFUL).start()) {
            offer(mbu.input("ecg"), 0, 300);
            assertDelivered(mbu);
            host.session().loseStoreBut(4, 64);
            host.restart();
            offer(mbu.input("ecg"), 300, 300);
            assertDelivered(mbu);
            awaitEvent(MbuEvent.GapDeclared.class);
        }
        assertThat(host.sessions()).isEqualTo(1);
        assertUnitsAreComplete(host.session().stored(0), 0, 600);
        assertThat(host.session().stored(0).subList(0, 4)).allMatch(Packet.class::isInstance);
        assertThat(host.session().stored(0).get(4)).isInstanceOfSatisfying(Gap.class, gap -> {
            assertThat(gap.firstUnit()).isEqualTo(120);
            assertThat(gap.sequence()).isEqualTo(4);
        });
    }

    @Test
    void detectsAHostThatLostPacketsOfALiveInterconnect() throws Exception {
        try (MobileBaseUnit mbu =
                builder().input(ECG).chain("packetizer(units=10,hold=0)").start()) {
            offer(mbu.input("ecg"), 0, 100);
            assertDelivered(mbu);
            host.session().loseStoreBut(7, 64);
            host.breakConnections();
            offer(mbu.input("ecg"), 100, 100);
            assertDelivered(mbu);
        }
        assertUnitsAreComplete(host.session().stored(0), 0, 200);
    }

    @Test
    void beginsANewSessionWhenTheHostAcknowledgesUnsentPackets() throws Exception {
        try (MobileBaseUnit mbu = builder().input(ECG).chain(STATEFUL).start()) {
            offer(mbu.input("ecg"), 0, 300);
            assertDelivered(mbu);
            host.session().claim(0, 1000);
            host.restart();
            offer(mbu.input("ecg"), 300, 300);
            assertDelivered(mbu);
            assertThat(awaitEvent(MbuEvent.SessionBegun.class).get(0).session())
                    .isEqualTo(mbu.status().session());
        }
        assertThat(eventsOf(MbuEvent.SessionBegun.class)).hasSize(1);
        assertThat(host.sessions()).isEqualTo(2);
        assertUnitsAreComplete(host.session(1).stored(0), 300, 600);
    }
}
