package org.banip.surrogate.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.wire.EventWire;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;

/**
 * What a host does on the wire, whatever serves its servlets (docs/protocol.md). Speaks to loopback without a broker token, to a
 * host with default settings.
 */
public abstract class EndpointContract {
    /** The base URL of a running host. */
    protected abstract URI base();

    // Registration.

    @Test
    void registrationIsAnsweredWithAgreedChainsTimesAndNextNumbers() throws IOException {
        TestMbu mbu = mbu();
        RegistrationAnswer answer = mbu.register();

        assertThat(answer.interconnect()).isEqualTo(mbu.session());
        assertThat(answer.surrogate()).isEqualTo("interconnects/" + mbu.session());
        assertThat(answer.keepAlive()).hasSeconds(5);
        assertThat(answer.missedKeepAlives()).isEqualTo(3);
        assertThat(answer.grace()).hasSeconds(60);
        assertThat(answer.reorderWindow()).isEqualTo(64);
        assertThat(answer.groups())
                .containsExactly(
                        new RegistrationAnswer.GroupState("ecg", "packetizer(units=4,hold=0)", 0),
                        new RegistrationAnswer.GroupState("temperature", "packetizer(units=4,hold=0)", 0));
    }

    @Test
    void registeringAgainGoesOnWhereTheStoreIs() throws IOException {
        TestMbu mbu = registered();
        mbu.send(0, 7);

        assertThat(mbu.register().groups())
                .extracting(RegistrationAnswer.GroupState::nextSequence)
                .containsExactly(7L, 0L);
    }

