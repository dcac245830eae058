package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.banip.mbu.netty.front.MultiplexingFront;
import org.banip.mbu.testhost.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 over TLS that is connected again; the uplinks that connect to the host itself have {@link TlsUplinkTest}. */
class ResumedTlsTest extends MbuFixture {
    private static final int BREAKS = 4;

    @TempDir
    private Path directory;

    private MultiplexingFront front;

    @Override
    String uplink() {
        return "http2";
    }

    @BeforeEach
    void startFront() throws Exception {
        front = MultiplexingFront.before(host, uplink(), Optional.of(TestCertificate.make(directory)));
    }

    @AfterEach
    @Override
    void nothingIsLeft() throws Exception {
        front.close();
        super.nothingIsLeft();
    }

    @Test
    void reconnectsResumeTheTlsSession() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .broker(front.base())
                .http(http(front.certificate()).build())
                .input(TestSensor.ecg())
                .chain("packetizer(units=10,hold=0)")
                .start()) {
            for (int part = 0; part <= BREAKS; part++) {
                offer(mbu.input("ecg"), part * 10L, 10);
                assertDelivered(mbu); // so the client has read its ticket
                if (part < BREAKS) {
                    front.breakConnections();
                }
            }
        }
        assertStored(0, TestSensor.ecg(), (BREAKS + 1) * 10L);
        assertThat(front.connections()).isEqualTo(BREAKS + 1);
        assertThat(front.fullHandshakes()).isEqualTo(1);
    }
}
