package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.banip.server.listen.ConnectionLimits;
import org.banip.wsb.contract.HttpWire;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost.Connection;
import org.junit.jupiter.api.Test;

/** What a connection may do before it is a request, and between two. */
class ConnectionsTest extends StandaloneBroker {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final String BEGUN_HEAD = "GET /interconnects/x/reverse HTTP/1.1\r\nHost: x\r\nX-Slow: ";

    @Test
    void aQuietStreamOutlivesConnectionsThatIdle() throws Exception {
        URI broker = start(new ConnectionLimits(100, 50, 8192, LONG, SHORT));
        try (Mbu stream = Mbu.connect(broker)) {
            stream.openReverse("x", ALICE);
            Connection reverse = host.nextConnection();
            reverse.readHead();
            reverse.answerStream();
            stream.readHead();
            // A connection without a request is closed: by then the stream was quiet for as long as well.
            try (Mbu idle = Mbu.connect(broker)) {
                assertThat(idle.isAtEnd()).isTrue();
            }
            reverse.writeChunk(new byte[7]);
            assertThat(stream.readChunked(7)).hasSize(7);
        }
    }

    @Test
    void aConnectionThatIdlesAfterARequestIsClosed() throws Exception {
        URI broker = start(new ConnectionLimits(100, 50, 8192, LONG, SHORT));
        try (Mbu mbu = servedInTime(broker)) {
            assertThat(mbu.isAtEnd()).isTrue();
        }
    }

    @Test
    void aHeadThatTricklesIsCutOff() throws Exception {
        URI broker = start(new ConnectionLimits(100, 50, 8192, SHORT, LONG));
        try (Mbu mbu = Mbu.connect(broker)) {
            trickleUntilCutOff(mbu);
        }
    }

    @Test
    void aHeadThatTricklesOnAUsedConnectionIsCutOff() throws Exception {
        URI broker = start(new ConnectionLimits(100, 50, 8192, SHORT, SHORT));
        try (Mbu mbu = servedInTime(broker)) {
            trickleUntilCutOff(mbu);
        }
    }

