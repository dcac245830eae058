package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Closes an MBU while the app still offers sensor sets. */
class CloseTest extends MbuFixture {
    private static final int REPETITIONS = 5;

    @Override
    String uplink() {
        return "chunked";
    }

    @RepeatedTest(REPETITIONS)
    void closingDeliversEverySensorSetThatWasAccepted() throws Exception {
        MobileBaseUnit mbu = start();
        SensorInput input = mbu.input("ecg");
        AtomicLong accepted = new AtomicLong();
        Thread device = new Thread(() -> {
            while (input.offerNext(1, 2) == OfferOutcome.ACCEPTED) {
                accepted.incrementAndGet();
            }
        });
        device.start();
        while (accepted.get() < 5000) {
            Thread.onSpinWait(); // both threads must run when it closes
        }
        mbu.close();
        device.join();
        assertThat(host.session().decoded(0))
                .hasSize((int) accepted.get() * TestSensor.ecg().setBytes());
    }

    /** The close time-out is longer than this test may take. */
    @Test
    void anAppThatHasWaitedEndsWithoutAnotherWait() throws Exception {
        URI nowhere;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nowhere = URI.create("http://127.0.0.1:" + closed.getLocalPort() + "/");
        }
        MobileBaseUnit mbu =
                ecg(1000).broker(nowhere).closeTimeout(Duration.ofHours(1)).start();
        assertThat(mbu.isDeliveredWithin(Duration.ZERO)).isFalse();
        mbu.close(Duration.ZERO);
        assertThat(mbu.status().state()).isEqualTo(MbuState.CLOSED);
        mbu.close();
    }

    /** An MBU with many groups whose chains hold units back until they are flushed, so that closing takes some time. */
    private MobileBaseUnit start() {
        MobileBaseUnitBuilder builder = builder()
                .input(TestSensor.ecg())
                .fullPolicy("ecg", FullPolicy.WAIT)
                .chain("packetizer(units=90,hold=60min)");
        for (int g = 1; g < BanDescription.MAX_GROUPS; g++) {
            builder.input(TestSensor.group("idle" + g, 1, ServiceClass.BULK));
        }
        return builder.start();
    }
}
