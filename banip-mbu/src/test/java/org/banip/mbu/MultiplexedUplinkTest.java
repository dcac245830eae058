package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.Http2Front;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@code FrameSource.poll}, with an uplink whose library asks it for bytes. No thread waits for frames. Data request and reverse
 * channel share one HTTP/2 connection.
 */
class MultiplexedUplinkTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();

    private Http2Front front;

    @Override
    String uplink() {
        return "chunked";
    }

    private MobileBaseUnitBuilder multiplexed() {
        return builder().broker(front.base()).uplinks(List.of(new MultiplexedUplink.Factory()));
    }

    @BeforeEach
    void startFront() throws Exception {
        front = Http2Front.start(host);
    }

    @AfterEach
    @Override
    void nothingIsLeft() throws Exception {
        assertThat(front.connections()).isOne();
        assertThat(front.mostStreams()).isGreaterThanOrEqualTo(2);
        front.stop();
        super.nothingIsLeft();
    }

    @Test
    void deliversAsFastAsPossible() throws Exception {
        try (MobileBaseUnit mbu =
                multiplexed().sensor(new TestSensor(ECG, 36_000)).start()) {
            mbu.awaitDelivered(PATIENCE);
        }
        assertStored(0, ECG, 36_000);
    }

    @Test
    void isWokenForEachPacket() throws Exception {
        try (MobileBaseUnit mbu =
                multiplexed().input(ECG).chain("packetizer(units=36,hold=0)").start()) {
            for (int packet = 0; packet < 50; packet++) {
                offer(mbu.input("ecg"), 36L * packet, 36);
                mbu.awaitDelivered(PATIENCE);
            }
        }
        assertStored(0, ECG, 1800);
    }

    @Test
    void resumesAfterEachBreak() throws Exception {
        host.fail(
                Kind.DATA,
                Fault.cutAfter(700),
                Fault.cutAfter(0),
                Fault.dropAnswer(),
                Fault.cutAfter(3000),
                Fault.cutAfter(100));
        try (MobileBaseUnit mbu =
                multiplexed().input(ECG).fullPolicy("ecg", FullPolicy.WAIT).start()) {
            offer(mbu.input("ecg"), 0, 7200);
            mbu.awaitDelivered(PATIENCE);
            host.breakConnections();
            offer(mbu.input("ecg"), 7200, 7200);
            mbu.awaitDelivered(PATIENCE);
            assertThat(mbu.status().link().resumes()).isPositive();
        }
        assertStored(0, ECG, 14_400);
    }
}
