package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.banip.mbu.netty.Patience;
import org.banip.mbu.netty.front.MultiplexingFront;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.testhost.SeenRequest;
import org.banip.mbu.testhost.TestCertificate;
import org.banip.mbu.testhost.TestHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The best that the path allows, without a setting. */
class AutoUplinkTest extends MbuFixture {
    @TempDir
    private Path directory;

    @Override
    String uplink() {
        return "auto";
    }

    /** A busy machine answers late, which is no reason to give duplex up. */
    private MobileBaseUnitBuilder patient(long units) {
        return ecg(units).uplinks(List.of(Patience.auto(PATIENCE, PATIENCE)));
    }

    @Test
    void usesHttp2WhereTheBrokerChoosesIt() throws Exception {
        TestCertificate certificate = TestCertificate.make(directory);
        try (MultiplexingFront front = MultiplexingFront.before(host, "http2", Optional.of(certificate))) {
            try (MobileBaseUnit mbu = ecg(720).broker(front.base())
                    .http(trusting(certificate.client()))
                    .start()) {
                assertDelivered(mbu);
            }
            assertThat(front.connections()).isOne();
            assertThat(front.streams()).isGreaterThanOrEqualTo(4);
        }
        assertStored(0, TestSensor.ecg(), 720);
    }

    @Test
    void usesDuplexWhereTheBrokerSpeaksHttp11Only() throws Exception {
        TestCertificate certificate = TestCertificate.make(directory);
        try (TestHost secured = TestHost.startTls(certificate.server())) {
            for (int mbus = 1; mbus <= 2; mbus++) {
                try (MobileBaseUnit mbu = patient(720)
                        .broker(secured.base())
                        .ban("ban-" + mbus)
                        .http(trusting(certificate.client()))
                        .start()) {
                    assertDelivered(mbu);
                }
            }
            soon("all is closed").until(() -> secured.openConnections() == 0);
            assertThat(secured.requests())
                    .filteredOn(SeenRequest::isData)
                    .hasSize(2)
                    .allMatch(AutoUplinkTest::isDuplex);
            assertThat(secured.connections())
                    .as("one for the question, which is remembered")
                    .isEqualTo(3);
        }
    }

    @Test
    void usesDuplexWithoutTls() throws Exception {
        try (MobileBaseUnit mbu = patient(720).start()) {
            assertDelivered(mbu);
        }
        assertThat(requestsOfEndedMbus())
                .filteredOn(SeenRequest::isData)
                .isNotEmpty()
                .allMatch(AutoUplinkTest::isDuplex);
    }

    @Test
    void usesTwoConnectionsWhereTheHostDoesNotKnowDuplex() throws Exception {
        host.knowsDuplex = false;
        try (MobileBaseUnit mbu = ecg(720).start()) {
            assertDelivered(mbu);
        }
        assertStored(0, TestSensor.ecg(), 720);
    }

    private static boolean isDuplex(SeenRequest request) {
        return request.head().contains("/duplex HTTP/1.1");
    }

    private static HttpSettings trusting(SSLContext trusted) {
        return HttpSettings.builder()
                .probeInterval(Duration.ofMillis(10))
                .sslContext(trusted)
                .build();
    }
}
