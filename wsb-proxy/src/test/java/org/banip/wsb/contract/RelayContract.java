package org.banip.wsb.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.HttpWire.Head;
import org.banip.wsb.contract.TestHost.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a broker does in whatever it runs in: over real sockets, between an MBU and a host that are both the test's. */
@Timeout(120)
public abstract class RelayContract {
    private static final String TOKEN = "0123456789abcdef-shared";
    private static final String ALICE = Mbu.basic("alice", "alice's password");
    private static final String BOB = Mbu.basic("bob", "bob's password");
    private static final int LOWEST_COST = 4;

    @TempDir
    Path directory;

    private final String session = Mbu.newSession();
    private TestHost host;
    private Container container;
    private URI broker;

    /** A fresh one. */
    protected abstract Container container();

    @BeforeEach
    void start() throws Exception {
        PasswordFile passwords = new PasswordFile(directory.resolve("passwords"));
        passwords.set("alice", "alice's password".toCharArray(), LOWEST_COST);
        passwords.set("bob", "bob's password".toCharArray(), LOWEST_COST);
        host = new TestHost();
        restart(Map.of());
    }

    private void restart(Map<String, String> more) throws Exception {
        if (container != null) {
            container.close();
        }
        Map<String, String> settings = new HashMap<>();
        settings.put("surrogate-host", host.uri().toString());
        settings.put("password-file", directory.resolve("passwords").toString());
        settings.put("token", TOKEN);
        settings.put("socket-buffer-bytes", "65536");
        settings.put("linger-millis", "500");
        settings.putAll(more);
        container = container();
        broker = container.start(settings);
    }

