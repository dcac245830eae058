package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.netty.Patience;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.SeenRequest;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.Test;

/** One connection, frames right behind the registration, and the way without a duplex answer. */
class DuplexUplinkTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();

    @Override
    String uplink() {
        return "duplex";
    }

    private MobileBaseUnitBuilder patient() {
        return builder().uplinks(List.of(Patience.duplex(PATIENCE)));
    }

    @Test
    void oneConnectionCarriesEverything() throws Exception {
        try (MobileBaseUnit mbu = patient().sensor(new TestSensor(ECG, 3600)).start()) {
            assertDelivered(mbu);
            assertThat(mbu.status().link().connections()).isOne();
        }
        assertStored(0, ECG, 3600);
        assertThat(host.connections()).isOne();
        String url = "/banip/interconnects/" + host.session().id();
        assertThat(requestLines())
                .containsExactly(
                        "POST /banip/interconnects HTTP/1.1",
                        "POST " + url + "/duplex HTTP/1.1",
                        "DELETE " + url + " HTTP/1.1");
    }

    @Test
    void namedPathTellsItsName() throws Exception {
        try (MobileBaseUnit mbu = patient()
                .path(PathSettings.named("wifi"))
                .sensor(new TestSensor(ECG, 360))
                .start()) {
            assertDelivered(mbu);
        }
        assertThat(requestsOfEndedMbus())
                .filteredOn(SeenRequest::isData)
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.head()).containsIgnoringCase("Banip-Path: wifi\r\n"));
    }

    /** 404 is the status of {@code unknown-interconnect}, too. */
    @Test
    void keepsToOneConnectionWhenTheHostHasForgottenTheInterconnect() throws Exception {
        try (MobileBaseUnit mbu =
                patient().input(ECG).chain("packetizer(units=10,hold=0)").start()) {
            for (int round = 0; round < 3; round++) {
                offer(mbu.input("ecg"), 10L * round, 10);
                assertDelivered(mbu);
                host.restart();
            }
            offer(mbu.input("ecg"), 30, 10);
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 40);
        assertThat(dataRequests()).hasSizeGreaterThanOrEqualTo(4).allMatch(DuplexUplinkTest::isDuplex);
    }

    private List<SeenRequest> dataRequests() {
        return requestsOfEndedMbus().stream().filter(SeenRequest::isData).collect(Collectors.toList());
    }

    private static boolean isDuplex(SeenRequest request) {
        return request.head().contains("/duplex HTTP/1.1");
    }

    /** An app may give a session that the host has already. */
    @Test
    void sequenceNumbersThatWereNotForeseenAreNoLoss() throws Exception {
        UUID session = UUID.randomUUID();
        try (MobileBaseUnit mbu = patient()
                .session(session)
                .deregisterOnClose(false)
                .input(ECG)
                .chain("packetizer(units=10,hold=0)")
                .start()) {
            offer(mbu.input("ecg"), 0, 100);
            assertDelivered(mbu);
        }
        try (MobileBaseUnit mbu = patient()
                .session(session)
                .input(ECG)
                .chain("packetizer(units=10,hold=0)")
                .start()) {
            offer(mbu.input("ecg"), 0, 200);
            assertDelivered(mbu);
            assertThat(mbu.status().link().registrations()).isOne();
        }
        assertThat(eventsOf(MbuEvent.Disconnected.class)).isEmpty();
        assertThat(host.session().stored(0)).hasSize(20);
    }

    @Test
    void usesTwoConnectionsWhenTheAnswerIsHeldBack() throws Exception {
        host.holdsDuplexAnswers = true;
        try (MobileBaseUnit mbu = builder()
                .uplinks(List.of(Patience.duplex(Duration.ofMillis(50))))
                .sensor(new TestSensor(ECG, 3600))
                .start()) {
            assertDelivered(mbu);
            assertThat(awaitEvent(MbuEvent.Disconnected.class))
                    .singleElement()
                    .satisfies(lost -> assertThat(lost.reason()).contains("held back"));
        }
        assertStored(0, ECG, 3600);
        assertThat(requestLines()).anyMatch(line -> line.endsWith("/reverse HTTP/1.1"));
    }

    /** The path may have been interrupted just then. */
    @Test
    void anAnswerMustBeHeldBackTwiceIfNothingTellsWhatHasArrived() throws Exception {
        host.holdsDuplexAnswers = true;
        try (MobileBaseUnit mbu = builder()
                .uplinks(List.of(Patience.blindDuplex(Duration.ofMillis(50))))
                .sensor(new TestSensor(ECG, 720))
                .start()) {
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 720);
        assertThat(dataRequests()).filteredOn(DuplexUplinkTest::isDuplex).hasSize(2);
        assertThat(requestLines()).anyMatch(line -> line.endsWith("/reverse HTTP/1.1"));
    }

    /** For example if the round trip that the MBU knows is long. */
    @Test
    void usesTwoConnectionsWhenTheAnswerIsHeldBackForAsLongAsAHostMayBeSilent() throws Exception {
        host.holdsDuplexAnswers = true;
        host.keepAliveMillis = 50;
        host.missedKeepAlives = 3;
        try (MobileBaseUnit mbu = patient().sensor(new TestSensor(ECG, 720)).start()) {
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 720);
        assertThat(requestLines()).anyMatch(line -> line.endsWith("/reverse HTTP/1.1"));
    }

    @Test
    void usesTwoConnectionsWhenTheHostDoesNotKnowDuplex() throws Exception {
        host.knowsDuplex = false;
        try (MobileBaseUnit mbu = patient().sensor(new TestSensor(ECG, 3600)).start()) {
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 3600);
        assertThat(requestLines()).anyMatch(line -> line.endsWith("/reverse HTTP/1.1"));
    }

    @Test
    void usesTwoConnectionsWhenAProxyRefusesABodyWithoutLength() throws Exception {
        host.fail(
                Kind.DATA, Fault.raw("HTTP/1.1 411 Length Required\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
        try (MobileBaseUnit mbu = patient().sensor(new TestSensor(ECG, 720)).start()) {
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 720);
        assertThat(requestLines()).anyMatch(line -> line.endsWith("/reverse HTTP/1.1"));
    }

    private List<String> requestLines() {
        return requestsOfEndedMbus().stream()
                .map(request -> request.head().substring(0, request.head().indexOf('\r')))
                .collect(Collectors.toList());
    }
}
