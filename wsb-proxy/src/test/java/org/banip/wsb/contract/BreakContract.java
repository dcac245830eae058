package org.banip.wsb.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.banip.server.client.UnreadAnswers;
import org.banip.wsb.contract.HttpWire.Head;
import org.banip.wsb.contract.TestHost.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What breaks, refuses or falls silent on one side is seen on the other. */
public abstract class BreakContract extends RelayContract {
    private static final int LOG_OUTS = 60;
    /** Requests whose answers no buffers hold. */
    private static final int UNREAD = 1500;

    @Test
    void aConnectionWhoseRefusalsAreNotReadIsClosed() throws Exception {
        needsHttp1();
        byte[] requests = ("GET " + broker.getRawPath() + "interconnects/x/reverse HTTP/1.1\r\nHost: x\r\n\r\n")
                .repeat(UNREAD)
                .getBytes(StandardCharsets.US_ASCII);
        try (UnreadAnswers unread = new UnreadAnswers(broker)) {
            for (int i = 0; i < 5; i++) {
                unread.pipeline(requests);
            }
            HttpWire.await().until(() -> !unread.anyIsOpen());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenTheMbuDiesTheHostSeesABrokenBody(boolean reset) throws Exception {
        Mbu mbu = Mbu.connect(broker);
        mbu.openData(session, ALICE);
        mbu.writeChunk(new byte[100]);
        Connection data = host.nextConnection();
        data.readHead();
        data.readChunked(100);
        if (reset) {
            mbu.reset();
        } else {
            mbu.close();
        }
        assertThatThrownBy(data::readChunk).isInstanceOf(IOException.class);
    }

    @Test
    void whenTheMbuDiesInsideAChunkTheHostSeesABrokenBody() throws Exception {
        Mbu mbu = Mbu.connect(broker);
        mbu.openData(session, ALICE);
        mbu.write("64\r\nonly the beginning");
        Connection data = host.nextConnection();
        data.readHead();
        mbu.close();
        assertThatThrownBy(() -> data.readChunked(100)).isInstanceOf(IOException.class);
    }

    @Test
    void aMalformedChunkBreaksTheBodyAtTheHost() throws Exception {
        needsHttp1();
        for (String chunk : new String[] {"zz\r\nabc\r\n", "5\r\nabcdefgh\r\n", "-1\r\n"}) {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.openData(session, ALICE);
                mbu.writeChunk(new byte[100]);
                Connection data = host.nextConnection();
                data.readHead();
                data.readChunked(100);
                mbu.write(chunk);
                assertThatThrownBy(() -> {
                            while (data.readChunk().length > 0) {
                                // What came before the fault.
                            }
                            throw new AssertionError("the body ended as if it were whole");
                        })
                        .as(chunk)
                        .isInstanceOf(IOException.class);
                assertThat(mbu.readRefusal()).as(chunk).isEqualTo("400 malformed-request");
            }
        }
    }

    /** The broker may have the whole body before it gets the refusal, so the body ends while the answer is on its way. */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 60000", "Transfer-Encoding: chunked"})
    void theHostsEarlyRefusalReachesAnMbuWhoseBodyEndsMeanwhile(String length) throws Exception {
        byte[] body = new byte[60_000];
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("POST", "interconnects/" + session + "/data", ALICE, length);
            if (length.endsWith("chunked")) {
                mbu.writeChunk(body);
                mbu.writeLastChunk();
            } else {
                mbu.write(body);
            }
            Connection data = host.nextConnection();
            data.readHead();
            data.answer("404 Not Found", "{\"error\":\"unknown-interconnect\",\"message\":\"gone\"}");
            assertThat(mbu.readRefusal()).isEqualTo("404 unknown-interconnect");
        }
    }

