package org.banip.surrogate.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.interconnect.Protocol;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;

/** What cannot be served is refused with its reason, and what was acknowledged stays. */
public abstract class FaultContract extends EndpointContract {
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

    /** A charset that nobody knows among them. */
    @Test
    void parametersOfATypeDoNotMatter() throws IOException {
        TestMbu mbu = registered();
        byte[] document = mbu.registration().toJson().getBytes(StandardCharsets.UTF_8);
        for (String parameter : List.of("a=b", "charset=x-nobody-knows-it")) {
            try (HttpWire wire = mbu.connect()) {
                String type = "application/json; " + parameter;
                assertThat(wire.exchange("POST", "interconnects", type, document)
                                .status())
                        .isEqualTo(201);
            }
            try (HttpWire wire = mbu.connect()) {
                String type = "application/vnd.banip.frames; " + parameter;
                byte[] frame = Frames.of(new Control.KeepAlive());
                assertThat(wire.exchange("POST", mbu.dataPath(), type, frame).status())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void traceDoesNotSendCredentialsBack() throws IOException {
        Map<String, String> secret = Map.of("Authorization", "Bearer do-not-echo-this");
        for (String path : List.of("", "interconnects", "surrogates", "nowhere")) {
            try (HttpWire wire = new HttpWire(base(), secret)) {
                WireAnswer answer = wire.exchange("TRACE", path);
                assertThat(answer.status()).as(path).isIn(400, 403, 404, 405, 501);
                assertThat(answer.text()).doesNotContain("do-not-echo-this");
            }
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
        TestMbu held = registered();
        for (String path : List.of("interconnects/./", "interconnects/x/../", "interconnects//", "%69nterconnects/")) {
            assertThat(exchange("DELETE", path + held.session()).status())
                    .as(path)
                    .isBetween(400, 499);
        }
        assertThat(held.send(0, 1).acknowledged()).containsExactly(1L, 0L);
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
    void faultOnADuplexRequestIsReportedOnItsAnswerWhichEnds() throws IOException {
        TestMbu mbu = registered();
        try (HttpWire data = mbu.beginDuplex()) {
            ReverseWire reverse = new ReverseWire(data);
            data.chunk(Frames.body(2, List.of(TestMbu.packet(0, 0), TestMbu.packet(0, 65))));
            assertThat(reverse.next(Control.ErrorReport.class, frame -> true).codeNumber())
                    .isEqualTo(ErrorCode.SEQUENCE_BEYOND_WINDOW.number());
            reverse.awaitEnd();
            assertThat(data.isClosedByServer()).isTrue();
        }
        assertThat(mbu.send(0, 66).acknowledged()).containsExactly(66L, 0L);
    }

    @Test
    void brokenDuplexRequestIsResumedFromWhatWasAcknowledged() throws IOException {
        TestMbu mbu = registered();
        byte[] body = Frames.body(2, TestMbu.packets(0, 0, 10));
        try (HttpWire data = mbu.beginDuplex()) {
            data.chunk(Arrays.copyOf(body, body.length - 3));
            new ReverseWire(data).awaitAcknowledged(0, 9);
            data.reset();
        }
        try (HttpWire data = mbu.beginDuplex()) {
            data.chunk(Frames.body(2, TestMbu.packets(0, 9, 12)));
            new ReverseWire(data).awaitAcknowledged(0, 12);
        }
    }

    @Test
    void duplexRequestThatIsNotTakenIsRefusedWithItsReason() throws IOException {
        try (HttpWire data = mbu().beginDuplex()) {
            refused(data.answer(), 404, ErrorCode.UNKNOWN_INTERCONNECT);
            assertThat(data.isClosedByServer()).isTrue();
        }
        TestMbu mbu = registered();
        try (HttpWire data = mbu.beginDuplex()) {
            ReverseWire reverse = new ReverseWire(data);
            mbu.delete();
            reverse.awaitEnd();
            assertThat(data.isClosedByServer()).isTrue();
        }
        assertThat(exchange("GET", mbu.surrogate() + "/duplex").status()).isEqualTo(400);
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

    @Test
    void bodyThatBreaksIsNeverAnsweredAsIfItWereStored() throws IOException {
        TestMbu mbu = registered();
        byte[] frames = Frames.body(2, TestMbu.packets(0, 0, 2));
        assertNotTaken(mbu, mbu.dataPath(), Protocol.FRAMES_TYPE, frames);
        byte[] document = mbu().registration().toJson().getBytes(StandardCharsets.UTF_8);
        assertNotTaken(mbu, "interconnects", Protocol.JSON_TYPE, Arrays.copyOf(document, 100));
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
    }

    /** A chunk whose size is no number, one that is cut off, and a body without its last chunk. */
    private static void assertNotTaken(TestMbu mbu, String path, String type, byte[] begun) throws IOException {
        for (String rest : List.of("zz\r\n", "10\r\nabc", "")) {
            try (HttpWire wire = mbu.connect()) {
                wire.beginChunked(path, type);
                wire.chunk(begun);
                wire.write(rest.getBytes(StandardCharsets.US_ASCII));
                wire.shutdownOutput();
                assertErrorOrBroken(wire);
            }
        }
        try (HttpWire wire = mbu.connect()) {
            wire.write(("POST /" + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type
                            + "\r\nContent-Length: 5000\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            wire.write(begun);
            wire.shutdownOutput();
            assertErrorOrBroken(wire);
        }
    }

    private static void assertErrorOrBroken(HttpWire wire) throws IOException {
        WireAnswer answer;
        try {
            answer = wire.answer();
        } catch (EOFException | SocketException e) {
            return; // broken: nobody takes that for an answer
        }
        assertThat(answer.status()).as(answer.text()).isBetween(400, 599);
    }

    @Test
    void faultyBodiesAreRefusedWithTheirReason() throws IOException {
        faulty(new byte[] {0x3f, 0, 0, 0, 0, 0}, 400, ErrorCode.MALFORMED_FRAME);
        faulty(new byte[] {(byte) 0xc0, (byte) 0xff, (byte) 0xff, 0x7f}, 400, ErrorCode.MALFORMED_FRAME);
        byte[] damaged = Frames.body(2, TestMbu.packets(0, 2, 3));
        damaged[damaged.length - 1] ^= 1;
        faulty(damaged, 400, ErrorCode.CHECKSUM_MISMATCH);
        byte[] whole = Frames.body(2, TestMbu.packets(0, 2, 3));
        faulty(Arrays.copyOf(whole, whole.length - 1), 400, ErrorCode.TRUNCATED);
        faulty(Frames.of(new Control.Acknowledgement(new long[] {1, 1})), 400, ErrorCode.MALFORMED_FRAME);
        PacketHeader ofNone = new PacketHeader(2, 0, TestMbu.ORIGIN, 0, 4, true);
        faulty(Frames.body(3, List.of(Packet.of(ofNone, new byte[16]))), 422, ErrorCode.UNKNOWN_GROUP);
        faulty(
                new byte[] {(byte) 0xda, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0},
                400,
                ErrorCode.CHECKSUM_MISMATCH);
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
            assertThat(!closesConnections() || wire.isClosedByServer()).isTrue();
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
}
