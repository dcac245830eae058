package org.banip.wsb.standalone;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.connection.ConnectionBounds;
import org.banip.server.connection.ConnectionGuard;
import org.banip.server.connection.JsonErrors;
import org.banip.server.health.HealthServer;
import org.banip.server.health.HealthSettings;
import org.banip.server.tls.ReloadingTls;
import org.banip.server.tls.TlsFiles;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerCounters;
import org.banip.wsb.BrokerLimits;
import org.banip.wsb.health.BrokerHealth;
import org.banip.wsb.relay.Broker;
import org.banip.wsb.relay.RelayServlet;
import org.banip.wsb.settings.BrokerSettings;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * A stand-alone broker.
 *
 * <pre>{@code
 * WirelessServiceBroker broker = WirelessServiceBroker.builder()
 *         .configuration(BrokerConfiguration.builder()
 *                 .surrogateHost(URI.create("http://127.0.0.1:8081/"))
 *                 .passwordFile(Path.of("passwords"))
 *                 .build())
 *         .listen("127.0.0.1", 8080)
 *         .start();
 * }</pre>
 */
public final class WirelessServiceBroker implements AutoCloseable {
    private static final int MAX_THREADS = 64;
    /** Length of the accept queue. With the kernel's default of 50, MBUs that connect at the same time must retry. */
    private static final int ACCEPT_QUEUE = 1024;
    /** Streams may be idle without limit; zero would not be reset at the end of the request. */
    private static final long FOR_EVER_MILLIS = Duration.ofDays(365).toMillis();

    private final Broker broker;
    private final Server server;
    private final ServerConnector connector;
    private final GracefulHandler requests;
    private final boolean tls;
    private final String host;
    private final BrokerConfiguration configuration;
    private final Optional<HealthSettings> healthSettings;
    private Optional<HealthServer> health = Optional.empty();

