package org.banip.surrogate.jini.client;

import java.util.ArrayList;
import java.util.List;
import net.jini.core.entry.Entry;
import net.jini.core.lookup.ServiceItem;
import net.jini.core.lookup.ServiceMatches;
import net.jini.core.lookup.ServiceRegistrar;
import net.jini.core.lookup.ServiceTemplate;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.jini.attribute.Ban;
import org.banip.surrogate.jini.attribute.Sensors;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.registration.UnicastLookup;
import org.banip.surrogate.jini.remote.RemoteHost;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.ReceiversSockets;
import org.banip.surrogate.jini.transport.Transport;

/** Asks one lookup service for surrogates and hosts. One thread. */
public final class LookupClient {
    private static final int MOST_SERVICES = 100_000;
    private static final int MOST_HOSTS = 1000;

    private final ServiceRegistrar registrar;

    private LookupClient(ServiceRegistrar registrar) {
        this.registrar = registrar;
    }

    /**
     * Finds a lookup service. The JVM's Jini calls use this transport from now on.
     *
     * @throws BanipException {@code HOST_UNAVAILABLE} if there is none
     */
    public static LookupClient find(LookupAddress at, Transport transport) {
        ReceiversSockets.use(transport);
        try {
            return new LookupClient(JvmFilter.trusting(new UnicastLookup(at, transport)::find));
        } catch (Exception e) {
            throw unavailable(at + " does not answer as a lookup service", e);
        }
    }

    /**
     * All surrogates that it knows now. What is not a surrogate of BANip is left out.
     *
     * @throws BanipException {@code HOST_UNAVAILABLE} if it does not answer
     */
    public List<FoundSurrogate> surrogates() {
        ServiceMatches matches;
        try {
            matches = registrar.lookup(
                    new ServiceTemplate(null, new Class<?>[] {RemoteSurrogate.class}, null), MOST_SERVICES);
        } catch (java.rmi.RemoteException e) {
            throw unavailable("the lookup service does not answer", e);
        }
        List<FoundSurrogate> all = new ArrayList<>();
        for (ServiceItem item : matches.items) {
            if (item.service instanceof RemoteSurrogate surrogate) {
                all.add(found(item, surrogate));
            }
        }
        return all;
    }

    /**
     * All hosts that registered themselves for brokers.
     *
     * @throws BanipException {@code HOST_UNAVAILABLE} if it does not answer
     */
    public List<FoundHost> hosts() {
        List<FoundHost> all = new ArrayList<>();
        try {
            ServiceTemplate template = new ServiceTemplate(null, new Class<?>[] {RemoteHost.class}, null);
            for (ServiceItem item : registrar.lookup(template, MOST_HOSTS).items) {
                if (item.service instanceof RemoteHost host) {
                    all.add(new FoundHost(host.name(), host.url()));
                }
            }
        } catch (java.rmi.RemoteException e) {
            throw unavailable("the lookup service does not answer", e);
        }
        return all;
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
