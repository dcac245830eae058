package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.tls.TlsFiles;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerCounters;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.HttpWire;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost;
import org.banip.wsb.contract.TestHost.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What only a broker that listens by itself has to care about. */
@Timeout(240)
class WirelessServiceBrokerTest {
    private static final String ALICE = Mbu.basic("alice", "alice's password");
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofSeconds(2);

    @TempDir
    Path directory;

    private TestHost host;
    private StandaloneContainer container;

    @BeforeEach
    void start() throws IOException {
        new PasswordFile(directory.resolve("passwords")).set("alice", "alice's password".toCharArray(), 4);
        host = new TestHost();
    }

    @AfterEach
    void stop() throws IOException {
        if (container != null) {
            container.close();
        }
        host.close();
    }

    @Test
    void aQuietStreamOutlivesConnectionsThatIdle() throws Exception {
        URI broker = start(new ConnectionLimits(100, 8192, LONG, SHORT));
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
        URI broker = start(new ConnectionLimits(100, 8192, LONG, SHORT));
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse("x", "Accept: y");
            assertThat(mbu.readRefusal()).isEqualTo("401 unauthenticated");
            assertThat(mbu.isAtEnd()).isTrue();
        }
    }

    @Test
    void aHeadThatTricklesIsCutOff() throws Exception {
        URI broker = start(new ConnectionLimits(100, 8192, SHORT, LONG));
        try (Mbu mbu = Mbu.connect(broker)) {
            trickleUntilCutOff(mbu);
        }
    }

    @Test
    void aHeadThatIsLateIsAnsweredAndItsConnectionClosed() throws Exception {
        URI broker = start(new ConnectionLimits(100, 8192, SHORT, LONG));
        try (Mbu mbu = Mbu.connect(broker);
                Mbu idle = Mbu.connect(broker)) {
            mbu.write("GET /interconnects/x/reverse HTTP/1.1\r\nHost: x\r\nX-Slow: ");
            assertThat(mbu.readRefusal()).isEqualTo("408 silent");
            assertThat(mbu.isAtEnd()).isTrue();
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
                connections.add(served(broker));
            }
            try (Mbu refused = Mbu.connect(broker)) {
                assertThat(refused.readRefusal()).isEqualTo("503 limit-reached");
                assertThat(refused.isAtEnd()).isTrue();
            }
            connections.remove(0).close();
            awaitServed(broker, connections);
        } finally {
            for (Mbu mbu : connections) {
                mbu.close();
            }
        }
    }

    @Test
    void anAddressCannotHoldAllConnections() throws Exception {
        URI broker = start(new ConnectionLimits(10, 2, 8192, LONG, LONG));
        try (Mbu first = served(broker);
                Mbu second = served(broker);
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

    /** A connection that had a request served, so it is certain that the broker counts it. */
    private static Mbu served(URI broker) throws IOException {
        Mbu mbu = Mbu.connect(broker);
        mbu.openReverse("x", "Accept: y");
        assertThat(mbu.readRefusal()).isEqualTo("401 unauthenticated");
        return mbu;
    }

    private static void awaitServed(URI broker, List<Mbu> connections) {
        Awaitility.await().atMost(HttpWire.PATIENCE).until(() -> {
            Mbu mbu = Mbu.connect(broker);
            connections.add(mbu);
            mbu.openReverse("x", "Accept: y");
            return mbu.readRefusal().equals("401 unauthenticated");
        });
    }

    @Test
    void aHeadThatTricklesOnAUsedConnectionIsCutOff() throws Exception {
        URI broker = start(new ConnectionLimits(100, 8192, SHORT, SHORT));
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse("x", "Accept: y");
            assertThat(mbu.readRefusal()).isEqualTo("401 unauthenticated");
            trickleUntilCutOff(mbu);
        }
    }

    @Test
    void whatIsNoRequestOfTheProtocolIsRefusedInItsWords() throws Exception {
        URI broker = start(ConnectionLimits.DEFAULTS);
        String[] malformed = {
            "nonsense",
            "GET /interconnects/x/reverse HTTP/7.3\r\nHost: x",
            "GET /interconnects/x/reverse HTTP/1.1",
            "GET // HTTP/1.1\r\nHost: x",
            "GET //interconnects/x/reverse HTTP/1.1\r\nHost: x",
            "GET /%zz HTTP/1.1\r\nHost: x",
            "GET /%00 HTTP/1.1\r\nHost: x",
            "GET /a/..;/b HTTP/1.1\r\nHost: x",
            "GET nowhere HTTP/1.1\r\nHost: x",
            "POST /interconnects HTTP/1.1\r\nHost: x\r\nContent-Length: some",
            "POST /interconnects HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: none",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n" + ALICE,
            "GET / HTTP/1.1\r\nHost: x\r\n" + ALICE,
            "PATCH /interconnects HTTP/1.1\r\nHost: x\r\n" + ALICE,
        };
        for (String request : malformed) {
            assertThat(refusal(broker, request)).as(request).isEqualTo("400 malformed-request");
        }
        String[] tooLong = {
            "GET /interconnects/x/reverse HTTP/1.1\r\nHost: x\r\nX-Long: " + "a".repeat(9000),
            "GET /" + "a".repeat(9000) + " HTTP/1.1\r\nHost: x",
        };
        for (String request : tooLong) {
            assertThat(refusal(broker, request)).isEqualTo("413 too-long");
        }
    }

    @Test
    void saysThatTheHostCannotBeReached() throws Exception {
        URI broker = start(ConnectionLimits.DEFAULTS);
        host.goDown();
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register("4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab", "alice", ALICE);
            assertThat(mbu.readBody(mbu.readHead()))
                    .contains("host-unavailable", "the broker cannot reach the surrogate host: Connection refused");
        }
        host.comeUp();
    }

    @Test
    void warnsOfAHostThatBreaksEveryRequestOnceForEachReason() throws Exception {
        ListAppender<ILoggingEvent> kept = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("org.banip.wsb.relay");
        kept.start();
        logger.addAppender(kept);
        try {
            URI broker = start(ConnectionLimits.DEFAULTS);
            for (int request = 0; request < 5; request++) {
                try (Mbu mbu = Mbu.connect(broker)) {
                    mbu.register("4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab", "alice", ALICE);
                    host.nextConnection().reset();
                    assertThat(mbu.readRefusal()).isEqualTo("502 host-unavailable");
                }
            }
        } finally {
            logger.detachAppender(kept);
        }
        assertThat(kept.list.stream()
                        .filter(event -> event.getLevel() == Level.WARN)
                        .map(ILoggingEvent::getFormattedMessage))
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .allMatch(line -> line.startsWith("- cannot relay to " + host.uri() + ": the connection broke: "));
    }

    private static String refusal(URI broker, String head) throws IOException {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.write(head + "\r\n\r\n");
            return mbu.readRefusal();
        }
    }

    @Test
    void hundredsOfStreamsNeedNoThreadEach() throws Exception {
        URI broker = start(ConnectionLimits.DEFAULTS, Map.of("requests-per-identity", "1000"));
        List<Mbu> mbus = new ArrayList<>();
        List<Connection> reverses = new ArrayList<>();
        int streams = 300;
        try {
            for (int i = 0; i < streams; i++) {
                Mbu mbu = Mbu.connect(broker);
                mbus.add(mbu);
                mbu.openReverse("x" + i, ALICE);
                Connection reverse = host.nextConnection();
                reverse.readHead();
                reverse.answerStream();
                reverses.add(reverse);
                mbu.readHead();
            }
            for (int i = 0; i < streams; i++) {
                reverses.get(i).writeChunk(new byte[100 + i]);
                assertThat(mbus.get(i).readChunked(100 + i)).hasSize(100 + i);
            }
            assertThat(container.broker().counters().active()).isEqualTo(streams);
            assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("banip-wsb")))
                    .hasSizeLessThan(130);
        } finally {
            for (Mbu mbu : mbus) {
                mbu.close();
            }
        }
    }

    @Test
    void countsWhatItDoes() throws Exception {
        URI broker = start(ConnectionLimits.DEFAULTS);
        try (Mbu mbu = Mbu.connect(broker);
                Mbu stranger = Mbu.connect(broker)) {
            stranger.openReverse("x", "Accept: y");
            stranger.readRefusal();
            mbu.openData("x", ALICE);
            mbu.writeChunk(new byte[123]);
            Connection data = host.nextConnection();
            data.readHead();
            data.readChunked(123);
            Awaitility.await()
                    .atMost(HttpWire.PATIENCE)
                    .until(() -> container.broker().counters().active() == 1);
            data.answer("400 Bad Request", "0123456789");
            mbu.readBody(mbu.readHead());
            mbu.writeLastChunk();
            assertThat(mbu.isAtEnd()).isTrue();
        }
        Awaitility.await()
                .atMost(HttpWire.PATIENCE)
                .untilAsserted(() -> assertThat(container.broker().counters())
                        .isEqualTo(
                                new BrokerCounters(2, 0, 1, 123, 10, 0, 0, 0, Map.of(ErrorCode.UNAUTHENTICATED, 1L))));
    }

    @Test
    void speaksTls() throws Exception {
        Path store = directory.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "changeit")
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        try (WirelessServiceBroker broker = WirelessServiceBroker.builder()
                .configuration(configuration())
                .listen("0.0.0.0", 0)
                .tls(TlsFiles.keyStore(store, "changeit"))
                .start()) {
            assertThat(broker.uri().getScheme()).isEqualTo("https");
            try (Mbu mbu = Mbu.connectTls(broker.uri(), store, "changeit")) {
                mbu.openData("x", ALICE);
                Connection data = host.nextConnection();
                data.readHead();
                for (int i = 1; i < 20; i++) {
                    mbu.writeChunk(new byte[i]);
                    assertThat(data.readChunked(i)).hasSize(i);
                }
                mbu.socket().close();
                assertThatThrownBy(data::readChunk).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void refusesToShowPasswordsToTheNetwork() {
        WirelessServiceBroker.Builder builder =
                WirelessServiceBroker.builder().configuration(configuration()).listen("0.0.0.0", 0);
        assertThatThrownBy(builder::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("listening on 0.0.0.0 without TLS would show passwords to the network");
        builder.allowPlainText().start().stop();
    }

    @Test
    void aPortInUseIsNamed() {
        assertThatThrownBy(() -> WirelessServiceBroker.builder()
                        .configuration(configuration())
                        .listen("127.0.0.1", host.port())
                        .start())
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_REACHED))
                .hasMessage("cannot listen on 127.0.0.1:" + host.port() + ": the port is in use");
    }

    @Test
    void aPasswordFileIsReadAgainWhenItChanges() throws Exception {
        URI broker = start(ConnectionLimits.DEFAULTS);
        String carol = Mbu.basic("carol", "carol's password");
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.openReverse("x", carol);
            assertThat(mbu.readRefusal()).isEqualTo("401 unauthenticated");
            new PasswordFile(directory.resolve("passwords")).set("carol", "carol's password".toCharArray(), 4);
        }
        Awaitility.await().atMost(HttpWire.PATIENCE).until(() -> {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.request("DELETE", "nowhere", carol);
                return mbu.readRefusal().equals("400 malformed-request");
            }
        });
    }

    private static void trickleUntilCutOff(Mbu mbu) throws IOException {
        mbu.write("GET /interconnects/x/reverse HTTP/1.1\r\nHost: x\r\nX-Slow: ");
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    try {
                        mbu.write("a");
                        return false;
                    } catch (IOException e) {
                        return true;
                    }
                });
    }

    private URI start(ConnectionLimits limits) {
        return start(limits, Map.of());
    }

    private URI start(ConnectionLimits limits, Map<String, String> more) {
        container = new StandaloneContainer(limits);
        Map<String, String> settings = new java.util.HashMap<>(Map.of(
                "surrogate-host", host.uri().toString(),
                "password-file", directory.resolve("passwords").toString(),
                "token-file", token()));
        settings.putAll(more);
        return container.start(settings);
    }

    private String token() {
        try {
            return Files.writeString(directory.resolve("token"), "0123456789abcdef")
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private BrokerConfiguration configuration() {
        return BrokerConfiguration.builder()
                .surrogateHost(host.uri())
                .passwordFile(directory.resolve("passwords"))
                .build();
    }
}
