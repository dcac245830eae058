package org.banip.server.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.banip.server.request.AuthenticationListener;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TlsFiles;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which versions of HTTP a server speaks, and what an HTTP/2 connection may do. */
@Timeout(240)
class Http2Test {
    private static final Duration SHORT = Duration.ofMillis(300);

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final ConnectionLimits LIMITS = new ConnectionLimits(100, 100, 8192, LONG, LONG);

    @TempDir
    private Path directory;

    private final HTTP2Client client = new HTTP2Client();
    private ListeningServer server;
    /** The requests that came and are not answered. */
    private final AtomicInteger unanswered = new AtomicInteger();

    /** Answers with the version of the request, but for {@code /endless} and {@code /known}, which it never answers; the latter is authenticated. */
    private final class Versions extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String path = Request.getPathInContext(request);
            if (path.equals("/known")) {
                ((AuthenticationListener) request.getAttribute(AuthenticationListener.ATTRIBUTE)).authenticated(false);
            }
            if (path.equals("/endless") || path.equals("/known")) {
                request.addFailureListener(callback::failed);
                unanswered.incrementAndGet();
            } else {
                response.getHeaders()
                        .put(
                                "Version",
                                request.getConnectionMetaData().getHttpVersion().asString());
                callback.succeeded();
            }
            return true;
        }
    }

    @BeforeEach
    void startClient() throws Exception {
        client.setIdleTimeout(0);
        client.setStreamIdleTimeout(0);
        client.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        if (server != null) {
            server.stop();
        }
    }

    private void start(Listening where) {
        server = new ListeningServer(
                where,
                new ListeningServer.Resources("test-http", 8, true, 8192, 65_536),
                TrustedProxies.NONE,
                new Versions());
        server.start();
    }

    /** One connection of the client's, and what the server says about it. */
    private static final class Heard implements Session.Listener {
        final CompletableFuture<Map<Integer, Integer>> settings = new CompletableFuture<>();
        final CompletableFuture<Integer> goAway = new CompletableFuture<>();
        final CompletableFuture<Void> closed = new CompletableFuture<>();

        @Override
        public void onSettings(Session session, SettingsFrame frame) {
            if (!frame.isReply()) {
                settings.complete(frame.getSettings());
            }
        }

        @Override
        public void onGoAway(Session session, GoAwayFrame frame) {
            goAway.complete(frame.getError());
        }

        @Override
        public void onClose(Session session, GoAwayFrame frame, Callback callback) {
            callback.succeeded();
            closed.complete(null);
        }

        @Override
        public void onFailure(Session session, Throwable failure, Callback callback) {
            callback.succeeded();
            closed.complete(null);
        }
    }

    /** The answer of a stream: its status, or the error with which it was reset, negative. */
    private static final class Answered implements Stream.Listener {
        final CompletableFuture<Integer> outcome = new CompletableFuture<>();

        @Override
        public void onHeaders(Stream stream, HeadersFrame frame) {
            outcome.complete(((MetaData.Response) frame.getMetaData()).getStatus());
        }

        @Override
        public void onReset(Stream stream, ResetFrame frame, Callback callback) {
            callback.succeeded();
            outcome.complete(-frame.getError());
        }

        @Override
        public void onFailure(Stream stream, int error, String reason, Throwable failure, Callback callback) {
            callback.succeeded();
            outcome.complete(-error);
        }
    }

    private Session connect(Heard heard, Map<Integer, Integer> settings) throws Exception {
        Session.Listener listener = new Session.Listener() {
            @Override
            public Map<Integer, Integer> onPreface(Session session) {
                return settings;
            }

            @Override
            public void onGoAway(Session session, GoAwayFrame frame) {
                heard.onGoAway(session, frame);
            }

            @Override
            public void onClose(Session session, GoAwayFrame frame, Callback callback) {
                heard.onClose(session, frame, callback);
            }

            @Override
            public void onFailure(Session session, Throwable failure, Callback callback) {
                heard.onFailure(session, failure, callback);
            }
        };
        return client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), listener)
                .get();
    }

    private Session connect(Heard heard) throws Exception {
        return client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), heard)
                .get();
    }

    private Stream open(Session session, String path, Answered answered) throws Exception {
        MetaData.Request request = new MetaData.Request(
                "GET", HttpURI.from("http://localhost:" + server.port() + path), HttpVersion.HTTP_2, HttpFields.EMPTY);
        return session.newStream(new HeadersFrame(request, null, true), answered)
                .get();
    }

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

    @Test
    void aConnectionThatOnlyOpensAndResetsIsClosed() throws Exception {
        start(Listening.loopback(LIMITS, 0));
        Heard heard = new Heard();
        Session session = connect(heard);
        for (int i = 0; i < 1000 && !session.isClosed(); i++) {
            MetaData.Request request = new MetaData.Request(
                    "GET",
                    HttpURI.from("http://localhost:" + server.port() + "/endless"),
                    HttpVersion.HTTP_2,
                    HttpFields.EMPTY);
            CompletableFuture<?> unused = session.newStream(new HeadersFrame(request, null, true), new Answered())
                    .thenAccept(stream -> stream.reset(
                            new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP));
        }
        assertThat(heard.goAway.get(1, TimeUnit.MINUTES)).isEqualTo(ErrorCode.ENHANCE_YOUR_CALM_ERROR.code);
        Answered other = new Answered();
        open(connect(new Heard()), "/", other);
        assertThat(other.outcome.get(1, TimeUnit.MINUTES)).isEqualTo(200);
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

    private void assertAnswered(Session session) throws Exception {
        Answered answered = new Answered();
        open(session, "/", answered);
        assertThat(answered.outcome.get(1, TimeUnit.MINUTES)).isEqualTo(200);
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

    /** As many unauthenticated requests as connections are allowed; of those beyond, the oldest connection gives way with all its requests. */
    @Test
    void unauthenticatedRequestsAreBoundedOverAllConnections() throws Exception {
        start(Listening.loopback(LIMITS, 0));
        Heard known = new Heard();
        Session keeps = connect(known);
        Stream stream = open(keeps, "/known", new Answered());
        assertAnswered(keeps);
        Heard oldest = new Heard();
        openEndless(connect(oldest), 60);
        await().atMost(Duration.ofMinutes(1)).until(() -> unanswered.get() == 61);
        Heard newest = new Heard();
        Session last = connect(newest);
        openEndless(last, 60);
        assertThat(oldest.goAway.get(1, TimeUnit.MINUTES)).isEqualTo(ErrorCode.ENHANCE_YOUR_CALM_ERROR.code);
        oldest.closed.get(1, TimeUnit.MINUTES);
        assertAnswered(last);
        assertAnswered(keeps);
        assertThat(stream.isClosed()).isFalse();
        assertThat(newest.closed).isNotDone();
        assertThat(known.closed).isNotDone();
    }

    /** Where somebody is authenticated, requests are refused that are not, and the connection goes on. */
    @Test
    void aConnectionOfSomebodyKnownLosesUnauthenticatedRequestsOnly() throws Exception {
        start(Listening.loopback(LIMITS, 0));
        Heard heard = new Heard();
        Session keeps = connect(heard);
        Stream known = open(keeps, "/known", new Answered());
        assertAnswered(keeps);
        Answered oldest = new Answered();
        open(keeps, "/endless", oldest);
        await().atMost(Duration.ofMinutes(1)).until(() -> unanswered.get() == 2);
        openEndless(keeps, 100);
        assertThat(oldest.outcome.get(1, TimeUnit.MINUTES)).isEqualTo(-ErrorCode.REFUSED_STREAM_ERROR.code);
        assertAnswered(keeps);
        assertThat(known.isClosed()).isFalse();
    }

    /** What Jetty refuses before any handler sees it, and nobody reads, counts as well. */
    @Test
    void refusalsThatNobodyReadsAreBounded() throws Exception {
        start(Listening.loopback(LIMITS, 0));
        Heard oldest = new Heard();
        Session first = connect(oldest, Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, 0));
        for (Answered answered : openAll(first, "/a%2fb", 60)) {
            assertThat(answered.outcome.get(1, TimeUnit.MINUTES)).isEqualTo(400);
        }
        List<Answered> unused =
                openAll(connect(new Heard(), Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, 0)), "/a%2fb", 60);
        assertThat(oldest.goAway.get(1, TimeUnit.MINUTES)).isEqualTo(ErrorCode.ENHANCE_YOUR_CALM_ERROR.code);
        oldest.closed.get(1, TimeUnit.MINUTES);
    }

    private void openEndless(Session session, int requests) throws Exception {
        List<Answered> unused = openAll(session, "/endless", requests);
    }

    private List<Answered> openAll(Session session, String path, int requests) throws Exception {
        List<Answered> all = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            all.add(new Answered());
            open(session, path, all.get(i));
        }
        return all;
    }

    @Test
    void connectionsCountWhateverTheirVersion() throws Exception {
        start(Listening.loopback(new ConnectionLimits(1, 1, 8192, LONG, LONG), 0));
        Session session = connect(new Heard());
        Answered first = new Answered();
        open(session, "/known", new Answered());
        open(session, "/", first);
        assertThat(first.outcome.get(1, TimeUnit.MINUTES)).isEqualTo(200);
        Heard second = new Heard();
        connect(second);
        second.closed.get(1, TimeUnit.MINUTES);
    }
}
