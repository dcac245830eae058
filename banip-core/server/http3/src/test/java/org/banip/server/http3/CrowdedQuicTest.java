package org.banip.server.http3;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.banip.server.address.TrustedProxies;
import org.banip.server.connection.ListeningServer;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TlsFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which QUIC connection gives way to a new one, on real sockets. */
@Timeout(180)
class CrowdedQuicTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    static Path folder;

    private static TlsFiles keys;

    private ListeningServer server;

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = TlsFiles.keyStore(TestKeys.make(folder.resolve("keys.p12"), "EC", "localhost"), TestKeys.PASSWORD);
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private int serve(int connections, int perAddress) {
        server = new ListeningServer(
                Listening.loopback(new ConnectionLimits(connections, perAddress, 4096, LONG, LONG), 0)
                        .with(keys),
                new ListeningServer.Resources("server", "test-http", 16, true, 8192, 65_536),
                TrustedProxies.NONE,
                new Handlers());
        server.start();
        return server.http3Port().orElseThrow();
    }

    private static void assertClosed(Http3Client client) throws Exception {
        assertThat(client.confirmed().closeFuture().await(60_000)).isTrue();
    }

    private static void assertServed(Http3Client client) throws Exception {
        assertThat(client.get("/who").status()).isEqualTo(200);
    }

    private static Http3Exchange busy(Http3Client client) throws Exception {
        Http3Exchange echo = client.open("POST", "/echo");
        echo.send("a");
        echo.awaitText("a");
        return echo;
    }

    @Test
    void theOldestOfAnAddressWithoutARequestGivesWay() throws Exception {
        int port = serve(10, 3);
        try (Http3Client known = Http3Client.connect(port);
                Http3Client oldest = Http3Client.connect(port)) {
            assertThat(known.get("/known").status()).isEqualTo(200);
            assertServed(oldest);
            // Connected only now, so that the server has done with the request of the oldest before.
            try (Http3Client younger = Http3Client.connect(port)) {
                assertServed(younger);
                try (Http3Client next = Http3Client.connect(port)) {
                    assertServed(next);
                    assertClosed(oldest);
                    assertServed(younger);
                    assertServed(known);
                }
            }
        }
    }

    @Test
    void aConnectionWithRequestsThatAreNotAuthenticatedIsTheNextToGiveWay() throws Exception {
        int port = serve(3, 3);
        try (Http3Client working = Http3Client.connect(port);
                Http3Client known = Http3Client.connect(port);
                Http3Client idle = Http3Client.connect(port)) {
            Http3Exchange unauthenticated = busy(working);
            assertThat(known.get("/known").status()).isEqualTo(200);
            try (Http3Client next = Http3Client.connect(port)) {
                Http3Exchange another = busy(next);
                assertClosed(idle);
                unauthenticated.send("b");
                assertThat(unauthenticated.awaitText("b")).isEqualTo("ab");
                try (Http3Client last = Http3Client.connect(port)) {
                    assertServed(last);
                    assertClosed(working);
                    another.send("b");
                    assertThat(another.awaitText("b")).isEqualTo("ab");
                    assertServed(known);
                }
            }
        }
    }

    /** Otherwise somebody who sends from another one's address would end that one's connections. */
    @Test
    void nobodyGivesWayToAnAddressThatIsNotProved() throws Exception {
        int port = serve(10, 1);
        try (Http3Client first = Http3Client.connect(port);
                UdpRelay between = new UdpRelay(port)) {
            assertServed(first);
            try (Http3Client next = Http3Client.connect(between.port())) {
                assertServed(next);
                assertClosed(first);
            }
            assertThat(between.sent()).anyMatch(datagram -> Http3ServerTest.tokenLength(datagram) > 0);
        }
    }
}
