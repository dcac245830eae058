package org.banip.server.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TlsFiles;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which versions of HTTP a server speaks, and what an HTTP/2 connection may do. */
class Http2Test extends Http2Fixture {
    @Test
    void theClientChoosesTheVersionOverTls() throws Exception {
        Path keys = TestKeys.make(directory.resolve("keys.p12"), "EC", "localhost");
        start(Listening.loopback(LIMITS, 0).with(TlsFiles.keyStore(keys, TestKeys.PASSWORD)));
        assertThat(overTls(keys, HttpClient.Version.HTTP_2)).isEqualTo("HTTP/2.0");
        assertThat(overTls(keys, HttpClient.Version.HTTP_1_1)).isEqualTo("HTTP/1.1");
    }

    @Test
    void aServerWithoutHttp2SpeaksHttp1ToAll() throws Exception {
        Path keys = TestKeys.make(directory.resolve("keys.p12"), "EC", "localhost");
        start(Listening.loopback(LIMITS, 0)
                .with(TlsFiles.keyStore(keys, TestKeys.PASSWORD))
                .servingHttp2(false));
        assertThat(overTls(keys, HttpClient.Version.HTTP_2)).isEqualTo("HTTP/1.1");
    }

    /** The names of RFC 7301, section 6, and RFC 9113, section 3.1; a client may offer one of them alone. */
    @ParameterizedTest
    @CsvSource({"TLSv1.2,http/1.1", "TLSv1.3,http/1.1", "TLSv1.2,h2", "TLSv1.3,h2"})
    void aVersionMayBeOfferedAlone(String tls, String version) throws Exception {
        Path keys = TestKeys.make(directory.resolve("keys.p12"), "EC", "localhost");
        start(Listening.loopback(LIMITS, 0).with(TlsFiles.keyStore(keys, TestKeys.PASSWORD)));
        try (SSLSocket socket = (SSLSocket)
                trusting(keys).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setProtocols(new String[] {tls});
            parameters.setApplicationProtocols(new String[] {version});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEqualTo(version);
        }
    }

    private static SSLContext trusting(Path keys) throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(keys.toFile(), TestKeys.PASSWORD.toCharArray()));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private String overTls(Path keys, HttpClient.Version version) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + "/"))
                .build();
        return HttpClient.newBuilder()
                .version(version)
                .sslContext(trusting(keys))
                .build()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .headers()
                .firstValue("Version")
                .orElseThrow();
    }

    @Test
    void anUpgradeIsIgnored() throws Exception {
        start(Listening.loopback(LIMITS, 0));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write(String.join(
                                    "\r\n",
                                    "GET / HTTP/1.1",
                                    "Host: localhost",
                                    "Connection: Upgrade, HTTP2-Settings, close",
                                    "Upgrade: h2c",
                                    "HTTP2-Settings: AAMAAABkAAQAAP__",
                                    "",
                                    "")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("HTTP/1.1");
        }
    }

    @Test
    void streamsAndWindowsAreBounded() throws Exception {
        start(Listening.loopback(LIMITS, 0));
        Heard heard = new Heard();
        Session session = connect(heard);
        assertThat(heard.settings.get(1, TimeUnit.MINUTES))
                .containsEntry(SettingsFrame.MAX_CONCURRENT_STREAMS, 128)
                .containsEntry(SettingsFrame.INITIAL_WINDOW_SIZE, 262_144)
                .containsEntry(SettingsFrame.MAX_HEADER_LIST_SIZE, 8192);
        for (int i = 0; i < 128; i++) {
            open(session, "/known", new Answered());
        }
        // The client keeps to it by itself.
        assertThat(session.getStreams()).hasSize(128);
        assertThat(heard.closed).isNotDone();
    }

    /** On a busy machine a thousand streams take long, so there may be more; what the server says at last may be lost when it closes the connection. */
    @Test
    void aConnectionThatOnlyOpensAndResetsIsClosed() throws Exception {
        start(Listening.loopback(LIMITS, 0));
        Heard heard = new Heard();
        Session session = connect(heard);
        await().atMost(Duration.ofMinutes(1))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    openAndReset(session, 1000);
                    return heard.closed.isDone() || heard.goAway.isDone();
                });
        assertThat(heard.goAway.getNow(ErrorCode.ENHANCE_YOUR_CALM_ERROR.code))
                .isEqualTo(ErrorCode.ENHANCE_YOUR_CALM_ERROR.code);
        Answered other = new Answered();
        open(connect(new Heard()), "/", other);
        assertThat(other.outcome.get(1, TimeUnit.MINUTES)).isEqualTo(200);
    }

    private void openAndReset(Session session, int streams) {
        for (int i = 0; i < streams && !session.isClosed(); i++) {
            MetaData.Request request = new MetaData.Request(
                    "GET",
                    HttpURI.from("http://localhost:" + server.port() + "/endless"),
                    HttpVersion.HTTP_2,
                    HttpFields.EMPTY);
            CompletableFuture<?> unused = session.newStream(new HeadersFrame(request, null, true), new Answered())
                    .thenAccept(stream -> stream.reset(
                            new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP));
        }
    }

    @Test
    void aConnectionWithoutARequestIsClosed() throws Exception {
        start(Listening.loopback(new ConnectionLimits(100, 100, 8192, SHORT, SHORT), 0));
        Heard heard = new Heard();
        connect(heard);
        heard.closed.get(1, TimeUnit.MINUTES);
    }

    /** A stream that is never answered, on a connection of its own. On a busy machine it may come too late. */
    private Stream openQuiet(Heard heard) throws Exception {
        Session session = connect(heard);
        Stream quiet = open(session, "/endless", new Answered());
        assertAnswered(session);
        return quiet;
    }

    @Test
    void aQuietStreamKeepsItsConnection() throws Exception {
        start(Listening.loopback(new ConnectionLimits(100, 100, 8192, SHORT, SHORT), 0));
        AtomicReference<Heard> heard = new AtomicReference<>();
        Stream quiet = await().atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .until(
                        () -> {
                            heard.set(new Heard());
                            return openQuiet(heard.get());
                        },
                        Objects::nonNull);
        Heard other = new Heard();
        connect(other);
        // By then it was quiet for as long.
        other.closed.get(1, TimeUnit.MINUTES);
        assertAnswered(quiet.getSession());
        assertThat(quiet.isClosed()).isFalse();
        quiet.reset(new ResetFrame(quiet.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
        heard.get().closed.get(1, TimeUnit.MINUTES);
    }

    @Test
    void connectionsCountWhateverTheirVersion() throws Exception {
        start(Listening.loopback(new ConnectionLimits(1, 1, 8192, LONG, LONG), 0));
        Session session = connect(new Heard());
        open(session, "/known", new Answered());
        await().atMost(Duration.ofMinutes(1))
                .until(() -> unanswered.get() == 1); // authenticated, so it does not give way
        Heard second = new Heard();
        connect(second);
        second.closed.get(1, TimeUnit.MINUTES);
    }
}
