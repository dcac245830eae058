package org.banip.measure.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.netty.handler.codec.quic.Quic;
import io.netty.handler.ssl.OpenSsl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.banip.measure.http.connection.KeyFile;
import org.banip.measure.http.server.HttpServer;
import org.banip.measure.http.transfer.Protocol;
import org.banip.measure.http.transfer.Transfer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HttpClientTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Transfer PAGE = new Transfer.OfPage(212);
    private static final long SEED = 3;

    @TempDir
    static Path folder;

    private static KeyFile keys;
    private static HttpServer server;

    @BeforeAll
    static void start() throws Exception {
        assumeThat(Quic.isAvailable() && OpenSsl.isAvailable())
                .as("Netty's libraries for QUIC and TLS exist for this system")
                .isTrue();
        keys = KeyFile.make(folder);
        server = HttpServer.start(LOOPBACK, keys, SEED, "cubic");
    }

    @AfterAll
    static void end() {
        if (server != null) {
            server.close();
        }
    }

    private static HttpClient client(int port, long seed) throws IOException {
        return new HttpClient(new InetSocketAddress(LOOPBACK, port), keys, seed, "cubic");
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void loadsEveryByteOfAPage(Protocol protocol) throws Exception {
        try (HttpClient client = client(server.port(), SEED)) {
            LoadResult result = client.load(protocol, PAGE, PATIENCE);
            assertThat(result.bytes()).isEqualTo(212_000);
            assertThat(result.connections()).isEqualTo(protocol == Protocol.HTTP1 ? 6 : 1);
            assertThat(result.nanos()).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void postsAnAlarmOnOneConnection(Protocol protocol) throws Exception {
        try (HttpClient client = client(server.port(), SEED)) {
            for (boolean resumes : new boolean[] {false, true}) {
                LoadResult result = client.load(protocol, new Transfer.OfAlarm(resumes), PATIENCE);
                assertThat(result.bytes()).isEqualTo("stored 200 bytes, checksum 01234567".length());
                assertThat(result.connections()).isEqualTo(1);
            }
        }
    }

    @Test
    void onlyResumedHttp3SendsEarlyData() throws Exception {
        Transfer alarm = new Transfer.OfAlarm(true);
        try (HttpClient client = client(server.port(), SEED)) {
            assertThat(client.load(Protocol.HTTP3_EARLY, alarm, PATIENCE).offeredEarly())
                    .as("without a session to resume")
                    .isFalse();
            assertThat(client.load(Protocol.HTTP3_EARLY, alarm, PATIENCE).offeredEarly())
                    .isTrue();
            for (Protocol protocol : new Protocol[] {Protocol.HTTP1, Protocol.HTTP2, Protocol.HTTP3}) {
                LoadResult first = client.load(protocol, alarm, PATIENCE);
                LoadResult second = client.load(protocol, alarm, PATIENCE);
                assertThat(first.offeredEarly() || second.offeredEarly()).isFalse();
                assertThat(first.tookEarly() || second.tookEarly()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void refusesAnotherPageOfTheSameSize(Protocol protocol) throws Exception {
        try (HttpClient client = client(server.port(), SEED + 1)) {
            assertThatThrownBy(() -> client.load(protocol, PAGE, PATIENCE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("answer to /page/212/0: status 200");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP1", "HTTP2"})
    void failsWhereNobodyListens(Protocol protocol) throws Exception {
        try (Socket bound = new Socket()) { // has a port, but does not listen
            bound.bind(new InetSocketAddress(LOOPBACK, 0));
            try (HttpClient client = client(bound.getLocalPort(), SEED)) {
                assertThatThrownBy(() -> client.load(protocol, PAGE, PATIENCE))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("refused");
            }
        }
    }

    @Test
    void http3FailsWhenTheTimeIsOver() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, LOOPBACK);
                HttpClient client = client(silent.getLocalPort(), SEED)) {
            assertThatThrownBy(() -> client.load(Protocol.HTTP3, PAGE, Duration.ofMillis(300)))
                    .isInstanceOf(IOException.class);
        }
    }
}
