package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.mbu.netty.ReroutedHttp3;
import org.banip.mbu.netty.front.Http3Front;
import org.banip.mbu.netty.front.MultiplexingFront;
import org.banip.mbu.netty.front.UdpNat;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.ToldNetworks;
import org.banip.mbu.testhost.SeenRequest;
import org.banip.mbu.testhost.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only QUIC can do: early data, and another address without a reconnect. */
class Http3UplinkTest extends MbuFixture {
    private static final String CHAIN = "packetizer(units=10,hold=0)";

    private Http3Front front;

    @Override
    String uplink() {
        return "http3";
    }

    @BeforeEach
    void startFront() throws Exception {
        front = (Http3Front) MultiplexingFront.before(host, "http3");
    }

    @AfterEach
    @Override
    void nothingIsLeft() throws Exception {
        awaitClosed();
        front.close();
        super.nothingIsLeft();
    }

    private MobileBaseUnitBuilder patient(URI base) {
        return builder()
                .broker(base)
                .http(http(front.certificate()).build())
                .input(TestSensor.ecg())
                .chain(CHAIN);
    }

    private static void deliver(MobileBaseUnit mbu, int from) throws InterruptedException {
        offer(mbu.input("ecg"), from, 10);
        mbu.awaitDelivered(PATIENCE);
    }

    /** A NAT that ends at once would not pass on that the MBU closes its connection, and the front would wait for a minute. */
    private void awaitClosed() {
        soon("the connection is closed").until(() -> front.openConnections() == 0);
    }

    private List<SeenRequest> early() {
        return requestsOfEndedMbus().stream()
                .filter(request -> request.head().toLowerCase(Locale.ROOT).contains("early-data: 1"))
                .collect(Collectors.toList());
    }

    /** Over loopback alone, a handshake may be complete before the MBU's thread has written anything. */
    @Test
    void aReconnectSendsItsRequestsAsEarlyData() throws Exception {
        try (UdpNat nat = new UdpNat(front.port())) {
            nat.delayHandshakes(Duration.ofMillis(50));
            try (MobileBaseUnit mbu = patient(front.base(nat.port())).start()) {
                for (int round = 0; round < 5; round++) {
                    deliver(mbu, 10 * round);
                    front.breakConnections();
                }
                deliver(mbu, 50);
            }
            awaitClosed();
        }
        assertThat(front.connections()).isGreaterThanOrEqualTo(6);
        assertThat(early())
                .isNotEmpty()
                .allMatch(request -> request.isData() || request.head().contains("/reverse HTTP"));
        assertStored(0, TestSensor.ecg(), 60);
    }

    /** The path gets another uplink with each address, and the session tickets are kept. */
    @Test
    void aPathWithAnotherAddressSendsItsRequestsAsEarlyData() throws Exception {
        ToldNetworks networks = new ToldNetworks();
        networks.came("wlan0", InetAddress.getByName("127.0.0.7"));
        try (UdpNat nat = new UdpNat(front.port())) {
            nat.delayHandshakes(Duration.ofMillis(50));
            try (MobileBaseUnit mbu = patient(front.base(nat.port()))
                    .networks(networks)
                    .path(PathSettings.named("wifi").networkInterface("wlan0"))
                    .start()) {
                for (int round = 0; round < 5; round++) {
                    deliver(mbu, 10 * round);
                    networks.went("wlan0");
                    networks.came("wlan0", InetAddress.getByName("127.0.0." + (8 + round)));
                }
                deliver(mbu, 50);
            }
            front.breakConnections(); // it may not have heard of the end of one whose handshake was not complete
            awaitClosed();
        }
        assertThat(front.connections()).isGreaterThanOrEqualTo(6);
        assertThat(early()).filteredOn(SeenRequest::isData).isNotEmpty();
        assertStored(0, TestSensor.ecg(), 60);
    }

    @Test
    void refusedEarlyDataAreNoLoss() throws Exception {
        try (MobileBaseUnit mbu = patient(front.base()).start()) {
            for (int round = 0; round < 3; round++) {
                deliver(mbu, 10 * round);
                front.forgetSessions();
                front.breakConnections();
            }
            deliver(mbu, 30);
        }
        assertThat(early()).isEmpty();
        assertStored(0, TestSensor.ecg(), 40);
    }