    private static void trickleUntilCutOff(Mbu mbu) {
        AtomicReference<String> next = new AtomicReference<>(BEGUN_HEAD);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    try {
                        mbu.write(next.getAndSet("a"));
                        return false;
                    } catch (IOException e) {
                        return true;
                    }
                });
    }

    @Test
    void aHeadThatIsLateIsAnsweredAndItsConnectionClosed() throws Exception {
        URI broker = start(new ConnectionLimits(100, 50, 8192, SHORT, LONG));
        try (Mbu idle = Mbu.connect(broker)) {
            // On a busy machine the time may be over before the head has begun.
            HttpWire.await().ignoreExceptions().untilAsserted(() -> {
                try (Mbu mbu = Mbu.connect(broker)) {
                    mbu.write(BEGUN_HEAD);
                    assertThat(mbu.readRefusal()).isEqualTo("408 silent");
                    assertThat(mbu.isAtEnd()).isTrue();
                }
            });
            // Without a byte of a head there is nothing to answer.
            assertThat(idle.isAtEnd()).isTrue();
        }
    }

    @Test
    void aConnectionTooManyIsRefusedAtOnce() throws Exception {
        URI broker = start(new ConnectionLimits(3, 3, 8192, LONG, LONG));
        List<Mbu> connections = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                connections.add(known(broker));
            }
            try (Mbu refused = Mbu.connect(broker)) {
                assertThat(refused.readRefusal()).isEqualTo("503 limit-reached");
                assertThat(refused.isAtEnd()).isTrue();
            }
            connections.remove(0).close();
            awaitServed(broker, connections);
            assertThat(connections).hasSizeGreaterThanOrEqualTo(3);
        } finally {
            for (Mbu mbu : connections) {
                mbu.close();
            }
        }
    }

    @Test
    void anAddressCannotHoldAllConnections() throws Exception {
        URI broker = start(new ConnectionLimits(10, 2, 8192, LONG, LONG));
        try (Mbu first = known(broker);
                Mbu second = known(broker);
                Mbu refused = Mbu.connect(broker);
                Socket elsewhere = new Socket()) {
            assertThat(first.socket().isConnected() && second.socket().isConnected())
                    .isTrue();
            assertThat(refused.readRefusal()).isEqualTo("503 limit-reached");
            elsewhere.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), 0));
            elsewhere.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), broker.getPort()));
            elsewhere.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(elsewhere.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 401 ");
        }
    }

    /** The broker may hear of a new connection before it has done with the request of an older one. So there are more new ones than needed. */
    @Test
    void connectionsWithoutARequestGiveWay() throws Exception {
        URI broker = start(new ConnectionLimits(3, 3, 8192, LONG, LONG));
        List<Mbu> newer = new ArrayList<>();
        try (Mbu known = known(broker);
                Mbu idle = served(broker);
                Mbu begun = Mbu.connect(broker)) {
            begun.write(BEGUN_HEAD);
            while (newer.size() < 6) {
                newer.add(served(broker));
            }
            assertEnded(idle);
            assertEnded(begun);
            known.openReverse("x", "Accept: y");
            assertThat(known.readRefusal()).isEqualTo("401 unauthenticated");
        } finally {
            for (Mbu mbu : newer) {
                mbu.close();
            }
        }
    }

    /** Of an address that has its share, its own oldest connection gives way, nobody else's. More than needed are new, for the same reason. */
    @Test
    void anAddressTakesNoRoomOfOthers() throws Exception {
        URI broker = start(new ConnectionLimits(10, 2, 8192, LONG, LONG));
        List<Mbu> newer = new ArrayList<>();
        try (Socket elsewhere = new Socket()) {
            elsewhere.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), 0));
            elsewhere.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), broker.getPort()));
            try (Mbu oldest = served(broker)) {
                while (newer.size() < 6) {
                    newer.add(served(broker));
                }
                assertEnded(oldest);
            }
            elsewhere.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(elsewhere.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 401 ");
        } finally {
            for (Mbu mbu : newer) {
                mbu.close();
            }
        }
    }

    /** Closed, or reset if something came that the broker had not read. */
    private static void assertEnded(Mbu mbu) {
        boolean ended;
        try {
            ended = mbu.isAtEnd();
        } catch (SocketTimeoutException e) {
            ended = false;
        } catch (IOException e) {
            ended = true;
        }
        assertThat(ended).isTrue();
    }

    /** A connection whose user the broker knows. */
    private Mbu known(URI broker) throws Exception {
        Mbu mbu = Mbu.connect(broker);
        mbu.openReverse("x", ALICE);
        Connection reverse = host.nextConnection();
        reverse.readHead();
        reverse.answer("404 Not Found", "{}", "Connection: close");
        assertThat(mbu.readBody(mbu.readHead())).isEqualTo("{}");
        return mbu;
    }

    /** A connection that had a request served, so it is certain that the broker counts it. */
    private static Mbu served(URI broker) throws IOException {
        Mbu mbu = Mbu.connect(broker);
        mbu.openReverse("x", "Accept: y");
        assertThat(mbu.readRefusal()).isEqualTo("401 unauthenticated");
        return mbu;
    }

    /** The same, if the broker closes idle connections soon: on a busy machine before the request comes. */
    private static Mbu servedInTime(URI broker) {
        return HttpWire.await().ignoreExceptions().until(() -> served(broker), Objects::nonNull);
    }

    private static void awaitServed(URI broker, List<Mbu> connections) {
        HttpWire.await().until(() -> {
            Mbu mbu = Mbu.connect(broker);
            connections.add(mbu);
            mbu.openReverse("x", "Accept: y");
            return mbu.readRefusal().equals("401 unauthenticated");
        });
    }
}