    @AfterEach
    void stop() throws Exception {
        container.close();
        host.close();
        Awaitility.await()
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .noneMatch(thread -> thread.getName().startsWith("banip-wsb")));
    }

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
    void connectionsAreReusedOnBothSides() throws Exception {
        AtomicInteger connections = host.serve((connection, head) -> {
            byte[] frame = connection.readBytes(Integer.parseInt(head.fields().get("content-length")));
            connection.answer("200 OK", "ack " + frame.length);
        });
        try (Mbu mbu = Mbu.connect(broker)) {
            for (byte[] frame : frames(30)) {
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
        // One, or a few if a request comes before the connection of the last is free again.
        assertThat(connections).hasValueLessThan(10);
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
    void theHostLearnsWhoTheMbuIsFromTheBrokerOnly() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request(
                    "GET",
                    "interconnects/" + session + "/reverse",
                    "Banip-Identity: bob",
                    "banip-identity: carol",
                    ALICE,
                    "X-Forwarded-User: bob",
                    "Connection: Banip-Identity",
                    "Cookie: a=b");
            Map<String, String> fields = host.nextConnection().readHead().fields();
            assertThat(fields)
                    .containsEntry("banip-identity", "alice")
                    .containsEntry("authorization", "Bearer " + TOKEN)
                    .doesNotContainKeys("x-forwarded-user", "cookie", "accept-encoding");
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
    void aBanThatIsNotGrantedIsForbidden() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "bob", ALICE);
            assertThat(mbu.readRefusal()).isEqualTo("403 forbidden");
            assertThat(host.hasMoreConnections()).isFalse();
        }
    }

    @Test
    void anotherMbusInterconnectIsForbidden() throws Exception {
        register(session, "alice", ALICE);
        for (String request : new String[] {"POST /data", "GET /reverse", "DELETE "}) {
            try (Mbu mbu = Mbu.connect(broker)) {
                String[] parts = request.split(" ", -1);
                mbu.request(parts[0], "interconnects/" + session + parts[1], BOB);
                assertThat(mbu.readRefusal()).isEqualTo("403 forbidden");
            }
        }
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "bob", BOB);
            assertThat(mbu.readRefusal()).isEqualTo("403 forbidden");
        }
        assertThat(host.hasMoreConnections()).isFalse();
    }

    @Test
    void afterARestartTheHostDecidesWhoseInterconnectItIs() throws Exception {
        register(session, "alice", ALICE);
        restart(Map.of());
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse(session, BOB);
            Connection reverse = host.nextConnection();
            assertThat(reverse.readHead().fields()).containsEntry("banip-identity", "bob");
            reverse.answer("403 Forbidden", "{\"error\":\"forbidden\",\"message\":\"no\"}");
            assertThat(mbu.readRefusal()).isEqualTo("403 forbidden");
        }
    }

    @Test
    void wrongCredentialsAreRefused() throws Exception {
        String[] pairs = {"alice:bob's password", "nobody:alice's password", "alice:", ":", "no colon", "a b:x"};
        for (String pair : pairs) {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.openReverse(session, Mbu.basic(pair));
                Head head = mbu.readHead();
                assertThat(head.status()).as(pair).isEqualTo(401);
                assertThat(head.fields()).containsEntry("www-authenticate", "Basic realm=\"BANip\", charset=\"UTF-8\"");
                assertThat(mbu.readBody(head)).contains("\"error\":\"unauthenticated\"");
            }
        }
        assertThat(host.hasMoreConnections()).isFalse();
    }

    @Test
    void missingOrMalformedCredentialsAreRefused() throws Exception {
        String[] fields = {"Accept: x", "Authorization: Basic", "Authorization: Basic !!!", "Authorization: Bearer abc"
        };
        try (Mbu mbu = Mbu.connect(broker)) {
            for (String field : fields) {
                mbu.openReverse(session, field);
                assertThat(mbu.readRefusal()).as(field).isEqualTo("401 unauthenticated");
            }
            // The connection is still good for the right ones.
            mbu.openReverse(session, ALICE);
            host.nextConnection().readHead();
        }
    }

    @Test
    void anEndlessBodyWithoutCredentialsIsAnsweredAtOnceAndClosed() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openData(session, "Accept: x");
            mbu.writeChunk(new byte[1000]);
            Head head = mbu.readHead();
            assertThat(head.status()).isEqualTo(401);
            assertThat(head.fields()).containsEntry("connection", "close");
            assertThat(mbu.readBody(head)).contains("unauthenticated");
            assertThatBreaks(mbu);
            assertThat(host.hasMoreConnections()).isFalse();
        }
    }

    @Test
    void whatIsNoResourceOfTheProtocolIsNotRelayed() throws Exception {
        String[] requests = {
            "GET ",
            "GET interconnects",
            "PUT interconnects/x/data",
            "POST interconnects/x",
            "GET interconnects/x/data",
            "GET interconnects/x/reverse/",
            "GET interconnects/x/reverse?a=b",
            "GET interconnects/x;a=b/reverse",
            "GET interconnects/../secret/reverse",
            "GET interconnects/x/%2e%2e/reverse",
            "GET interconnects/x%2Fy/reverse",
            "GET interconnects//reverse",
            "GET other/x/reverse",
            "OPTIONS interconnects",
            "TRACE interconnects/x/reverse"
        };
        for (String request : requests) {
            try (Mbu mbu = Mbu.connect(broker)) {
                String[] parts = request.split(" ", -1);
                mbu.request(parts[0], parts[1], ALICE);
                assertThat(mbu.readHead().status()).as(request).isBetween(400, 405);
            }
        }
        assertThat(host.hasMoreConnections()).isFalse();
    }

    @Test
    void aRegistrationThatIsTooLongIsRefused() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("POST", "interconnects", ALICE, "Transfer-Encoding: chunked");
            byte[] blanks = new byte[8192];
            Arrays.fill(blanks, (byte) ' ');
            for (int sent = 0; sent <= 262_144; sent += blanks.length) {
                mbu.writeChunk(blanks);
            }
            assertThat(mbu.readRefusal()).isEqualTo("413 too-long");
        }
    }

    @Test
    void aMalformedRegistrationIsRefused() throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("POST", "interconnects", ALICE, "Content-Length: 2");
            mbu.write("{}");
            assertThat(mbu.readRefusal()).isEqualTo("400 malformed-request");
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

    @Test
    void whileTheHostIsDownTheMbuIsToldSo() throws Exception {
        int port = host.port();
        host.close();
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(session, "alice", ALICE);
            assertThat(mbu.readRefusal()).isEqualTo("502 host-unavailable");
            host = new TestHost(port);
            mbu.register(session, "alice", ALICE);
            Connection registration = host.nextConnection();
            registration.readBody(registration.readHead());
            registration.answer("201 Created", "{}");
            assertThat(mbu.readHead().status()).isEqualTo(201);
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
    void oneIdentityCannotTakeAllRequests() throws Exception {
        restart(Map.of("requests-per-identity", "2"));
        try (Mbu first = Mbu.connect(broker);
                Mbu second = Mbu.connect(broker);
                Mbu third = Mbu.connect(broker);
                Mbu other = Mbu.connect(broker)) {
            first.openReverse(session, ALICE);
            Connection one = host.nextConnection();
            second.openReverse(session, ALICE);
            host.nextConnection();
            third.openReverse(session, ALICE);
            assertThat(third.readRefusal()).isEqualTo("503 limit-reached");
            other.openReverse(Mbu.newSession(), BOB);
            host.nextConnection();
            // Room again when one ends.
            one.readHead();
            one.answer("404 Not Found", "{}", "Connection: close");
            Awaitility.await().until(() -> {
                try (Mbu another = Mbu.connect(broker)) {
                    another.openReverse(session, ALICE);
                    return host.hasMoreConnections();
                }
            });
        }
    }

    @Test
    void moreRequestsThanTheBrokerTakesAreRefused() throws Exception {
        restart(Map.of("requests", "1"));
        try (Mbu first = Mbu.connect(broker);
                Mbu second = Mbu.connect(broker)) {
            first.openReverse(session, ALICE);
            host.nextConnection();
            second.openReverse(session, BOB);
            assertThat(second.readRefusal()).isEqualTo("503 limit-reached");
        }
    }

    @Test
    void aStreamOnWhichNothingMovesIsEnded() throws Exception {
        restart(Map.of("silence-millis", "3000"));
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse(session, ALICE);
            Connection reverse = host.nextConnection();
            reverse.readHead();
            reverse.answerStream();
            mbu.readHead();
            assertThatThrownBy(mbu::readChunk).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> reverse.readBytes(1)).isInstanceOf(IOException.class);
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

    @Test
    void aRegistrationThatNeverEndsIsCutOff() throws Exception {
        restart(Map.of("document-millis", "300"));
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request("POST", "interconnects", ALICE, "Content-Length: 1000");
            mbu.write("{");
            assertThat(mbu.readRefusal()).isEqualTo("408 silent");
            assertThatBreaks(mbu);
        }
    }

    @Test
    void stoppingTheBrokerEndsItsStreams() throws Exception {
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
            container.close();
            assertEnds(mbu);
            assertThatThrownBy(data::readChunk).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> reverse.readBytes(1)).isInstanceOf(IOException.class);
        }
        restart(Map.of());
    }

    private void register(String name, String ban, String credentials) throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(name, ban, credentials);
            Connection registration = host.nextConnection();
            registration.readBody(registration.readHead());
            registration.answer("201 Created", "{}", "Connection: close");
            assertThat(mbu.readHead().status()).isEqualTo(201);
        }
    }

    /** An answer ends; Tomcat cannot break it any more when the web application is taken away, and ends it in order. */
    private static void assertEnds(Mbu mbu) {
        try {
            assertThat(mbu.readChunk()).isEmpty();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the answer goes on", e);
        } catch (IOException e) {
            // Broken.
        }
    }

    /** The connection ends, whether by FIN or by reset. */
    private static void assertThatBreaks(Mbu mbu) {
        try {
            assertThat(mbu.isAtEnd()).isTrue();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection stays open", e);
        } catch (IOException e) {
            // A reset is an end.
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