    @Test
    void whatTheHostSentBeforeItsAnswerBrokeReachesTheMbu() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse(session, ALICE);
            Connection reverse = host.nextConnection();
            reverse.readHead();
            reverse.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + "0123456789".repeat(5));
            reverse.close();
            assertThat(mbu.readHead().status()).isEqualTo(200);
            assertThat(mbu.readBytes(50)).isEqualTo("0123456789".repeat(5).getBytes(StandardCharsets.US_ASCII));
            assertThatBreaks(mbu);
        }
    }

    @Test
    void whenTheMbuDiesWhileTheHostDoesNotReadTheHostSeesIt() throws Exception {
        Mbu mbu = Mbu.connect(broker);
        mbu.openData(session, ALICE);
        Connection data = host.nextConnection();
        data.readHead();
        Flood flood = new Flood(mbu, 8 << 20);
        flood.sentWhenStuck();
        mbu.reset();
        assertThatThrownBy(() -> {
                    while (data.readChunk().length > 0) {
                        // Whatever was on its way.
                    }
                    throw new AssertionError("the body ended as if it were whole");
                })
                .isInstanceOf(IOException.class);
    }

    @Test
    void whenTheHostDiesTheReverseChannelBreaks() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse(session, ALICE);
            Connection reverse = host.nextConnection();
            reverse.readHead();
            reverse.answerStream();
            reverse.writeChunk(new byte[10]);
            mbu.readHead();
            mbu.readChunked(10);
            reverse.reset();
            assertThatThrownBy(mbu::readChunk).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBreakOfADuplexRequestOnOneSideBreaksTheOther(boolean mbuDies) throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openDuplex(session, ALICE);
            Connection duplex = host.nextConnection();
            duplex.readHead();
            duplex.answerStream();
            duplex.writeChunk(new byte[10]);
            mbu.readHead();
            mbu.readChunked(10);
            mbu.writeChunk(new byte[10]);
            duplex.readChunked(10);
            HttpWire dead = mbuDies ? mbu : duplex;
            HttpWire other = mbuDies ? duplex : mbu;
            dead.reset();
            assertThatThrownBy(other::readChunk).isInstanceOf(IOException.class);
        }
    }

    @Test
    void whenTheHostEndsTheAnswerOfADuplexRequestBothEnd() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openDuplex(session, ALICE);
            Connection duplex = host.nextConnection();
            duplex.readHead();
            duplex.answerStream();
            duplex.writeChunk(new byte[10]);
            mbu.readHead();
            mbu.readChunked(10);
            mbu.writeChunk(new byte[10]);
            duplex.readChunked(10);
            duplex.writeLastChunk();
            assertThat(mbu.readChunk()).isEmpty();
            assertThatBreaks(mbu);
            assertThatThrownBy(duplex::readChunk).isInstanceOf(IOException.class);
        }
    }

    @Test
    void whenTheHostDiesTheDataRequestEnds() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openData(session, ALICE);
            mbu.writeChunk(new byte[10]);
            Connection data = host.nextConnection();
            data.readHead();
            data.readChunked(10);
            data.reset();
            assertThat(mbu.readRefusal()).isEqualTo("502 host-unavailable");
            assertThatBreaks(mbu);
        }
    }

    @Test
    void whenTheHostDiesWhileTheMbuDoesNotReadTheMbuSeesIt() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse(session, ALICE);
            Connection reverse = host.nextConnection();
            reverse.readHead();
            reverse.answerStream();
            new Flood(reverse, 8 << 20).sentWhenStuck();
            reverse.reset();
            assertThatThrownBy(() -> {
                        mbu.readHead();
                        while (mbu.readChunk().length > 0) {
                            // Whatever was on its way.
                        }
                        throw new AssertionError("the answer ended as if it were whole");
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void theHostsRefusalInTheMiddleOfABodyReachesTheMbu() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openData(session, ALICE);
            mbu.writeChunk(new byte[10]);
            Connection data = host.nextConnection();
            data.readHead();
            data.readChunked(10);
            data.answer("409 Conflict", "{\"error\":\"sequence-beyond-window\",\"message\":\"\"}", "Connection: close");
            Head head = mbu.readHead();
            assertThat(head.status()).isEqualTo(409);
            assertThat(head.fields()).containsEntry("connection", "close");
            assertThat(mbu.readBody(head)).contains("sequence-beyond-window");
            assertThatBreaks(mbu);
            assertThatThrownBy(data::readChunk).isInstanceOf(IOException.class);
        }
    }

    /** Both sides end at once; that is an ordinary log-out, and no container has anything to complain of. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void logOutsOfChunkedMbusEndInPeace(boolean reset) throws Exception {
        restart(Map.of("requests-per-identity", "1000"));
        // In HTTP/2 more of them at once would be too many resets for one connection.
        int rounds = container().speaksHttp1() ? LOG_OUTS : LOG_OUTS / 3;
        for (int round = 0; round < rounds; round++) {
            String name = Mbu.newSession();
            try (Mbu sender = Mbu.connect(broker);
                    Mbu reader = Mbu.connect(broker);
                    Mbu last = Mbu.connect(broker)) {
                sender.openData(name, ALICE);
                sender.writeChunk(new byte[100]);
                Connection data = host.nextConnection();
                data.readHead();
                data.readChunked(100);
                reader.openReverse(name, ALICE);
                Connection reverse = host.nextConnection();
                reverse.readHead();
                reverse.writeHead("HTTP/1.1 200 OK", "Connection: close", "Transfer-Encoding: chunked");
                reader.readHead();
                last.request("DELETE", "interconnects/" + name, ALICE, "Connection: close");
                Connection deregistration = host.nextConnection();
                deregistration.readHead();
                deregistration.writeHead("HTTP/1.1 204 No Content", "Connection: close");
                reverse.writeLastChunk();
                data.answer("200 OK", "", "Connection: close");
                if (reset) {
                    sender.reset();
                    reader.reset();
                } else {
                    sender.writeLastChunk();
                }
            }
        }
        // Every log-out was seen to its end before the log is looked at.
        stopBroker();
    }

    @Test
    void whileTheHostIsDownTheMbuIsToldSo() throws Exception {
        host.goDown();
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "alice", ALICE);
            assertThat(mbu.readRefusal()).isEqualTo("502 host-unavailable");
            host.comeUp();
            mbu.register(session, "alice", ALICE);
            Connection registration = host.nextConnection();
            registration.readBody(registration.readHead());
            registration.answer("201 Created", "{}");
            assertThat(mbu.readHead().status()).isEqualTo(201);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 abc\r\n\r\n", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"})
    void whatIsNoHttpIsToldInWords(String answer) throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "alice", ALICE);
            Connection registration = host.nextConnection();
            registration.readBody(registration.readHead());
            registration.write(answer);
            Head head = mbu.readHead();
            assertThat(head.status()).isEqualTo(502);
            assertThat(mbu.readBody(head))
                    .contains("\"host-unavailable\"")
                    .contains("it does not answer in HTTP")
                    .doesNotContain("Exception");
        }
    }

    @Test
    void aHostThatRefusesTheBrokersTokenIsNoFaultOfTheMbus() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "alice", ALICE);
            Connection registration = host.nextConnection();
            registration.readBody(registration.readHead());
            registration.answer("401 Unauthorized", "{\"error\":\"unauthenticated\",\"message\":\"\"}");
            assertThat(mbu.readRefusal()).isEqualTo("502 host-unavailable");
        }
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openData(session, ALICE);
            Connection data = host.nextConnection();
            data.readHead();
            data.answer("401 Unauthorized", "{}", "Connection: close");
            assertThat(mbu.readRefusal()).isEqualTo("502 host-unavailable");
            assertThatBreaks(mbu);
        }
    }

    @Test
    void aStreamOnWhichNothingMovesIsEnded() throws Exception {
        restart(Map.of("silence-millis", "3000"));
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse(session, ALICE);
            Connection reverse = host.nextConnection();
            reverse.readHead();
            // Wherever it was: on a busy machine perhaps before the answer's head.
            assertThatThrownBy(() -> {
                        reverse.answerStream();
                        mbu.readHead();
                        mbu.readChunk();
                    })
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> reverse.readBytes(1)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void stoppingTheBrokerEndsItsStreams() throws Exception {
        restart(Map.of());
        try (Mbu mbu = Mbu.connect(broker);
                Mbu sender = Mbu.connect(broker)) {
            mbu.openReverse(session, ALICE);
            Connection reverse = host.nextConnection();
            reverse.readHead();
            reverse.answerStream();
            mbu.readHead();
            sender.openData(session, ALICE);
            Connection data = host.nextConnection();
            data.readHead();
            stopBroker();
            assertEnds(mbu);
            assertThatThrownBy(data::readChunk).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> reverse.readBytes(1)).isInstanceOf(IOException.class);
        }
    }

    /** An answer ends; Tomcat cannot break it any more when the web application is taken away, and ends it in order. */
    private static void assertEnds(Mbu mbu) {
        try {
            assertThat(mbu.readChunk()).isEmpty();
        } catch (IOException e) {
            // Broken.
        }
    }
}
