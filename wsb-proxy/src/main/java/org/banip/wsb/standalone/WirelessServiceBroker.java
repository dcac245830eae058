package org.banip.wsb.standalone;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.server.connection.JsonErrors;
import org.banip.server.connection.ListeningServer;
import org.banip.server.health.HealthServer;
import org.banip.server.health.HealthSettings;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.banip.server.settings.Settings;
import org.banip.server.tls.TlsFiles;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerCounters;
import org.banip.wsb.BrokerLimits;
import org.banip.wsb.health.BrokerHealth;
import org.banip.wsb.relay.Broker;
import org.banip.wsb.relay.RelayServlet;
import org.banip.wsb.settings.BrokerSettings;
import org.banip.wsb.spi.AnnouncerProvider;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.handler.GracefulHandler;
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
    private static final String WHAT = "broker";

    private final Broker broker;
    private final ListeningServer server;
    private final GracefulHandler requests;
    private final BrokerConfiguration configuration;
    private final Optional<HealthSettings> healthSettings;
    private final Optional<Settings> settings;
    private final Listening where;
    private final List<AnnouncerProvider.Announcement> announcements = new ArrayList<>();
    private Optional<HealthServer> health = Optional.empty();

    private WirelessServiceBroker(Builder settings, BrokerConfiguration configuration) {
        this.configuration = configuration;
        healthSettings = settings.health;
        this.settings = settings.read;
        where = settings.where;
        broker = new Broker(configuration);
        ServletContextHandler context = new ServletContextHandler("/");
        ServletHolder servlet = new ServletHolder(new RelayServlet(broker));
        servlet.setAsyncSupported(true);
        context.addServlet(servlet, "/*");
        context.setErrorHandler(new JsonErrors(WHAT));
        requests = new GracefulHandler(context);
        BrokerLimits limits = configuration.limits();
        try {
            server = new ListeningServer(
                    settings.where,
                    new ListeningServer.Resources(
                            WHAT, "banip-wsb", MAX_THREADS, false, limits.bufferBytes(), limits.socketBufferBytes()),
                    configuration.trustedProxies(),
                    requests);
        } catch (RuntimeException | Error e) { // a wrong certificate: the broker's threads have started already
            broker.close();
            throw e;
        }
    }

    /**
     * Checks that a port is free, before something is made that a broker needs.
     *
     * @throws BanipException {@code LIMIT_REACHED} if it is taken
     */
    public static void requireFreePort(Listening where) {
        ListeningServer.requireFree(where);
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
        Builder builder = builder()
                .health(settings.standaloneHealth())
                .configuration(settings.configuration())
                .listening(settings.listening());
        builder.read = Optional.of(settings.settings());
        settings.clientAuthorities().ifPresent(builder::askForCertificates);
        return builder;
    }

    private WirelessServiceBroker start() {
        try {
            server.start();
            health = healthSettings.flatMap(at -> BrokerHealth.serve(broker, configuration, at));
            settings.ifPresent(this::announce);
            return this;
        } catch (RuntimeException | Error e) {
            stop();
            throw e;
        }
    }

    private void announce(Settings all) {
        for (AnnouncerProvider provider :
                ServiceLoader.load(AnnouncerProvider.class, WirelessServiceBroker.class.getClassLoader())) {
            provider.announce(all, where, port()).ifPresent(announcements::add);
        }
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** The base URL: with its address, or the loopback address if it listens on all addresses. */
    public URI uri() {
        return server.uri();
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
        announcements.forEach(AnnouncerProvider.Announcement::close);
        health.ifPresent(HealthServer::close);
        server.stopAccepting();
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
        private Listening where = Listening.loopback(BrokerSettings.CONNECTION_LIMITS, 0);
        private Optional<HealthSettings> health = Optional.empty();
        private Optional<Settings> read = Optional.empty();
        private @Nullable BrokerConfiguration configuration;

        private Builder() {}

        /** The broker's configuration; required. */
        public Builder configuration(BrokerConfiguration broker) {
            configuration = broker;
            return this;
        }

        /** Where to listen: an address or name of this machine, loopback unless set, and a port, 0 for any free one. */
        public Builder listen(String address, int number) {
            where = where.at(address, number);
            return this;
        }

        /** Where and how to listen, instead of what was set before. */
        public Builder listening(Listening all) {
            where = all;
            return this;
        }

        /** Address of the health server; none by default. */
        public Builder health(Optional<HealthSettings> where) {
            health = where;
            return this;
        }

        /** Serves TLS only. */
        public Builder tls(TlsFiles certificate) {
            where = where.with(certificate);
            return this;
        }

        /**
         * Asks MBUs for certificates of these authorities in the TLS handshake. The configuration needs a {@link
         * org.banip.wsb.authentication.CertificateAuthenticator}, which verifies them.
         */
        public Builder askForCertificates(Path authorities) {
            where = where.askingFor(authorities);
            return this;
        }

        /** Allows to listen beyond this machine without TLS, for instance where another proxy in front does TLS. */
        public Builder allowPlainText() {
            where = where.allowingPlain(true);
            return this;
        }

        /** Bounds of connections. */
        public Builder limits(ConnectionLimits bounds) {
            where = where.within(bounds);
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
            where.checkSafe("passwords");
            if (where.clientAuthorities().isPresent() && where.tls().isEmpty()) {
                throw new IllegalArgumentException(
                        "client-ca needs TLS, in which certificates are shown; set key-store or certificate-file");
            }
            return new WirelessServiceBroker(this, configuration).start();
        }
    }
}
