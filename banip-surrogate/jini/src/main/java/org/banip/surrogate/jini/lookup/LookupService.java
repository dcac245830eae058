package org.banip.surrogate.jini.lookup;

import com.sun.jini.reggie.TransientRegistrarImpl;
import com.sun.jini.start.LifeCycle;
import java.io.IOException;
import java.net.NetworkInterface;
import java.rmi.RemoteException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.jini.config.Configuration;
import net.jini.core.lookup.ServiceRegistrar;
import net.jini.core.lookup.ServiceTemplate;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.discovery.Announcer;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.ListeningSockets;
import org.banip.surrogate.jini.transport.RefusedConnections;
import org.banip.surrogate.jini.transport.Transport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** A lookup service inside this JVM. Any thread; one starts and announces it. */
public final class LookupService implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(LookupService.class);
    private static final long LONGEST_END_SECONDS = 10;

    private final LookupSettings settings;
    private final ListeningSockets discovery;
    private final ListeningSockets calls;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Reggie reggie;
    private final int port;
    private @Nullable Announcer announcer;

    /** The class that River lets its users extend. */
    private static final class Reggie extends TransientRegistrarImpl {
        Reggie(Configuration configuration, LifeCycle end) throws Exception {
            super(configuration, end);
        }
    }

    private LookupService(LookupSettings settings) throws Exception {
        this.settings = settings;
        ReggieLog.leaveOut();
        discovery = settings.transport().serverOn(settings.port());
        calls = settings.transport().server();
        LifeCycle end = service -> {
            ended.countDown();
            return true;
        };
        reggie = new Reggie(new ReggieConfiguration(settings, discovery, calls), end);
        port = reggie.getLocator().getPort();
    }

    /**
     * Begins to answer unicast discovery.
     *
     * @throws BanipException {@code LIMIT_REACHED} if the port is taken, {@code INTERNAL} if Reggie does not start
     */
    public static LookupService start(LookupSettings settings) {
        try {
            LookupService started = new LookupService(settings);
            LOG.info("- lookup service at {}", started.locator());
            return started;
        } catch (java.net.BindException e) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    "lookup service: port " + settings.port() + " of "
                            + settings.transport().address() + " cannot be used: " + e.getMessage(),
                    e);
        } catch (Exception e) {
            throw new BanipException(ErrorCode.INTERNAL, "the lookup service does not start: " + e.getMessage(), e);
        }
    }

    /**
     * The same, announced by multicast on the network interface of its address until it ends.
     *
     * @throws BanipException {@code INTERNAL} if the interface cannot be used; the lookup service has ended then
     */
    public LookupService announced() {
        Transport transport = settings.transport();
        try {
            NetworkInterface on = NetworkInterface.getByInetAddress(transport.inetAddress());
            LookupAddress at = new LookupAddress(transport.address(), port);
            announcer = new Announcer(at, settings.groups(), registrar().getServiceID(), on, Announcer.EVERY);
            LOG.info("- lookup service is announced on {}", on.getName());
            return this;
        } catch (IOException e) {
            close();
            throw new BanipException(
                    ErrorCode.INTERNAL,
                    "the lookup service cannot be announced at " + transport.address() + ": " + e.getMessage(),
                    e);
        }
    }

    /** The port of unicast discovery. */
    public int port() {
        return port;
    }

    /** Where other JVMs find it, {@code jini://127.0.0.1:41234/}. */
    public String locator() {
        String address = settings.transport().address();
        return "jini://" + (address.contains(":") ? "[" + address + "]" : address) + ":" + port() + "/";
    }

    /** The service itself; what this JVM calls on it goes over no network. */
    public ServiceRegistrar registrar() {
        try {
            return (ServiceRegistrar) reggie.getServiceProxy();
        } catch (java.rmi.NoSuchObjectException e) {
            throw new IllegalStateException("the lookup service has ended", e);
        }
    }

    /** How many services are registered, the lookup service itself not counted. */
    public int services() {
        try {
            return registrar().lookup(new ServiceTemplate(null, null, null), 0).totalMatches - 1;
        } catch (RemoteException e) {
            throw new IllegalStateException("a call inside this JVM fails", e);
        }
    }

    /** Connections of other JVMs that were refused: too many at once, or without TLS where it is needed. */
    public long refusedConnections() {
        return Stream.of(discovery.refused(), calls.refused())
                .mapToLong(RefusedConnections::total)
                .sum();
    }

    /** Ends it. Waits for its threads, ten seconds at most. */
    @Override
    public void close() {
        Announcer announces = announcer;
        if (announces != null) {
            announces.close();
        }
        // Reggie would wake its accepting thread by a connection to the address that the machine's own name resolves
        // to, where nothing listens.
        discovery.close();
        try {
            reggie.destroy();
            if (!ended.await(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("- the lookup service did not end within {} s", LONGEST_END_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RemoteException e) {
            LOG.warn("- the lookup service did not end in an orderly way", e);
        }
        calls.close();
    }
}