    private WirelessServiceBroker(Builder settings, BrokerConfiguration configuration) {
        this.configuration = configuration;
        healthSettings = settings.health;
        broker = new Broker(configuration);
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS);
        threads.setName("banip-wsb");
        server = new Server(threads);
        tls = settings.tls != null;
        host = nameInUrl(settings.host);
        connector = connector(server, settings, configuration.limits());
        ServletContextHandler context = new ServletContextHandler("/");
        ServletHolder servlet = new ServletHolder(new RelayServlet(broker));
        servlet.setAsyncSupported(true);
        context.addServlet(servlet, "/*");
        JsonErrors errors = new JsonErrors();
        context.setErrorHandler(errors);
        server.setErrorHandler(errors);
        ConnectionBounds bounds = new ConnectionBounds(
                settings.limits.connections(),
                settings.limits.connectionsPerAddress(),
                configuration.trustedProxies(),
                settings.limits.head(),
                settings.limits.idle());
        requests = new GracefulHandler(ConnectionGuard.of(connector, bounds, context));
        server.setHandler(requests);
        server.addConnector(connector);
        server.setStopTimeout(0);
    }

    private static ServerConnector connector(Server server, Builder settings, BrokerLimits limits) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(settings.limits.headBytes());
        http.setOutputBufferSize(limits.bufferBytes());
        http.setIdleTimeout(FOR_EVER_MILLIS);
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        plain.setInputBufferSize(limits.bufferBytes());
        ServerConnector connector;
        if (settings.tls == null) {
            connector = new ServerConnector(server, 1, 1, plain);
        } else {
            // One certificate for whatever name the MBU uses; which names are right is the MBU's check.
            http.addCustomizer(new SecureRequestCustomizer(false));
            SslContextFactory.Server certificate = new SslContextFactory.Server();
            certificate.setSslContext(ReloadingTls.context(settings.tls));
            connector = new ServerConnector(
                    server, 1, 1, new SslConnectionFactory(certificate, plain.getProtocol()), plain);
        }
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        connector.setHost(settings.host);
        connector.setPort(settings.port);
        connector.setIdleTimeout(settings.limits.idle().toMillis());
        connector.setAcceptedTcpNoDelay(true);
        connector.setAcceptedSendBufferSize(limits.socketBufferBytes());
        connector.setAcceptedReceiveBufferSize(limits.socketBufferBytes());
        return connector;
    }

    private static InetAddress address(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'" + host + "' is no address of this machine", e);
        }
    }

    private static String nameInUrl(String host) {
        if (address(host).isAnyLocalAddress()) {
            return "127.0.0.1";
        }
        return host.contains(":") ? "[" + host + "]" : host;
    }

    /** Creates a builder. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Creates a builder with an operator's settings.
     *
     * @throws IllegalArgumentException if a setting is missing or wrong
     */
    public static Builder builder(BrokerSettings settings) {
        int connections = settings.get(BrokerSettings.CONNECTIONS);
        Builder builder = builder()
                .health(settings.standaloneHealth())
                .configuration(settings.configuration())
                .listen(settings.get(BrokerSettings.LISTEN), settings.get(BrokerSettings.PORT))
                .limits(new ConnectionLimits(
                        connections,
                        settings.find(BrokerSettings.CONNECTIONS_PER_ADDRESS)
                                .orElse(ConnectionLimits.perAddress(connections)),
                        settings.get(BrokerSettings.HEAD_BYTES),
                        settings.get(BrokerSettings.HEAD),
                        settings.get(BrokerSettings.CONNECTION_IDLE)));
        settings.tls().ifPresent(builder::tls);
        if (settings.get(BrokerSettings.ALLOW_PLAIN)) {
            builder.allowPlainText();
        }
        return builder;
    }

    private WirelessServiceBroker start() {
        try {
            server.start();
            health = healthSettings.flatMap(where -> BrokerHealth.serve(broker::counters, configuration, where));
            return this;
        } catch (BanipException e) {
            stop();
            throw e;
        } catch (IOException e) {
            stop();
            throw cannotListen(e.getCause() == null ? e : e.getCause());
        } catch (Exception e) {
            stop();
            throw new IllegalStateException("the broker does not start: " + e.getMessage(), e);
        }
    }

    private BanipException cannotListen(Throwable cause) {
        String where = connector.getHost() + ":" + connector.getPort();
        String said = String.valueOf(cause.getMessage());
        String why = said.contains("already in use") ? "the port is in use" : said;
        return new BanipException(ErrorCode.LIMIT_REACHED, "cannot listen on " + where + ": " + why, cause);
    }

    /** The port it listens on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** The base URL: with its address, or the loopback address if it listens on all addresses. */
    public URI uri() {
        return URI.create((tls ? "https://" : "http://") + host + ":" + port() + "/");
    }

    /** Address of its health server, if there is one. */
    public Optional<URI> healthUri() {
        return health.map(HealthServer::uri);
    }

    /** Its counters. */
    public BrokerCounters counters() {
        return broker.counters();
    }

    /** Breaks all streams and ends; returns when all threads and sockets are gone. MBUs resume elsewhere, or after a restart. */
    public void stop() {
        health.ifPresent(HealthServer::close);
        connector.close();
        CompletableFuture<Void> ended = requests.shutdown();
        broker.close();
        try {
            // Broken streams end at once, so no other wait is needed.
            ended.completeOnTimeout(null, 1, TimeUnit.SECONDS).join();
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the broker does not stop: " + e.getMessage(), e);
        }
    }

    /** The same as {@link #stop}. */
    @Override
    public void close() {
        stop();
    }

    /** Collects the settings. One thread. */
    public static final class Builder {
        private String host = "127.0.0.1";
        private int port;
        private boolean plainTextAllowed;
        private Optional<HealthSettings> health = Optional.empty();
        private ConnectionLimits limits = ConnectionLimits.DEFAULTS;
        private @Nullable TlsFiles tls;
        private @Nullable BrokerConfiguration configuration;

        private Builder() {}

        /** The broker's configuration; required. */
        public Builder configuration(BrokerConfiguration broker) {
            configuration = broker;
            return this;
        }

        /** Where to listen: an address or name of this machine, loopback unless set, and a port, 0 for any free one. */
        public Builder listen(String address, int number) {
            host = address;
            port = number;
            return this;
        }

        /** Address of the health server; none by default. */
        public Builder health(Optional<HealthSettings> where) {
            health = where;
            return this;
        }

        /** Serves TLS only. */
        public Builder tls(TlsFiles certificate) {
            tls = certificate;
            return this;
        }

        /** Allows to listen beyond this machine without TLS, for instance where another proxy in front does TLS. */
        public Builder allowPlainText() {
            plainTextAllowed = true;
            return this;
        }

        /** Bounds of connections. */
        public Builder limits(ConnectionLimits bounds) {
            limits = bounds;
            return this;
        }

        /**
         * Starts a broker.
         *
         * @throws IllegalArgumentException if a setting is missing or wrong, or a file malformed
         * @throws java.io.UncheckedIOException if a file cannot be read
         * @throws BanipException {@code LIMIT_REACHED} if the port is taken
         */
        public WirelessServiceBroker start() {
            if (configuration == null) {
                throw new IllegalArgumentException("the broker's configuration is missing");
            }
            if (tls == null && !plainTextAllowed && !address(host).isLoopbackAddress()) {
                throw new IllegalArgumentException("listening on " + host
                        + " without TLS would show passwords to the network; set a key store, or allow plain text");
            }
            return new WirelessServiceBroker(this, configuration).start();
        }
    }
}