    @Test
    void anotherAddressIsNoBreak() throws Exception {
        try (UdpNat nat = new UdpNat(front.port())) {
            try (MobileBaseUnit mbu = patient(front.base(nat.port())).start()) {
                for (int move = 0; move < 2; move++) {
                    deliver(mbu, 10 * move);
                    nat.move();
                }
                deliver(mbu, 20);
                assertThat(mbu.status().link().resumes()).isZero();
                assertThat(mbu.status().groups().get(0).retransmissions()).isZero();
            }
            awaitClosed();
        }
        assertThat(eventsOf(MbuEvent.Disconnected.class)).isEmpty();
        assertThat(front.connections()).isOne();
        assertStored(0, TestSensor.ecg(), 30);
    }

    /** It comes by the connection that carries the data, so they come to the host as well, unless it tells so again. */
    @Test
    void aHostThatHasHeardNothingEndsTheReverseChannelOnly() throws Exception {
        try (MobileBaseUnit mbu = patient(front.base()).start()) {
            deliver(mbu, 0);
            int streams = front.streams();
            Control unheard = Control.ErrorReport.of(new BanipException(ErrorCode.SILENT, "no frame for 15000 ms"));
            host.session().send(unheard);
            soon("another reverse channel").until(() -> front.streams() == streams + 1);
            deliver(mbu, 10);
            assertThat(mbu.status().link().resumes()).isZero();
            assertThat(mbu.status().groups().get(0).retransmissions()).isZero();
            assertThat(eventsOf(MbuEvent.Disconnected.class)).isEmpty();

            host.session().send(unheard);
            soon("a break").until(() -> !eventsOf(MbuEvent.Disconnected.class).isEmpty());
            deliver(mbu, 20);
        }
        assertStored(0, TestSensor.ecg(), 30);
    }

    /** The first time, no stream can be opened: the change is not forgotten. */
    @Test
    void aNoticedChangeOfTheAddressReplacesTheReverseChannel() throws Exception {
        ReroutedHttp3 rerouted = new ReroutedHttp3();
        try (MobileBaseUnit mbu =
                patient(front.base()).uplinks(List.of(rerouted)).start()) {
            deliver(mbu, 0);
            int streams = front.streams();
            rerouted.change(1);
            deliver(mbu, 10);
            soon("a stream has failed").until(() -> rerouted.failing() == 0);
            deliver(mbu, 20);
            soon("another reverse channel").until(() -> front.streams() == streams + 1);
            deliver(mbu, 30);
            assertThat(rerouted.noticed()).isOne();
            assertThat(mbu.status().link().resumes()).isZero();
            assertThat(mbu.status().groups().get(0).retransmissions()).isZero();
        }
        assertThat(eventsOf(MbuEvent.Disconnected.class)).isEmpty();
        assertThat(requestsOfEndedMbus())
                .filteredOn(request -> request.head().contains("/reverse HTTP"))
                .hasSize(2);
        assertStored(0, TestSensor.ecg(), 40);
    }

    /** The stream of the others is held up, as if a datagram of it were lost. */
    @Test
    void alarmsAreStoredWhileOtherPacketsAreLate() throws Exception {
        SensorGroup alarm = TestSensor.group("alarm", 360, ServiceClass.ALARM);
        front.holdAfter(8000);
        try (MobileBaseUnit mbu = patient(front.base()).input(alarm).start()) {
            offer(mbu.input("ecg"), 0, 4000);
            soon("packets are late").until(() -> unitsSent(mbu, 0) > 0);
            for (int beat = 0; beat < 20; beat++) {
                offer(mbu.input("alarm"), 10L * beat, 10);
                long units = 10L * beat + 10;
                soon("the alarm is stored").until(() -> acknowledged(mbu, 1) == units);
            }
            assertThat(acknowledged(mbu, 0)).isLessThan(4000);
            front.goOn();
            mbu.awaitDelivered(PATIENCE);
        }
        assertThat(requestsOfEndedMbus()).filteredOn(SeenRequest::isData).hasSize(2);
        assertStored(0, TestSensor.ecg(), 4000);
        assertStored(1, alarm, 200);
    }

    private static long acknowledged(MobileBaseUnit mbu, int group) {
        return mbu.status().groups().get(group).unitsAcknowledged();
    }

    private static long unitsSent(MobileBaseUnit mbu, int group) {
        return mbu.status().groups().get(group).unitsSent();
    }

    @Test
    void needsHttpsAndATrustManager(@TempDir java.nio.file.Path directory) throws Exception {
        assertThatThrownBy(() ->
                        builder().broker(host.base()).input(TestSensor.ecg()).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs https");
        HttpSettings contextOnly = HttpSettings.builder()
                .sslContext(TestCertificate.make(directory).client())
                .build();
        assertThatThrownBy(() -> patient(front.base()).http(contextOnly).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("trust manager");
    }
}
