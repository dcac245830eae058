package org.banip.wsb.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.wsb.contract.HttpWire.Head;
import org.banip.wsb.contract.TestHost.Connection;
import org.junit.jupiter.api.Test;

/** Bytes go through, both ways: at once, in order, no faster than they are taken. */
public abstract class StreamContract extends RelayContract {
    @Test
    void eachFrameReachesTheHostBeforeTheNextIsSent() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openData(session, ALICE);
            Connection data = host.nextConnection();
            Head head = data.readHead();
            assertThat(head.start()).isEqualTo("POST /host/interconnects/" + session + "/data HTTP/1.1");
            assertThat(head.fields()).containsEntry("content-type", "application/vnd.banip.frames");
            for (byte[] frame : frames(50)) {
                mbu.writeChunk(frame);
                assertThat(data.readChunked(frame.length)).isEqualTo(frame);
            }
            mbu.writeLastChunk();
            assertThat(data.readChunk()).isEmpty();
            data.answer("200 OK", "acknowledged");
            assertThat(mbu.readBody(mbu.readHead())).isEqualTo("acknowledged");
        }
    }

    @Test
    void eachFrameReachesTheMbuBeforeTheNextIsSent() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse(session, ALICE);
            Connection reverse = host.nextConnection();
            assertThat(reverse.readHead().start())
                    .isEqualTo("GET /host/interconnects/" + session + "/reverse HTTP/1.1");
            reverse.answerStream();
            Head head = mbu.readHead();
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.fields())
                    .containsEntry("content-type", "application/vnd.banip.frames")
                    .containsEntry("cache-control", "no-store");
            for (byte[] frame : frames(50)) {
                reverse.writeChunk(frame);
                assertThat(mbu.readChunked(frame.length)).isEqualTo(frame);
            }
            reverse.writeLastChunk();
            assertThat(mbu.readChunk()).isEmpty();
        }
    }

    @Test
    void bothDirectionsOfADuplexRequestFlowAtOnce() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openDuplex(session, ALICE);
            Connection duplex = host.nextConnection();
            Head head = duplex.readHead();
            assertThat(head.start()).isEqualTo("POST /host/interconnects/" + session + "/duplex HTTP/1.1");
            assertThat(head.fields()).containsEntry("content-type", "application/vnd.banip.frames");
            duplex.answerStream();
            assertThat(mbu.readHead().fields())
                    .containsEntry("content-type", "application/vnd.banip.frames")
                    .containsEntry("cache-control", "no-store");
            for (byte[] frame : frames(50)) {
                duplex.writeChunk(frame);
                assertThat(mbu.readChunked(frame.length)).isEqualTo(frame);
                mbu.writeChunk(frame);
                assertThat(duplex.readChunked(frame.length)).isEqualTo(frame);
            }
            mbu.writeLastChunk();
            assertThat(duplex.readChunk()).isEmpty();
            duplex.writeChunk(new byte[9]);
            assertThat(mbu.readChunked(9)).hasSize(9);
            duplex.writeLastChunk();
            assertThat(mbu.readChunk()).isEmpty();
            // Both connections can be used again.
            mbu.request("DELETE", "interconnects/" + session, ALICE);
            duplex.readHead();
            duplex.writeHead("HTTP/1.1 204 No Content");
            assertThat(mbu.readHead().status()).isEqualTo(204);
        }
    }

    @Test
    void connectionsAreReusedOnBothSides() throws Exception {
        AtomicInteger connections = host.serve((connection, head) -> {
            byte[] frame = connection.readBytes(Integer.parseInt(head.fields().get("content-length")));
            connection.answer("200 OK", "ack " + frame.length);
        });
        sendOneByOne(frames(60));
        assertThat(connections.get()).isEqualTo(1);
    }

    private void sendOneByOne(byte[][] frames) throws IOException {
        try (Mbu mbu = Mbu.connect(broker)) {
            for (byte[] frame : frames) {
                mbu.request(
                        "POST",
                        "interconnects/" + session + "/data",
                        ALICE,
                        "Content-Type: application/vnd.banip.frames",
                        "Content-Length: " + frame.length);
                mbu.write(frame);
                assertThat(mbu.readBody(mbu.readHead())).isEqualTo("ack " + frame.length);
            }
        }
    }

    @Test
    void oneRequestPerConnectionIsServedAndClosed() throws Exception {
        for (byte[] frame : frames(3)) {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.request(
                        "POST",
                        "interconnects/" + session + "/data",
                        ALICE,
                        "Connection: close",
                        "Content-Length: " + frame.length);
                mbu.write(frame);
                Connection data = host.nextConnection();
                data.readHead();
                assertThat(data.readBytes(frame.length)).isEqualTo(frame);
                data.answer("200 OK", "ack", "Connection: close");
                assertThat(mbu.readBody(mbu.readHead())).isEqualTo("ack");
                assertThat(mbu.isAtEnd()).isTrue();
            }
        }
    }

    @Test
    void anMbuThatAsksBeforeItSendsIsToldToGoOn() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request(
                    "POST",
                    "interconnects/" + session + "/data",
                    ALICE,
                    "Expect: 100-continue",
                    "Transfer-Encoding: chunked");
            assertThat(mbu.readHead().status()).isEqualTo(100);
            mbu.writeChunk(new byte[10]);
            Connection data = host.nextConnection();
            assertThat(data.readHead().fields()).doesNotContainKey("expect");
            assertThat(data.readChunked(10)).hasSize(10);
        }
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("POST", "interconnects/x/data", "Expect: 100-continue", "Transfer-Encoding: chunked");
            assertThat(mbu.readRefusal()).isEqualTo("401 unauthenticated");
        }
    }

    @Test
    void anEmptyAnswerIsPassedOn() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("DELETE", "interconnects/" + session, ALICE);
            Connection delete = host.nextConnection();
            delete.readHead();
            delete.writeHead("HTTP/1.1 204 No Content");
            assertThat(mbu.readHead().status()).isEqualTo(204);
        }
    }

    @Test
    void aRegistrationIsPassedOnByteForByte() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "alice", ALICE);
            Connection registration = host.nextConnection();
            Head head = registration.readHead();
            assertThat(head.start()).isEqualTo("POST /host/interconnects HTTP/1.1");
            assertThat(registration.readBody(head)).isEqualTo(Mbu.registration(session, "alice"));
            registration.answer("201 Created", "{\"protocol\":1}");
            Head answer = mbu.readHead();
            assertThat(answer.status()).isEqualTo(201);
            assertThat(mbu.readBody(answer)).isEqualTo("{\"protocol\":1}");
        }
    }

    @Test
    void aHostThatDoesNotReadSlowsTheMbuAndFillsNothing() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openData(session, ALICE);
            Connection data = host.nextConnection();
            data.readHead();
            Flood flood = new Flood(mbu, 8 << 20);
            long stuckAt = flood.sentWhenStuck();
            assertThat(stuckAt).isLessThan(2 << 20);
            // What was held back comes, in order and complete.
            assertThat(flood.isWhatArrives(data)).isTrue();
        }
    }

    @Test
    void anMbuThatDoesNotReadSlowsTheHostAndFillsNothing() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse(session, ALICE);
            Connection reverse = host.nextConnection();
            reverse.readHead();
            reverse.answerStream();
            Flood flood = new Flood(reverse, 8 << 20);
            long stuckAt = flood.sentWhenStuck();
            assertThat(stuckAt).isLessThan(2 << 20);
            mbu.readHead();
            assertThat(flood.isWhatArrives(mbu)).isTrue();
        }
    }

    @Test
    void aQuietStreamOutlivesConnectionsToTheHostThatIdle() throws Exception {
        restart(Map.of("idle-millis", "2000"));
        try (Mbu stream = Mbu.connect(broker);
                Mbu mbu = Mbu.connect(broker)) {
            stream.openReverse(session, ALICE);
            Connection reverse = host.nextConnection();
            reverse.readHead();
            reverse.answerStream();
            stream.readHead();
            mbu.request("DELETE", "interconnects/other", ALICE);
            Connection once = host.nextConnection();
            once.readHead();
            once.writeHead("HTTP/1.1 204 No Content");
            assertThat(mbu.readHead().status()).isEqualTo(204);
            // Kept for another request, but not for ever; the stream was quiet for longer by then.
            assertThat(once.isAtEnd()).isTrue();
            reverse.writeChunk(new byte[7]);
            assertThat(stream.readChunked(7)).hasSize(7);
        }
    }

    private static byte[][] frames(int count) {
        Random random = new Random(17);
        byte[][] frames = new byte[count][];
        for (int i = 0; i < count; i++) {
            frames[i] = new byte[1 + random.nextInt(3000)];
            random.nextBytes(frames[i]);
        }
        frames[0] = "first".getBytes(UTF_8);
        return frames;
    }
}
