package org.banip.server.http3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.net.DatagramSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLContext;
import org.banip.core.interconnect.Protocol;
import org.banip.server.address.TrustedProxies;
import org.banip.server.connection.ListeningServer;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Http3;
import org.banip.server.listen.Listening;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TlsFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/3 on real sockets, with handlers that show what came. */
class Http3ServerTest {
    private static final int MEGABYTE = 1 << 20;
    private static final ConnectionLimits LIMITS =
            new ConnectionLimits(20, 20, 4096, Duration.ofSeconds(30), Duration.ofSeconds(30));

    @TempDir
    static Path folder;

    private static TlsFiles keys;

    private final Handlers handlers = new Handlers();
    private final List<ListeningServer> servers = new ArrayList<>();
    private final List<Http3Client> clients = new ArrayList<>();

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = TlsFiles.keyStore(TestKeys.make(folder.resolve("keys.p12"), "EC", "localhost"), TestKeys.PASSWORD);
    }

    @AfterEach
    void stop() throws Exception {
        clients.forEach(Http3Client::close);
        for (ListeningServer server : servers) {
            server.stop();
        }
    }

    private ListeningServer serve(Listening where) {
        ListeningServer server = new ListeningServer(
                where,
                new ListeningServer.Resources("server", "test-http", 16, true, 8192, 65_536),
                TrustedProxies.NONE,
                handlers);
        servers.add(server);
        server.start();
        return server;
    }

    private int serve(ConnectionLimits limits) {
        return serve(Listening.loopback(limits, 0).with(keys)).http3Port().orElseThrow();
    }

    @Test
    void aRequestComesWithTheClientsAddressOverASecureConnection() throws Exception {
        try (Http3Client client = Http3Client.connect(serve(LIMITS))) {
            Http3Exchange answer = client.get("/who?a=b", "x-name", "value");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text())
                    .isEqualTo("HTTP/3.0 GET https://localhost/who?a=b from 127.0.0.1:" + client.udpPort()
                            + " secure=true x-name=value early=null");
        }
    }

    @Test
    void aBodyIsAnsweredWhileItComes() throws Exception {
        try (Http3Client client = Http3Client.connect(serve(LIMITS))) {
            Http3Exchange echo = client.open("POST", "/echo");
            for (String piece : List.of("one ", "two ", "three ")) {
                echo.send(piece);
                assertThat(echo.awaitText(piece)).endsWith(piece);
            }
            echo.end();
            echo.awaitEnd();
            assertThat(echo.text()).isEqualTo("one two three ");
        }
    }

    @Test
    void oneStreamCarriesTheBodyAndAnotherTheAnswers() throws Exception {
        try (Http3Client client = Http3Client.connect(serve(LIMITS))) {
            Http3Exchange down = client.open("GET", "/pipe");
            down.end();
            down.awaitHead();
            Http3Exchange up = client.open("POST", "/pipe");
            for (int i = 0; i < 100; i++) {
                String piece = "piece " + i + "\n";
                up.send(piece);
                assertThat(down.awaitText(piece)).endsWith(piece);
            }
            assertThat(up.isOver()).isFalse();
        }
    }

    @Test
    void aReaderThatStallsStopsTheSender() throws Exception {
        try (Http3Client client = Http3Client.connect(serve(LIMITS))) {
            Http3Exchange upload = client.open("POST", "/count");
            byte[] piece = new byte[10_000];
            for (int i = 0; i < 1000; i++) {
                upload.send(piece);
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> upload.sent() > 0);
            // Another request has its answer, so what can move has moved.
            assertThat(client.get("/who").status()).isEqualTo(200);
            assertThat(upload.sent()).isLessThan(MEGABYTE);
            assertThat(handlers.counted()).isZero();

            handlers.count();
            upload.end();
            upload.awaitEnd();
            assertThat(upload.text()).isEqualTo("10000000");
        }
    }

    @Test
    void aClientThatStallsStopsTheAnswer() throws Exception {
        try (Http3Client client = Http3Client.connect(serve(LIMITS))) {
            Http3Exchange flood = client.open("GET", "/flood");
            flood.pause();
            flood.end();
            await().atMost(Duration.ofSeconds(60)).until(() -> handlers.flooded() > 0);
            assertThat(client.get("/who").status()).isEqualTo(200);
            assertThat(handlers.flooded()).isLessThan(MEGABYTE);

            flood.goOn();
            flood.awaitEnd();
            assertThat(flood.size()).isEqualTo(Handlers.FLOOD_BYTES);
        }
    }

    @Test
    void aStreamThatBreaksEndsNoOther() throws Exception {
        try (Http3Client client = Http3Client.connect(serve(LIMITS))) {
            Http3Exchange stays = client.open("POST", "/echo");
            stays.send("a");
            stays.awaitText("a");
            // More than the connection may have at once.
            for (int i = 0; i < 300; i++) {
                Http3Exchange breaks = client.open("POST", "/echo");
                breaks.send("b");
                breaks.awaitText("b");
                breaks.reset();
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> handlers.broken() == 300);

            Http3Exchange fails = client.open("GET", "/fail");
            fails.end();
            assertThat(fails.isWhole()).isFalse();
            stays.send("c");
            assertThat(stays.awaitText("c")).isEqualTo("ac");
        }
    }

    @Test
    void whatIsRefusedIsRefusedInTheProtocolsWords() throws Exception {
        try (Http3Client client = Http3Client.connect(serve(LIMITS))) {
            Http3Exchange tooLong = client.get("/who", "x-long", "x".repeat(LIMITS.headBytes()));
            assertThat(tooLong.status()).isEqualTo(413);
            assertThat(tooLong.text()).contains("too-long");
            Http3Exchange malformed = client.get("/who", "transfer-encoding", "chunked");
            assertThat(malformed.status()).isEqualTo(400);
            assertThat(malformed.text()).contains("malformed-request");
            Http3Exchange ambiguous = client.get("/a/%2e%2e/who");
            assertThat(ambiguous.status()).isEqualTo(400);
            assertThat(ambiguous.awaitHead().get("content-type").toString()).isEqualTo(Protocol.JSON_TYPE);
            assertThat(client.get("/who").status()).isEqualTo(200);
        }
    }

    @Test
    void oneConnectionTooManyIsRefused() throws Exception {
        int port = serve(new ConnectionLimits(3, 2, 4096, Duration.ofSeconds(30), Duration.ofSeconds(30)));
        try (Http3Client first = Http3Client.connect(port)) {
            try (Http3Client second = Http3Client.connect(port)) {
                // Of somebody who is authenticated, so that they do not give way.
                assertThat(first.get("/known").status()).isEqualTo(200);
                assertThat(second.get("/known").status()).isEqualTo(200);
                try (Http3Client third = new Http3Client(Http3Client.context(), port)) {
                    // During the handshake, or when the client takes it for complete.
                    assertThatThrownBy(() -> third.open("GET", "/who").awaitHead())
                            .isInstanceOf(ExecutionException.class);
                }
            }
            await().atMost(Duration.ofSeconds(60)).ignoreExceptions().untilAsserted(() -> {
                try (Http3Client third = Http3Client.connect(port)) {
                    assertThat(third.get("/who").status()).isEqualTo(200);
                }
            });
            assertThat(first.get("/who").status()).isEqualTo(200);
        }
    }

    @Test
    void aConnectionWithoutARequestIsClosedAndOneWithARequestIsNot() throws Exception {
        int port = serve(new ConnectionLimits(20, 20, 4096, Duration.ofMillis(100), Duration.ofMillis(100)));
        Http3Client idle =
                await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> connected(port), client -> true);
        Http3Exchange echo = await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> echo(port), begun -> begun.text().equals("a"));
        idle.confirmed().closeFuture().await(60_000);
        assertThat(idle.confirmed().isOpen()).isFalse();
        echo.send("b");
        assertThat(echo.awaitText("b")).isEqualTo("ab");
    }

    /** A connection that the test closes at its end. On a busy machine its handshake may take too long. */
    private Http3Client connected(int port) throws Exception {
        Http3Client client = new Http3Client(Http3Client.context(), port);
        clients.add(client);
        client.confirmed();
        return client;
    }

    /** A request on a connection of its own. On a busy machine it may come too late. */
    private Http3Exchange echo(int port) throws Exception {
        Http3Exchange echo = connected(port).open("POST", "/echo");
        echo.send("a");
        echo.awaitText("a");
        return echo;
    }

    @Test
    void aClientThatMovesGoesOn() throws Exception {
        try (UdpRelay nat = new UdpRelay(serve(LIMITS));
                Http3Client client = Http3Client.connect(nat.port())) {
            Http3Exchange echo = client.open("POST", "/echo");
            String before = client.get("/who").text();
            StringBuilder all = new StringBuilder();
            for (int move = 0; move < 3; move++) {
                for (int i = 0; i < 20; i++) {
                    String piece = "piece " + move + "/" + i + "\n";
                    all.append(piece);
                    echo.send(piece);
                    if (i == 10) {
                        // The server's QUIC sends again what was under way to the former address, but one or two
                        // datagrams at a time, each time after twice as long.
                        echo.awaitText(piece);
                        nat.move();
                    }
                }
                // All came, once and in order.
                assertThat(echo.awaitText("piece " + move + "/19\n")).isEqualTo(all.toString());
            }
            assertThat(client.get("/who").text()).isNotEqualTo(before);
            assertThat(client.get("/who").status()).isEqualTo(200);
        }
    }

    @Test
    void manyHandshakesMakeTheNextClientProveItsAddress() throws Exception {
        // The third of five connections is asked, while two are under way.
        int port = serve(new ConnectionLimits(5, 5, 4096, Duration.ofSeconds(30), Duration.ofSeconds(30)));
        try (UdpRelay dead = new UdpRelay(port);
                UdpRelay alsoDead = new UdpRelay(port);
                UdpRelay counts = new UdpRelay(port)) {
            dead.holdAnswers();
            alsoDead.holdAnswers();
            try (Http3Client first = new Http3Client(Http3Client.context(), dead.port());
                    Http3Client second = new Http3Client(Http3Client.context(), alsoDead.port())) {
                await().atMost(Duration.ofSeconds(60)).until(() -> dead.held() > 0 && alsoDead.held() > 0);
                try (Http3Client third = Http3Client.connect(counts.port())) {
                    assertThat(third.get("/who").status()).isEqualTo(200);
                    // Its second Initial has a token (RFC 9000, section 17.2.2), its first has none.
                    assertThat(tokenLength(counts.sent().get(0))).isZero();
                    assertThat(counts.sent().stream().anyMatch(datagram -> tokenLength(datagram) > 0))
                            .isTrue();
                }
                assertThat(first.connected()).isNotCompletedExceptionally();
                assertThat(second.connected()).isNotDone();
            }
        }
    }

    /** First byte of the token length of an Initial packet; 0 for other packets. */
    static int tokenLength(byte[] datagram) {
        if ((datagram[0] & 0xf0) != 0xc0) {
            return 0;
        }
        int destination = datagram[5];
        int source = datagram[6 + destination];
        return datagram[7 + destination + source];
    }

    @Test
    void aNewCertificateIsUsedWithoutARestart() throws Exception {
        Path file = folder.resolve("renewed.p12");
        Files.copy(keys.certificate(), file);
        int port = serve(Listening.loopback(LIMITS, 0).with(TlsFiles.keyStore(file, TestKeys.PASSWORD)))
                .http3Port()
                .orElseThrow();
        try (Http3Client before = Http3Client.connect(port)) {
            assertThat(before.certificateName()).isEqualTo("CN=localhost");
            Files.copy(
                    TestKeys.make(folder.resolve("two.p12"), "EC", "two"), file, StandardCopyOption.REPLACE_EXISTING);
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                try (Http3Client after = Http3Client.connect(port)) {
                    assertThat(after.certificateName()).isEqualTo("CN=two");
                }
            });
            assertThat(before.get("/who").status()).isEqualTo(200);
        }
    }

    @Test
    void nothingRunsOnWhenItHasStopped() throws Exception {
        ListeningServer server = serve(Listening.loopback(LIMITS, 0).with(keys));
        int port = server.http3Port().orElseThrow();
        try (Http3Client client = Http3Client.connect(port)) {
            Http3Exchange echo = client.open("POST", "/echo");
            echo.send("a");
            echo.awaitText("a");
            server.stop();
            assertThat(echo.isWhole()).isFalse();
            // A thread that has said that it ends still has its last steps to do.
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                            .noneMatch(thread -> thread.getName().startsWith("banip-quic")));
            new DatagramSocket(port).close();
        }
    }

    @Test
    void theAnswerOverTlsAnnouncesItOncePerConnection() throws Exception {
        ListeningServer server = serve(Listening.loopback(LIMITS, 0).with(keys));
        assertThat(server.http3Port()).hasValue(server.port());
        HttpClient client = tlsClient();
        assertThat(altSvc(client, server)).hasValue("h3=\":" + server.port() + "\"");
        assertThat(altSvc(client, server)).isEmpty();
    }

    @Test
    void itIsNotServedIfItIsOff() throws Exception {
        ListeningServer server = serve(Listening.loopback(LIMITS, 0).with(keys).with(Http3.OFF));
        assertThat(server.http3Port()).isEmpty();
        assertThat(altSvc(tlsClient(), server)).isEmpty();
    }

    private static HttpClient tlsClient() throws Exception {
        SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
        return HttpClient.newBuilder()
                .sslContext(trusting)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    private static Optional<String> altSvc(HttpClient client, ListeningServer server) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + "/who"))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString())
                .headers()
                .firstValue("alt-svc");
    }
}
