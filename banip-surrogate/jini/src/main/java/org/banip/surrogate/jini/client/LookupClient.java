package org.banip.surrogate.jini.client;

import java.rmi.RemoteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jini.core.entry.Entry;
import net.jini.core.lookup.ServiceItem;
import net.jini.core.lookup.ServiceMatches;
import net.jini.core.lookup.ServiceRegistrar;
import net.jini.core.lookup.ServiceTemplate;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.attribute.Ban;
import org.banip.surrogate.jini.attribute.Sensors;
import org.banip.surrogate.jini.calls.LimitedCalls;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.registration.UnicastLookup;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.service.SurrogateProxy;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.ReceiversSockets;
import org.banip.surrogate.jini.transport.Transport;
import org.slf4j.Logger;

/**
 * Asks one lookup service for surrogates. A call that takes longer than twenty seconds is broken off. One thread; {@link #close} any.
 *
 * <p>Whoever may register there decides where a surrogate is said to be, and a call to it bears a token. So only surrogates at {@link AllowedHosts} are
 * returned.
 */
public final class LookupClient implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(LookupClient.class);
    private static final int MOST_SERVICES = 100_000;
    private static final Duration LONGEST_CALL = Duration.ofSeconds(20);

    private final LookupAddress at;
    private final AllowedHosts hosts;
    private final LimitedCalls calls;
    private final ServiceRegistrar registrar;
    private boolean told;

    private LookupClient(LookupAddress at, AllowedHosts hosts, LimitedCalls calls, ServiceRegistrar registrar) {
        this.at = at;
        this.hosts = hosts;
        this.calls = calls;
        this.registrar = registrar;
    }

    /**
     * Finds a lookup service whose surrogates may be on its own machine or on this one. The JVM's Jini calls use this transport from now on.
     *
     * @throws BanipException {@code HOST_UNAVAILABLE} if there is none
     */
    public static LookupClient find(LookupAddress at, Transport transport) {
        return find(at, transport, AllowedHosts.of(at));
    }

    /**
     * The same with surrogates on other machines.
     *
     * @throws BanipException {@code HOST_UNAVAILABLE} if there is none
     */
    public static LookupClient find(LookupAddress at, Transport transport, AllowedHosts hosts) {
        JvmFilter.installForRiver();
        ReceiversSockets.use(transport);
        UnicastLookup lookup = new UnicastLookup(at, transport);
        LimitedCalls calls = new LimitedCalls(lookup.sockets(), LONGEST_CALL);
        try {
            ServiceRegistrar found =
                    calls.limited(lookup.name(), () -> JvmFilter.trusting(() -> lookup.find(calls.sockets())));
            return new LookupClient(at, hosts, calls, found);
        } catch (Exception e) {
            calls.close();
            throw unavailable(at + " does not answer as a lookup service", e);
        }
    }

    /**
     * All surrogates that it knows now. What is not a surrogate of BANip at an allowed host is left out.
     *
     * @throws BanipException {@code HOST_UNAVAILABLE} if it does not answer
     */
    public List<FoundSurrogate> surrogates() {
        ServiceMatches matches;
        try {
            matches = calls.limited(at.toString(), this::lookup);
        } catch (Exception e) {
            throw unavailable("the lookup service " + at + " does not answer", e);
        }
        List<FoundSurrogate> all = new ArrayList<>();
        for (ServiceItem item : matches.items) {
            if (item.service instanceof SurrogateProxy surrogate && isAllowed(surrogate)) {
                all.add(found(item, surrogate));
            }
        }
        return all;
    }

    private ServiceMatches lookup() throws RemoteException {
        return registrar.lookup(new ServiceTemplate(null, new Class<?>[] {RemoteSurrogate.class}, null), MOST_SERVICES);
    }

    private boolean isAllowed(SurrogateProxy surrogate) {
        boolean allowed = hosts.allow(surrogate.at().address());
        if (!allowed && !told) {
            told = true;
            LOG.warn(
                    "- the lookup service {} lists a surrogate at {}, which is none of the allowed hosts: {}; such surrogates are left out",
                    at,
                    surrogate.at().address(),
                    hosts);
        }
        return allowed;
    }

    /** Closes the connections to the lookup service; a call that waits ends. */
    @Override
    public void close() {
        calls.close();
    }

    private static FoundSurrogate found(ServiceItem item, RemoteSurrogate surrogate) {
        Ban ban = new Ban();
        List<FoundSurrogate.SensorKind> sensors = new ArrayList<>();
        for (Entry attribute : item.attributeSets) {
            if (attribute instanceof Ban named) {
                ban = named;
            } else if (attribute instanceof Sensors kind) {
                sensors.add(
                        new FoundSurrogate.SensorKind(text(kind.group), text(kind.frequencyHz), text(kind.channels)));
            }
        }
        long since = ban.activatedNanos == null ? 0 : ban.activatedNanos;
        return new FoundSurrogate(
                item.serviceID.toString(), text(ban.id), text(ban.host), text(ban.session), since, sensors, surrogate);
    }

    private static String text(@org.jspecify.annotations.Nullable String known) {
        return known == null ? "" : known;
    }

    private static BanipException unavailable(String message, Exception e) {
        return new BanipException(ErrorCode.HOST_UNAVAILABLE, message + ": " + e.getMessage(), e);
    }
}
