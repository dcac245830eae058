package org.banip.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.banip.server.request.AuthenticationListener;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server, and clients of HTTP/2 that ask it. */
@Timeout(240)
abstract class Http2Fixture {
    static final Duration SHORT = Duration.ofMillis(300);

    static final Duration LONG = Duration.ofMinutes(5);
    static final ConnectionLimits LIMITS = new ConnectionLimits(100, 100, 8192, LONG, LONG);

    @TempDir
    Path directory;

    private final HTTP2Client client = new HTTP2Client();
    ListeningServer server;
    /** The requests that came and are not answered. */
    final AtomicInteger unanswered = new AtomicInteger();

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

    void start(Listening where) {
        start(where, TrustedProxies.NONE);
    }

    void start(Listening where, TrustedProxies proxies) {
        server = new ListeningServer(
                where,
                new ListeningServer.Resources("server", "test-http", 8, true, 8192, 65_536),
                proxies,
                new Versions());
        server.start();
    }

    /** One connection of the client's, and what the server says about it. */
    static final class Heard implements Session.Listener {
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
    static final class Answered implements Stream.Listener {
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

    Session connect(Heard heard, Map<Integer, Integer> settings) throws Exception {
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

    Session connect(Heard heard) throws Exception {
        return client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), heard)
                .get();
    }

    Stream open(Session session, String path, Answered answered) throws Exception {
        MetaData.Request request = new MetaData.Request(
                "GET", HttpURI.from("http://localhost:" + server.port() + path), HttpVersion.HTTP_2, HttpFields.EMPTY);
        return session.newStream(new HeadersFrame(request, null, true), answered)
                .get();
    }

    void assertAnswered(Session session) throws Exception {
        Answered answered = new Answered();
        open(session, "/", answered);
        assertThat(answered.outcome.get(1, TimeUnit.MINUTES)).isEqualTo(200);
    }
}
