package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.mbu.netty.Patience;
import org.banip.mbu.netty.front.Front;
import org.banip.mbu.netty.front.Http3Front;
import org.banip.mbu.netty.front.MultiplexingFront;
import org.banip.mbu.testhost.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code auto} where the broker announces HTTP/3. */
class AutoRaceTest extends MbuFixture {
    private static TestCertificate certificate;

    private Front tcp;
    private Http3Front udp;

    @Override
    String uplink() {
        return "auto";
    }

    @BeforeAll
    static void makeCertificate(@TempDir Path directory) throws Exception {
        certificate = TestCertificate.make(directory);
    }

    @BeforeEach
    void startFronts() throws Exception {
        tcp = (Front) MultiplexingFront.before(host, "http2", Optional.of(certificate));
        udp = (Http3Front) MultiplexingFront.before(host, "http3", Optional.of(certificate));
    }

    @AfterEach
    @Override
    void nothingIsLeft() throws Exception {
        soon("no connection over TCP").until(() -> tcp.openConnections() == 0);
        soon("no connection over UDP").until(() -> udp.openConnections() == 0);
        tcp.close();
        udp.close();
        super.nothingIsLeft();
    }

    private MobileBaseUnit start(Duration headStart) {
        return builder()
                .broker(tcp.base())
                .uplinks(List.of(Patience.auto(PATIENCE, headStart)))
                .http(http(Optional.of(certificate)).build())
                .input(TestSensor.ecg())
                .chain("packetizer(units=10,hold=0)")
                .start();
    }

    private static void deliver(MobileBaseUnit mbu, int from) throws InterruptedException {
        offer(mbu.input("ecg"), from, 10);
        mbu.awaitDelivered(PATIENCE);
    }

    @Test
    void usesHttp3AfterItWasAnnounced() throws Exception {
        tcp.announce(udp.port());
        try (MobileBaseUnit mbu = start(PATIENCE)) {
            deliver(mbu, 0);
            assertThat(udp.connections()).as("a connection that exists is used").isZero();
            tcp.breakConnections();
            deliver(mbu, 10);
            udp.breakConnections();
            deliver(mbu, 20);
        }
        assertThat(udp.connections()).isEqualTo(2);
        assertThat(tcp.connections()).isOne();
        assertStored(0, TestSensor.ecg(), 30);
    }

    @Test
    void staysWithTcpWhereUdpIsDropped() throws Exception {
        try (DatagramSocket dropping = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            tcp.announce(dropping.getLocalPort());
            try (MobileBaseUnit mbu = start(Duration.ofMillis(50))) {
                for (int round = 0; round < 3; round++) {
                    deliver(mbu, 10 * round);
                    tcp.breakConnections();
                }
                deliver(mbu, 30);
            }
        }
        assertThat(tcp.connections()).isEqualTo(4);
        assertStored(0, TestSensor.ecg(), 40);
    }

    @Test
    void goesBackToTcpWhenUdpEnds() throws Exception {
        tcp.announce(udp.port());
        try (MobileBaseUnit mbu = start(Duration.ofMillis(500))) {
            deliver(mbu, 0);
            tcp.breakConnections();
            deliver(mbu, 10);
            udp.close();
            deliver(mbu, 20);
        }
        assertStored(0, TestSensor.ecg(), 30);
    }
}
