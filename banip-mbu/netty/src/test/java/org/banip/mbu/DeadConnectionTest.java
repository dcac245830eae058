package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.banip.mbu.netty.front.MultiplexingFront;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.testhost.SlowRelay;
import org.junit.jupiter.api.Test;

/** A path that carries nothing any more, and breaks no connection. */
class DeadConnectionTest extends MbuFixture {
    private static final long FAST = 10_000_000;

    @Override
    String uplink() {
        return "http2";
    }

    private MobileBaseUnit start(SlowRelay relay) {
        return builder()
                .broker(relay.base())
                .http(HttpSettings.builder()
                        .responseTimeout(Duration.ofMillis(200))
                        .build())
                .input(TestSensor.ecg())
                .chain("packetizer(units=10,hold=0)")
                .start();
    }

    @Test
    void aRegistrationWithoutAnAnswerIsTriedAgainOnAnotherConnection() throws Exception {
        try (MultiplexingFront front = MultiplexingFront.before(host, "http2");
                SlowRelay relay = new SlowRelay(front.base(), FAST)) {
            relay.pause();
            try (MobileBaseUnit mbu = start(relay)) {
                soon("another connection").until(() -> mbu.status().link().connections() >= 2);
                relay.resume();
                offer(mbu.input("ecg"), 0, 10);
                assertDelivered(mbu);
            }
            soon("all is closed").until(() -> front.openConnections() == 0);
        }
        assertThat(host.sessions()).isOne();
        assertStored(0, TestSensor.ecg(), 10);
    }
}
