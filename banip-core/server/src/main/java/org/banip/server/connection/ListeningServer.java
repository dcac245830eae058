package org.banip.server.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import javax.net.ssl.SSLContext;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.Http3;
import org.banip.server.listen.Listening;
import org.banip.server.spi.QuicFront;
import org.banip.server.spi.QuicListening;
import org.banip.server.tls.ClaimedCertificates;
import org.banip.server.tls.ReloadingTls;
import org.banip.server.tls.TlsFiles;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.HTTP2Cipher;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Jetty on one address: connections within their bounds, errors in the protocol's words, requests without a time-out of Jetty's, since the
 * protocol's own liveness ends what is dead. Any thread.
 */
public final class ListeningServer {
    /** The name of HTTP/1.1 in ALPN (RFC 7301, section 6), whose case counts. */
    private static final String ALPN_HTTP_1 = "http/1.1";
    /** The kernel's default of 50 makes clients that all come at once wait for their second try. */
    private static final int ACCEPT_QUEUE = 1024;
    /** Streams are quiet for as long as they like; zero would not be taken back when the request is over. */
    private static final long FOR_EVER_MILLIS = Duration.ofDays(365).toMillis();

    /** They also take small pieces of bodies. */
    private static final int SELECTORS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final Server server;
    private final ServerConnector connector;
    private final Optional<NetworkConnector> quic;
    private final Listening where;
    private final OpenStreams streams;
    private final ConnectionGuard guard;

    /**
     * What a server uses of this machine.
     *
     * @param server what it is, for errors that it answers: {@code broker}
     * @param name what its threads are called
     * @param threads most threads, whatever the number of open requests
     * @param daemon whether the threads let a program end that only waits for them
     * @param bufferBytes buffer of a connection in each direction
     * @param socketBufferBytes send buffer of a socket; what is in there is delay
     */
    public record Resources(
            String server, String name, int threads, boolean daemon, int bufferBytes, int socketBufferBytes) {}

    /**
     * A server that does not listen yet.
     *
     * @param unbounded whose connections are not counted by address: they carry those of many
     * @param application what serves the requests
     */
    public ListeningServer(Listening where, Resources resources, TrustedProxies unbounded, Handler application) {
        this.where = where;
        // Twice: of what the guard knows, the oldest gives way.
        streams = new OpenStreams(2 * ConnectionGuard.mostUnauthenticated(where.limits()));
        QueuedThreadPool threads = new QueuedThreadPool(resources.threads(), Math.min(4, resources.threads()));
        threads.setName(resources.name());
        threads.setDaemon(resources.daemon());
        server = new Server(threads);
        connector = connector(resources);
        server.addConnector(connector);
        quic = quic(resources, unbounded);
        quic.ifPresent(server::addConnector);
        guard = ConnectionGuard.of(connector, where.limits(), unbounded, streams, application);
        server.setErrorHandler(guard.errors(new JsonErrors(resources.server())));
        server.setStopTimeout(0);
        server.setHandler(guard);
    }

    /** HTTP/3, if there are TLS and the module for it. */
    private Optional<NetworkConnector> quic(Resources resources, TrustedProxies unbounded) {
        Http3 http3 = where.http3();
        return where.tls().filter(files -> http3.on()).flatMap(files -> {
            QuicListening listening = new QuicListening(
                    where.host(),
                    () -> http3.port().orElseGet(connector::getLocalPort),
                    where.port() == 0 && http3.port().isEmpty(),
                    files,
                    where.clientAuthorities(),
                    where.limits(),
                    unbounded,
                    secure(http(resources)));
            return ServiceLoader.load(QuicFront.class, QuicFront.class.getClassLoader())
                    .findFirst()
                    .flatMap(front -> front.connector(server, listening));
        });
    }

    private ServerConnector connector(Resources resources) {
        HttpConfiguration http = http(resources);
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        plain.setInputBufferSize(resources.bufferBytes());
        ServerConnector listening = new StreamConnector(server, SELECTORS, versions(http, plain, resources));
        listening.setHost(where.host());
        listening.setPort(where.port());
        listening.setAcceptQueueSize(ACCEPT_QUEUE);
        listening.setIdleTimeout(where.limits().idle().toMillis());
        listening.setAcceptedTcpNoDelay(true);
        listening.setAcceptedSendBufferSize(resources.socketBufferBytes());
        // not the receive buffers: the system lets them grow only as a stream that is read at once needs it
        return listening;
    }

