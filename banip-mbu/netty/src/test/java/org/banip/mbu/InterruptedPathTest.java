package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.banip.mbu.netty.Patience;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.testhost.SilentPort;
import org.banip.mbu.testhost.SlowRelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A path that carries nothing for longer than the host may be silent. */
class InterruptedPathTest extends MbuFixture {
    private static final long FAST = 10_000_000;

    @Override
    String uplink() {
        return "duplex";
    }

    @BeforeEach
    void hostMayBeSilentForFourSeconds() {
        host.keepAliveMillis = 1000;
        host.missedKeepAlives = 4;
    }

    private MobileBaseUnitBuilder through(SlowRelay relay) {
        return builder().uplinks(List.of(Patience.duplex(PATIENCE))).broker(relay.base());
    }

    @Test
    @SuppressWarnings("try") // nobody answers only while it is open
    void theConnectionGoesOnAndNothingIsSentAgain() throws Exception {
        try (SlowRelay relay = new SlowRelay(host.base(), FAST);
                MobileBaseUnit mbu = through(relay)
                        .input(TestSensor.ecg())
                        .chain("packetizer(units=10,hold=0)")
                        .start()) {
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
            relay.pause();
            try (SilentPort nobody = relay.answerNobody()) {
                offer(mbu.input("ecg"), 10, 10);
                assertThat(awaitEvent(MbuEvent.Disconnected.class))
                        .singleElement()
                        .satisfies(lost -> assertThat(lost.reason()).contains("the host has sent nothing for 4000 ms"));
                offer(mbu.input("ecg"), 20, 10);
                relay.resume();
                assertDelivered(mbu);
            }
            relay.startAgain();
            assertThat(awaitEvent(MbuEvent.Resumed.class)).hasSize(1);
            assertThat(mbu.status().link().connections()).isOne();
            assertThat(mbu.status().groups().get(0).retransmissions()).isZero();
        }
        assertThat(host.connections()).isOne();
        assertStored(0, TestSensor.ecg(), 30);
    }

    @Test
    void anotherConnectionIsUsedIfItIsMadeFirst() throws Exception {
        try (SlowRelay relay = new SlowRelay(host.base(), FAST);
                MobileBaseUnit mbu = through(relay)
                        .input(TestSensor.ecg())
                        .chain("packetizer(units=10,hold=0)")
                        .start()) {
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
            relay.pause(); // it still takes connections
            offer(mbu.input("ecg"), 10, 10);
            soon("another connection").until(() -> mbu.status().link().connections() >= 2);
            relay.resume();
            assertDelivered(mbu);
        }
        assertStored(0, TestSensor.ecg(), 20);
    }

    @Test
    void theMbuCanEndMeanwhile() throws Exception {
        try (SlowRelay relay = new SlowRelay(host.base(), FAST)) {
            MobileBaseUnit mbu = through(relay)
                    .closeTimeout(Duration.ofMillis(1))
                    .input(TestSensor.ecg())
                    .chain("packetizer(units=10,hold=0)")
                    .start();
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
            relay.pause();
            SilentPort nobody = relay.answerNobody();
            offer(mbu.input("ecg"), 10, 10);
            awaitEvent(MbuEvent.Disconnected.class);
            mbu.close();
            nobody.close();
            relay.startAgain();
            relay.resume();
        }
    }
}
