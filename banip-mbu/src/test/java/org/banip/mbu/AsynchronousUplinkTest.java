package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An uplink that is asked for bytes by its library, without a thread that waits for frames: the contract of {@code FrameSource.poll}. */
class AsynchronousUplinkTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();

    @Override
    String uplink() {
        return "chunked";
    }

    private MobileBaseUnitBuilder asynchronous() {
        return builder().uplinks(List.of(new AsynchronousUplink.Factory()));
    }

    /** The JDK's client keeps idle connections, and cannot be told to close them before Java 21. */
    @AfterEach
    @Override
    void nothingIsLeft() throws IOException {
        host.breakConnections();
        super.nothingIsLeft();
    }

    @Test
    void deliversAsFastAsItGoes() throws Exception {
        try (MobileBaseUnit mbu =
                asynchronous().sensor(new TestSensor(ECG, 36_000)).start()) {
            mbu.awaitDelivered(PATIENCE);
        }
        assertStored(0, ECG, 36_000);
    }

    @Test
    void isWokenForEachPacket() throws Exception {
        try (MobileBaseUnit mbu =
                asynchronous().input(ECG).chain("packetizer(units=36,hold=0)").start()) {
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
                asynchronous().input(ECG).fullPolicy("ecg", FullPolicy.WAIT).start()) {
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
