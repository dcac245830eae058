package org.banip.surrogate.standalone;

import jakarta.servlet.ServletContext;
import java.net.URI;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.server.connection.JsonErrors;
import org.banip.server.connection.ListeningServer;
import org.banip.server.health.HealthServer;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.health.HostHealth;
import org.banip.surrogate.settings.HostSettings;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
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

    private static final int BUFFER_BYTES = 8192;
    private static final String WHAT = "surrogate host";

    private final ListeningServer server;
    private Optional<HealthServer> health = Optional.empty();

    private HostServer(SurrogateHost host, HostServerSettings settings) {
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServletContainerInitializer((classes, servletContext) -> install(host, servletContext, settings));
        context.setErrorHandler(new JsonErrors(WHAT));
        server = new ListeningServer(
                settings.where(),
                new ListeningServer.Resources(
                        WHAT, "banip-host-http", settings.threads(), true, BUFFER_BYTES, SOCKET_BUFFER_BYTES),
                settings.access().trustedProxies(),
                new NoTrace(context));
    }

    private static void install(SurrogateHost host, ServletContext context, HostServerSettings settings) {
        if (settings.viewers()) {
            host.install(context, settings.access());
        } else {
            host.installForBrokers(context, settings.access());
        }
    }

    /**
     * Checks that the ports that an operator set are free, so that a host that cannot listen makes no store.
     *
     * @throws BanipException {@code LIMIT_REACHED} if one is taken
     */
    public static void requireFreePorts(HostSettings settings) {
        ListeningServer.requireFree(settings.listening());
        settings.standaloneHealth().ifPresent(HealthServer::requireFree);
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
        } catch (RuntimeException | Error e) {
            started.close();
            throw e;
        }
        LOG.info("surrogate host listens on {}", started.baseUri());
        return started;
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
        } catch (RuntimeException | Error e) {
            started.close();
            throw e;
        }
    }

    /** Where it answers for the host's health, if it does. */
    public Optional<URI> healthUri() {
        return health.map(HealthServer::uri);
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** The base URL for brokers and MBUs; ends with a slash. */
    public URI baseUri() {
        return server.uri();
    }

    /** Most threads that HTTP used at once is bounded by this number, whatever the number of open requests. */
    public int threads() {
        return server.threads();
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
    }
}
