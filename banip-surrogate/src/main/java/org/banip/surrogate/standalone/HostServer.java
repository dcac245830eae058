package org.banip.surrogate.standalone;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.address.TrustedProxies;
import org.banip.server.connection.ConnectionBounds;
import org.banip.server.connection.ConnectionGuard;
import org.banip.server.connection.JsonErrors;
import org.banip.server.health.HealthServer;
import org.banip.server.log.ServerLog;
import org.banip.server.tls.ReloadingTls;
import org.banip.server.tls.TlsFiles;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.health.HostHealth;
import org.banip.surrogate.settings.HostSettings;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;

/**
 * A surrogate host that listens by itself. Closing it stops listening; the host is closed by who built it. Any thread.
 *
 * <p>A request in progress has no time-out of Jetty's: the protocol's own liveness ends what is dead. A connection without a
 * request is closed when it idles.
 */
public final class HostServer implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(HostServer.class);
    /** Bounds what is on the way inside this machine: that is delay. */
    private static final int SOCKET_BUFFER_BYTES = 65_536;

    private static final int ACCEPT_QUEUE = 1024;

    private final Server server;
    private final ServerConnector connector;
    private final String scheme;
    private Optional<HealthServer> health = Optional.empty();

    private HostServer(SurrogateHost host, HostServerSettings settings) {
        QueuedThreadPool threads = new QueuedThreadPool(settings.threads(), 4);
        threads.setName("banip-host-http");
        threads.setDaemon(true);
        server = new Server(threads);
        scheme = settings.tls().isPresent() ? "https" : "http";
        connector = connector(settings);
        server.addConnector(connector);
        server.setStopTimeout(0);
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServletContainerInitializer(
                (classes, servletContext) -> host.install(servletContext, settings.access()));
        JsonErrors errors = new JsonErrors();
        context.setErrorHandler(errors);
        server.setErrorHandler(errors);
        // Brokers hold the connections of many MBUs, so addresses are not told apart.
        ConnectionBounds bounds = new ConnectionBounds(
                settings.connections(), settings.connections(), TrustedProxies.NONE, settings.head(), settings.idle());
        server.setHandler(ConnectionGuard.of(connector, bounds, new NoTrace(context)));
    }

    /**
     * Begins to listen.
     *
     * @throws BanipException {@code LIMIT_REACHED} if the port is taken, {@code INTERNAL} if Jetty does not start
     */
    public static HostServer start(SurrogateHost host, HostServerSettings settings) {
        HostServer started = new HostServer(host, settings);
        try {
            started.server.start();
        } catch (IOException e) {
            started.close();
            throw cannotListen(settings, e.getCause() == null ? e : e.getCause());
        } catch (Exception e) {
            started.close();
            throw new BanipException(ErrorCode.INTERNAL, "Jetty does not start: " + e.getMessage(), e);
        }
        LOG.info("surrogate host listens on {}", started.baseUri());
        return started;
    }

    private static BanipException cannotListen(HostServerSettings settings, Throwable cause) {
        String where =
                settings.address().getHostString() + ":" + settings.address().getPort();
        String said = String.valueOf(cause.getMessage());
        String why = said.contains("already in use") ? "the port is in use" : said;
        return new BanipException(ErrorCode.LIMIT_REACHED, "cannot listen on " + where + ": " + why, cause);
    }

    /**
     * Begins to listen as an operator set it, and to answer for the host's health.
     *
     * @throws IllegalArgumentException if that would be unsafe
     * @throws BanipException {@code LIMIT_REACHED} if a port is taken, {@code INTERNAL} if Jetty does not start
     */
    public static HostServer start(SurrogateHost host, HostSettings settings) {
        HostServer started = start(host, HostServerSettings.of(settings));
        try {
            started.health = settings.standaloneHealth().flatMap(where -> HostHealth.serve(host, settings, where));
            return started;
        } catch (BanipException e) {
            started.close();
            throw e;
        }
    }

    /** Where it answers for the host's health, if it does. */
    public Optional<URI> healthUri() {
        return health.map(HealthServer::uri);
    }

    private ServerConnector connector(HostServerSettings settings) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        // While a request is in progress nothing but the protocol's liveness ends it.
        http.setIdleTimeout(0);
        ServerConnector listening;
        if (settings.tls().isPresent()) {
            http.addCustomizer(new SecureRequestCustomizer(false));
            listening = new ServerConnector(
                    server,
                    1,
                    1,
                    new SslConnectionFactory(tls(settings.tls().get()), "http/1.1"),
                    new HttpConnectionFactory(http));
        } else {
            listening = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        }
        listening.setHost(settings.address().getHostString());
        listening.setPort(settings.address().getPort());
        listening.setAcceptQueueSize(ACCEPT_QUEUE);
        listening.setIdleTimeout(settings.idle().toMillis());
        listening.setAcceptedTcpNoDelay(true);
        listening.setAcceptedReceiveBufferSize(SOCKET_BUFFER_BYTES);
        listening.setAcceptedSendBufferSize(SOCKET_BUFFER_BYTES);
        return listening;
    }

    private static SslContextFactory.Server tls(TlsFiles files) {
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setSslContext(ReloadingTls.context(files));
        return tls;
    }

    /** The port it listens on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** The base URL for brokers and MBUs; ends with a slash. */
    public URI baseUri() {
        // On all addresses: one that a client on this machine can use.
        String host = connector
                .getHost()
                .replaceFirst("^0\\.0\\.0\\.0$", "127.0.0.1")
                .replaceFirst("^(::|0:0:0:0:0:0:0:0)$", "::1");
        return URI.create(scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + "/");
    }

    /** Most threads that HTTP used at once is bounded by this number, whatever the number of open requests. */
    public int threads() {
        return server.getThreadPool().getThreads();
    }

    /** Stops listening and closes all connections. */
    @Override
    public void close() {
        health.ifPresent(HealthServer::close);
        try {
            server.stop();
        } catch (Exception e) {
            LOG.warn("Jetty did not stop in an orderly way", e);
        }
        server.destroy();
    }
}