    /** What a connection may speak; the first one reads its first bytes. */
    private ConnectionFactory[] versions(HttpConfiguration http, HttpConnectionFactory plain, Resources resources) {
        if (where.tls().isEmpty()) {
            return where.http2()
                    ? new ConnectionFactory[] {plain, Http2.plain(http, resources.bufferBytes(), streams)}
                    : new ConnectionFactory[] {plain};
        }
        secure(http);
        http.addCustomizer(new AltSvc(this::http3Port));
        SslContextFactory.Server certificate = new SslContextFactory.Server();
        certificate.setSslContext(context(where.tls().get()));
        certificate.setWantClientAuth(where.clientAuthorities().isPresent());
        if (!where.http2()) {
            return new ConnectionFactory[] {new SslConnectionFactory(certificate, plain.getProtocol()), plain};
        }
        certificate.setCipherComparator(HTTP2Cipher.COMPARATOR);
        ConnectionFactory http2 = Http2.overTls(http, resources.bufferBytes(), streams);
        ALPNServerConnectionFactory chosen = new ALPNServerConnectionFactory(http2.getProtocol(), ALPN_HTTP_1);
        chosen.setDefaultProtocol(plain.getProtocol());
        return new ConnectionFactory[] {
            new SslConnectionFactory(certificate, chosen.getProtocol()), chosen, http2, plain
        };
    }

    private SSLContext context(TlsFiles files) {
        return where.clientAuthorities()
                .map(authorities -> ReloadingTls.context(files, ClaimedCertificates.of(authorities)))
                .orElseGet(() -> ReloadingTls.context(files));
    }

    /** One certificate for whatever name the client uses; which names are right is the client's check. */
    private static HttpConfiguration secure(HttpConfiguration http) {
        http.addCustomizer(new SecureRequestCustomizer(false));
        return http;
    }

    private HttpConfiguration http(Resources resources) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(where.limits().headBytes());
        http.setOutputBufferSize(resources.bufferBytes());
        // Written at once. Otherwise each open answer keeps a buffer, and an acknowledgement passes through Jetty
        // twice.
        http.setOutputAggregationSize(0);
        http.addCustomizer(new StreamRequests());
        http.addCustomizer(new FramingRules());
        http.setIdleTimeout(FOR_EVER_MILLIS);
        // Jetty's cache of header fields takes 90 kB for each connection with a second request.
        http.setHeaderCacheSize(0);
        return http;
    }

    /**
     * Begins to listen.
     *
     * @throws BanipException {@code LIMIT_REACHED} if the port is taken, {@code INTERNAL} if Jetty does not start
     */
    public void start() {
        try {
            server.start();
        } catch (IOException e) {
            throw cannotListen(where, e.getCause() == null ? e : e.getCause());
        } catch (BanipException e) {
            throw e;
        } catch (Exception e) {
            throw new BanipException(ErrorCode.INTERNAL, "Jetty does not start: " + e.getMessage(), e);
        }
    }

    /**
     * Checks that no other program listens there, before a server makes files that it would leave behind. Nobody can connect meanwhile: the port is
     * bound for a moment, without listening.
     *
     * @throws BanipException {@code LIMIT_REACHED} as {@link #start}
     */
    public static void requireFree(Listening where) {
        InetSocketAddress address = new InetSocketAddress(where.host(), where.port());
        if (where.port() == 0 || address.isUnresolved()) { // start says what is wrong with a name
            return;
        }
        try (Socket socket = new Socket()) {
            socket.setReuseAddress(true); // as Jetty does
            socket.bind(address);
        } catch (IOException e) {
            throw cannotListen(where, e);
        }
    }

    private static BanipException cannotListen(Listening where, Throwable cause) {
        String said = String.valueOf(cause.getMessage());
        String why = said.contains("already in use") ? "the port is in use" : said;
        return new BanipException(
                ErrorCode.LIMIT_REACHED, "cannot listen on " + where.host() + ":" + where.port() + ": " + why, cause);
    }

    /** The port it listens on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** The UDP port on which it serves HTTP/3, if it does. */
    public OptionalInt http3Port() {
        return quic.map(connector -> OptionalInt.of(connector.getLocalPort())).orElseGet(OptionalInt::empty);
    }

    /** The base URL; ends with a slash. */
    public URI uri() {
        return URI.create((where.tls().isPresent() ? "https://" : "http://") + where.nameInUrl() + ":" + port() + "/");
    }

    /** Threads it has now. */
    public int threads() {
        return server.getThreadPool().getThreads();
    }

    /** Takes no new connections. */
    public void stopAccepting() {
        connector.close();
        quic.ifPresent(NetworkConnector::close);
    }

    /** Closes all connections and ends its threads. */
    public void stop() throws Exception {
        guard.closeHttp1();
        server.stop();
        server.destroy();
    }
}