    @Test
    void registeringTheSessionWithOtherContentsIsAMismatch() throws IOException {
        TestMbu mbu = registered();
        RegistrationRequest same = mbu.registration();
        RegistrationRequest other = new RegistrationRequest(
                same.session(), same.surrogateType(), "packetizer(units=5,hold=0)", Map.of(), same.ban());

        WireAnswer answer = mbu.post(other.toJson());

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.error()).isEqualTo("session-mismatch");
    }

    @Test
    void registrationThatCannotBeServedSaysWhy() throws IOException {
        TestMbu mbu = mbu();
        String good = mbu.registration().toJson();

        refused(mbu.post("{"), 400, ErrorCode.MALFORMED_REQUEST);
        refused(mbu.post(good.replace("\"protocol\":1", "\"protocol\":2")), 400, ErrorCode.UNSUPPORTED_VERSION);
        refused(mbu.post(good.replace("packetizer(units=4,hold=0)", "zip")), 422, ErrorCode.INVALID_CHAIN);
        assertThat(mbu.post(good.replace("packetizer(units=4,hold=0)", "zip")).message())
                .contains("zip", "packetizer", "deflate");
        WireAnswer type = mbu.post(good.replace("\"standard\"", "\"golden\""));
        refused(type, 422, ErrorCode.UNKNOWN_SURROGATE_TYPE);
        assertThat(type.message()).contains("golden", "standard");
        refused(mbu.post(good.replace("\"bits\":11", "\"bits\":99")), 422, ErrorCode.INVALID_DESCRIPTION);
        String old = UUID.nameUUIDFromBytes(new byte[] {1}).toString();
        refused(mbu.post(good.replace(mbu.session().toString(), old)), 400, ErrorCode.MALFORMED_REQUEST);
    }

    @Test
    void registrationDocumentOverItsLimitIsRefusedWhileItComes() throws IOException {
        try (HttpWire wire = mbu().connect()) {
            wire.beginChunked("interconnects", Protocol.JSON_TYPE);
            byte[] blanks = new byte[Protocol.MAX_DOCUMENT + 1];
            Arrays.fill(blanks, (byte) ' ');
            wire.chunk(blanks);

            refused(wire.answer(), 413, ErrorCode.TOO_LONG);
        }
    }

    @Test
    void onlyTheTypesOfTheProtocolAreTaken() throws IOException {
        TestMbu mbu = registered();
        byte[] document = mbu.registration().toJson().getBytes(StandardCharsets.UTF_8);
        try (HttpWire wire = mbu.connect()) {
            refused(wire.exchange("POST", "interconnects", "text/plain", document), 400, ErrorCode.MALFORMED_REQUEST);
        }
        try (HttpWire wire = mbu.connect()) {
            refused(
                    wire.exchange("POST", mbu.dataPath(), "text/plain", Frames.of(new Control.KeepAlive())),
                    400,
                    ErrorCode.MALFORMED_REQUEST);
        }
    }

    @Test
    void resourcesThatAreNotThereAreNamed() throws IOException {
        TestMbu mbu = mbu();
        refused(mbu.send(0, 1), 404, ErrorCode.UNKNOWN_INTERCONNECT);
        refused(mbu.delete(), 404, ErrorCode.UNKNOWN_INTERCONNECT);
        refused(exchange("GET", mbu.surrogate() + "/reverse"), 404, ErrorCode.UNKNOWN_INTERCONNECT);
        refused(exchange("GET", "interconnects/four"), 400, ErrorCode.MALFORMED_REQUEST);
        refused(exchange("GET", "interconnects/four/reverse"), 400, ErrorCode.MALFORMED_REQUEST);
        refused(exchange("PUT", mbu.surrogate()), 400, ErrorCode.MALFORMED_REQUEST);
    }

    private WireAnswer exchange(String method, String path) throws IOException {
        try (HttpWire wire = mbu().connect()) {
            return wire.exchange(method, path);
        }
    }

    // Data.

    @Test
    void dataRequestIsAnsweredWithAnAcknowledgementOfAllInIt() throws IOException {
        TestMbu mbu = registered();
        WireAnswer answer = mbu.send(0, 10);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).isEqualTo(Protocol.FRAMES_TYPE);
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
        assertThat(answer.acknowledged()).containsExactly(10L, 0L);
    }

    @Test
    void emptyBodyIsAnsweredAtOnce() throws IOException {
        assertThat(registered().send(new byte[0]).acknowledged()).containsExactly(0L, 0L);
    }

    @Test
    void severalDataRequestsUseOneConnection() throws IOException {
        TestMbu mbu = registered();
        try (HttpWire wire = mbu.connect()) {
            for (long sequence = 0; sequence < 5; sequence++) {
                byte[] body = Frames.body(2, TestMbu.packets(0, sequence, sequence + 1));
                assertThat(wire.exchange("POST", mbu.dataPath(), Protocol.FRAMES_TYPE, body)
                                .acknowledged())
                        .containsExactly(sequence + 1, 0L);
            }
        }
    }

    @Test
    void laterBodyMayReferToTheLastPacketWhenAllIsAcknowledged() throws IOException {
        TestMbu mbu = registered();
        List<PacketHeader> last = new ArrayList<>(Arrays.asList(null, null));
        for (long sequence = 0; sequence < 4; sequence++) {
            Packet packet = TestMbu.packet(0, sequence);
            byte[] body = Frames.bodyAfter(last, List.of(packet));
            if (sequence > 0) {
                assertThat(body).hasSize(6 + packet.payload().length);
            }
            assertThat(mbu.send(body).acknowledged()).containsExactly(sequence + 1, 0L);
            last.set(0, packet.header());
        }
    }

    @Test
    void bodyMayNotReferToAPacketBeforeAGap() throws IOException {
        TestMbu mbu = registered();
        mbu.send(0, 1);
        mbu.send(Frames.body(2, List.of(TestMbu.gap(0, 1, 2))));
        List<PacketHeader> last = Arrays.asList(TestMbu.packet(0, 0).header(), null);

        refused(mbu.send(Frames.bodyAfter(last, List.of(TestMbu.packet(0, 3)))), 400, ErrorCode.MALFORMED_FRAME);
    }

    @Test
    void framesMayBeCutAnywhere() throws IOException {
        TestMbu mbu = registered();
        byte[] body = Frames.body(2, TestMbu.packets(0, 0, 6));
        try (HttpWire wire = mbu.beginData()) {
            for (int at = 0; at < body.length; at += 3) {
                wire.chunk(Arrays.copyOfRange(body, at, Math.min(body.length, at + 3)));
            }
            wire.endBody();
            assertThat(wire.answer().acknowledged()).containsExactly(6L, 0L);
        }
    }

    @Test
    void endlessRequestIsAcknowledgedOnTheReverseChannelWhileItGoesOn() throws IOException {
        TestMbu mbu = registered();
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            assertThat(reverse.head().status()).isEqualTo(200);
            assertThat(reverse.next()).isEqualTo(new Control.Acknowledgement(new long[] {0, 0}));
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 3)));
            reverse.awaitAcknowledged(0, 3);
            data.chunk(Frames.body(2, TestMbu.packets(1, 0, 2)));
            reverse.awaitAcknowledged(1, 2);
            data.endBody();
            assertThat(data.answer().acknowledged()).containsExactly(3L, 2L);
        }
    }

    @Test
    void secondReverseChannelGetsTheSameAcknowledgements() throws IOException {
        TestMbu mbu = registered();
        try (ReverseWire first = mbu.reverse();
                ReverseWire second = mbu.reverse()) {
            mbu.send(0, 4);
            first.awaitAcknowledged(0, 4);
            second.awaitAcknowledged(0, 4);
        }
    }

    @Test
    void longStreamArrivesWhole() throws IOException {
        TestMbu mbu = registered();
        int packets = 20_000;
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            List<Packet> all = TestMbu.packets(0, 0, packets);
            byte[] body = Frames.body(2, all);
            for (int at = 0; at < body.length; at += 5000) {
                data.chunk(Arrays.copyOfRange(body, at, Math.min(body.length, at + 5000)));
            }
            reverse.awaitAcknowledged(0, packets);
            data.endBody();
            assertThat(data.answer().acknowledged()).containsExactly((long) packets, 0L);
        }
    }

    // Sequence.

    @Test
    void packetsOfAGroupMayComeOnSeveralRequests() throws IOException {
        TestMbu mbu = registered();
        try (HttpWire even = mbu.beginData();
                HttpWire odd = mbu.beginData()) {
            odd.chunk(Frames.body(2, List.of(TestMbu.packet(0, 1), TestMbu.packet(0, 3), TestMbu.packet(0, 5))));
            odd.endBody();
            even.chunk(Frames.body(2, List.of(TestMbu.packet(0, 0), TestMbu.packet(0, 2), TestMbu.packet(0, 4))));
            even.endBody();
            assertThat(odd.answer().acknowledged()).containsExactly(6L, 0L);
            assertThat(even.answer().acknowledged().get(0)).isGreaterThanOrEqualTo(5);
        }
    }

    @Test
    void duplicatesAreTakenWithoutComplaint() throws IOException {
        TestMbu mbu = registered();
        mbu.send(0, 5);

        assertThat(mbu.send(2, 8).acknowledged()).containsExactly(8L, 0L);
    }

    @Test
    void gapsTakeTheirPlaceInTheSequence() throws IOException {
        TestMbu mbu = registered();
        List<Sequenced> items = List.of(TestMbu.packet(0, 0), TestMbu.gap(0, 1, 5), TestMbu.packet(0, 6));

        assertThat(mbu.send(Frames.body(2, items)).acknowledged()).containsExactly(7L, 0L);
    }

    @Test
    void sequenceNumberBeyondTheWindowIsRefusedAndTheMbuCanResume() throws IOException {
        TestMbu mbu = registered();
        try (ReverseWire reverse = mbu.reverse()) {
            WireAnswer answer = mbu.send(Frames.body(2, List.of(TestMbu.packet(0, 64))));
            refused(answer, 409, ErrorCode.SEQUENCE_BEYOND_WINDOW);
            assertThat(answer.message()).contains("64", "63");
            assertThat(reverse.next(Control.ErrorReport.class, frame -> true).codeNumber())
                    .isEqualTo(ErrorCode.SEQUENCE_BEYOND_WINDOW.number());
        }
        assertThat(mbu.send(0, 65).acknowledged()).containsExactly(65L, 0L);
    }

    @Test
    void brokenRequestIsResumedFromWhatWasAcknowledged() throws IOException {
        TestMbu mbu = registered();
        byte[] body = Frames.body(2, TestMbu.packets(0, 0, 10));
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            data.chunk(Arrays.copyOf(body, body.length - 3));
            reverse.awaitAcknowledged(0, 9);
            data.reset();
        }
        assertThat(mbu.send(9, 12).acknowledged()).containsExactly(12L, 0L);
    }

    // Faults. What was acknowledged stays, and the next attempt works.

    @Test
    void faultyBodiesAreRefusedWithTheirReason() throws IOException {
        faulty(new byte[] {0x3f, 0, 0, 0, 0, 0}, 400, ErrorCode.MALFORMED_FRAME);
        faulty(new byte[] {(byte) 0xc0, (byte) 0xff, (byte) 0xff, 0x7f}, 413, ErrorCode.TOO_LONG);
        byte[] damaged = Frames.body(2, TestMbu.packets(0, 2, 3));
        damaged[damaged.length - 1] ^= 1;
        faulty(damaged, 400, ErrorCode.CHECKSUM_MISMATCH);
        byte[] whole = Frames.body(2, TestMbu.packets(0, 2, 3));
        faulty(Arrays.copyOf(whole, whole.length - 1), 400, ErrorCode.TRUNCATED);
        faulty(Frames.of(new Control.Acknowledgement(new long[] {1, 1})), 400, ErrorCode.MALFORMED_FRAME);
        faulty(new byte[] {(byte) 0xc2, 0, 0, 0, 0, 0}, 422, ErrorCode.UNKNOWN_GROUP);
        PacketHeader header = new PacketHeader(0, 2, TestMbu.ORIGIN, 8, 4, true);
        faulty(Frames.body(2, List.of(Packet.of(header, new byte[15]))), 422, ErrorCode.UNDECODABLE_PACKET);
    }

    private void faulty(byte[] tail, int status, ErrorCode code) throws IOException {
        TestMbu mbu = registered();
        byte[] good = Frames.body(2, TestMbu.packets(0, 0, 2));
        try (ReverseWire reverse = mbu.reverse();
                HttpWire wire = mbu.connect()) {
            WireAnswer answer = wire.exchange("POST", mbu.dataPath(), Protocol.FRAMES_TYPE, Frames.join(good, tail));
            refused(answer, status, code);
            assertThat(answer.message()).contains(mbu.session().toString().substring(0, 4));
            assertThat(reverse.next(Control.ErrorReport.class, frame -> true).codeNumber())
                    .isEqualTo(code.number());
            assertThat(wire.isClosedByServer()).isTrue();
        }
        assertThat(mbu.send(2, 4).acknowledged()).containsExactly(4L, 0L);
    }

    @Test
    void endlessRequestIsAnsweredWithTheErrorWhileItGoesOn() throws IOException {
        TestMbu mbu = registered();
        try (HttpWire data = mbu.beginData()) {
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 2)));
            data.chunk(new byte[] {0x3f, 0, 0, 0, 0, 0});
            refused(data.answer(), 400, ErrorCode.MALFORMED_FRAME);
        }
    }

    @Test
    void endlessRequestOfAnUnknownInterconnectIsAnsweredAtOnce() throws IOException {
        try (HttpWire data = mbu().beginData()) {
            refused(data.answer(), 404, ErrorCode.UNKNOWN_INTERCONNECT);
        }
    }

    @Test
    void undecodablePacketCanBeReplacedByAGap() throws IOException {
        TestMbu mbu = registered();
        PacketHeader header = new PacketHeader(0, 0, TestMbu.ORIGIN, 0, 4, true);
        refused(mbu.send(Frames.body(2, List.of(Packet.of(header, new byte[3])))), 422, ErrorCode.UNDECODABLE_PACKET);

        assertThat(mbu.send(Frames.body(2, List.of(TestMbu.gap(0, 0, 1), TestMbu.packet(0, 1))))
                        .acknowledged())
                .containsExactly(2L, 0L);
    }

    @Test
    void goodAndFaultyRequestsAtTheSameTimeDoNotMix() throws Exception {
        ExecutorService mbus = Executors.newFixedThreadPool(6);
        try {
            List<Future<Integer>> runs = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                runs.add(mbus.submit(this::alternate));
            }
            for (Future<Integer> run : runs) {
                assertThat(run.get()).isEqualTo(60);
            }
        } finally {
            mbus.shutdown();
        }
    }

    private int alternate() throws IOException {
        TestMbu mbu = registered();
        int right = 0;
        for (int sequence = 0; sequence < 30; sequence++) {
            right += mbu.send(sequence + 64, sequence + 65).status() == 409 ? 1 : 0;
            right += mbu.send(sequence, sequence + 1).acknowledged().get(0) == sequence + 1 ? 1 : 0;
        }
        return right;
    }

    // Time.

    @Test
    void timeRequestIsAnsweredOnTheReverseChannelOrInTheAnswer() throws IOException {
        TestMbu mbu = registered();
        Control.TimeRequest request = new Control.TimeRequest(1234);
        List<Control> inAnswer = mbu.send(Frames.of(request)).controls();
        assertThat(inAnswer.get(0)).isInstanceOf(Control.Acknowledgement.class);
        assertThat(inAnswer.get(1)).isInstanceOfSatisfying(Control.TimeAnswer.class, EndpointContract::isInOrder);
        try (ReverseWire reverse = mbu.reverse()) {
            assertThat(mbu.send(Frames.of(request)).controls()).hasSize(1);
            isInOrder(reverse.next(Control.TimeAnswer.class, frame -> true));
        }
    }

    private static void isInOrder(Control.TimeAnswer answer) {
        assertThat(answer.requestSentNanos()).isEqualTo(1234);
        assertThat(answer.receivedNanos()).isPositive();
        assertThat(answer.sentNanos()).isGreaterThanOrEqualTo(answer.receivedNanos());
    }

    // Identity and end.

    @Test
    void anotherIdentityGetsNoneOfTheResources() throws IOException {
        TestMbu owner = TestMbu.of(base(), "anna");
        owner.register();
        Map<String, String> asBob = Map.of(Protocol.IDENTITY_HEADER, "bob");
        byte[] body = Frames.body(2, TestMbu.packets(0, 0, 1));
        byte[] again = owner.registration().toJson().getBytes(StandardCharsets.UTF_8);
        try (HttpWire bob = new HttpWire(base(), asBob)) {
            refused(bob.exchange("GET", owner.surrogate() + "/reverse"), 403, ErrorCode.FORBIDDEN);
            refused(bob.exchange("DELETE", owner.surrogate()), 403, ErrorCode.FORBIDDEN);
            refused(bob.exchange("POST", "interconnects", Protocol.JSON_TYPE, again), 403, ErrorCode.FORBIDDEN);
        }
        try (HttpWire bob = new HttpWire(base(), asBob)) {
            refused(bob.exchange("POST", owner.dataPath(), Protocol.FRAMES_TYPE, body), 403, ErrorCode.FORBIDDEN);
        }
        assertThat(owner.send(body).acknowledged()).containsExactly(1L, 0L);
    }

    @Test
    void deregistrationEndsEverythingAndWhatIsStoredStays() throws IOException {
        TestMbu mbu = registered();
        mbu.send(0, 3);
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            data.chunk(Frames.of(new Control.KeepAlive()));
            reverse.next();
            assertThat(mbu.delete().status()).isEqualTo(204);
            reverse.awaitEnd();
            refused(data.answer(), 404, ErrorCode.UNKNOWN_INTERCONNECT);
        }
        refused(mbu.send(3, 4), 404, ErrorCode.UNKNOWN_INTERCONNECT);
        assertThat(mbu.register().groups().get(0).nextSequence()).isEqualTo(3);
        assertThat(mbu.send(3, 4).acknowledged()).containsExactly(4L, 0L);
    }

    // Viewers.

    @Test
    void viewersGetThePageTheListAndLiveEvents() throws IOException {
        TestMbu mbu = registered();
        assertThat(exchange("GET", "").header("content-security-policy")).contains("sha256-");
        assertThat(exchange("GET", "surrogates").text()).contains(mbu.session().toString());
        try (EventWire live = new EventWire(base(), "surrogates/" + mbu.session() + "/live", Map.of())) {
            live.next("appeared");
            mbu.send(0, 1);
            assertThat(live.next("data").integer("units", 0, 9)).isEqualTo(TestMbu.UNITS);
            mbu.delete();
            live.next("disappeared");
            live.awaitEnd();
        }
    }

    private TestMbu mbu() {
        return new TestMbu(base());
    }

    private TestMbu registered() throws IOException {
        TestMbu mbu = mbu();
        mbu.register();
        return mbu;
    }

    private static void refused(WireAnswer answer, int status, ErrorCode code) {
        assertThat(answer.error()).as(answer.text()).isEqualTo(code.token());
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("content-type")).startsWith(Protocol.JSON_TYPE);
    }
}
