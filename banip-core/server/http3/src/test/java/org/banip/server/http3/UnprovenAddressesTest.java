package org.banip.server.http3;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import org.banip.server.address.TrustedProxies;
import org.banip.server.connection.ListeningServer;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TlsFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody sends first datagrams from an address that may be another one's. */
@Timeout(180)
class UnprovenAddressesTest {
    private static final ConnectionLimits LIMITS =
            new ConnectionLimits(20, 20, 4096, Duration.ofSeconds(30), Duration.ofSeconds(30));
    /** The server has given a handshake up by then. */
    private static final int SILENCE_MILLIS = 8_000;

    @TempDir
    private Path folder;

    private ListeningServer server;
    private int port;

    @BeforeEach
    void serve() throws Exception {
        TlsFiles keys =
                TlsFiles.keyStore(TestKeys.make(folder.resolve("keys.p12"), "RSA", "localhost"), TestKeys.PASSWORD);
        server = new ListeningServer(
                Listening.loopback(LIMITS, 0).with(keys),
                new ListeningServer.Resources("server", "test-http", 16, true, 8192, 65_536),
                TrustedProxies.NONE,
                new Handlers());
        server.start();
        port = server.http3Port().orElseThrow();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** The first datagram of a client that never gets an answer. */
    private byte[] first() throws Exception {
        try (UdpRelay nobody = new UdpRelay(1)) {
            Http3Client client = new Http3Client(Http3Client.context(), nobody.port());
            try (client) {
                Awaitility.await()
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> !nobody.sent().isEmpty());
                return nobody.sent().get(0);
            }
        }
    }

    @Test
    void getsThreeTimesWhatItSentAtMost() throws Exception {
        byte[] first = first();
        assertThat(first).hasSizeGreaterThanOrEqualTo(1200);
        try (DatagramSocket socket = UdpRelay.replay(List.of(first), port)) {
            assertThat(UdpRelay.received(socket, SILENCE_MILLIS)).isBetween(1L, 3L * first.length);
        }
    }

    @Test
    void aFirstDatagramThatIsTooShortIsNotAnswered() throws Exception {
        byte[] first = first();
        try (DatagramSocket shortened = UdpRelay.replay(List.of(Arrays.copyOf(first, 600)), port);
                Http3Client client = Http3Client.connect(port)) {
            assertThat(client.get("/who").status()).isEqualTo(200); // so the server has seen the shortened one
            assertThat(UdpRelay.received(shortened, 1_000)).isZero();
        }
    }
}
