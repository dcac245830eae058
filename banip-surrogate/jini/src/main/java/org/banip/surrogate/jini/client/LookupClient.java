package org.banip.surrogate.jini.client;

import java.io.EOFException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import net.jini.core.entry.Entry;
import net.jini.core.lookup.ServiceItem;
import net.jini.core.lookup.ServiceRegistrar;
import net.jini.core.lookup.ServiceTemplate;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.attribute.Ban;
import org.banip.surrogate.jini.attribute.RegistrationLease;
import org.banip.surrogate.jini.attribute.Sensors;
import org.banip.surrogate.jini.calls.LimitedCalls;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.registration.UnicastLookup;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RemoteHost;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.service.EndedSession;
import org.banip.surrogate.jini.service.SurrogateProxy;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.slf4j.Logger;

/**
 * Asks one lookup service for surrogates and hosts. A call that takes longer than twenty seconds is broken off. One thread; {@link #close} any.
 *
 * <p>A registrant of a lookup service can name any address as a surrogate's, and a call to a surrogate carries a token. So only surrogates at
 * {@link AllowedHosts} are returned.
 */
public final class LookupClient implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(LookupClient.class);
    private static final int MOST_SERVICES = 100_000;
    private static final int MOST_HOSTS = 1000;
    private static final int MOST_TOLD = 100;
    private static final Duration LONGEST_CALL = Duration.ofSeconds(20);

    private final LookupAddress at;
    private final AllowedHosts hosts;
    private final Consumer<String> leftOut;
    private final LimitedCalls calls;
    private final ServiceRegistrar registrar;
    /** Addresses that were told as left out. */
    private final Set<String> told = new HashSet<>();

    private LookupClient(
            LookupAddress at,
            AllowedHosts hosts,
            Consumer<String> leftOut,
            LimitedCalls calls,
            ServiceRegistrar registrar) {
        this.at = at;
        this.hosts = hosts;
        this.leftOut = leftOut;
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
        return find(at, transport, hosts, address -> {});
    }

    /**
     * The same, and tells what is left out.
     *
     * @param leftOut hears once of an address at which surrogates are left out, and of the first hundred addresses only
     * @throws BanipException {@code HOST_UNAVAILABLE} if there is none
     */
    public static LookupClient find(
            LookupAddress at, Transport transport, AllowedHosts hosts, Consumer<String> leftOut) {
        JvmFilter.installForRiver();
        transport.connectReceived();
        UnicastLookup lookup = new UnicastLookup(at, transport);
        LimitedCalls calls = new LimitedCalls(lookup.sockets(), LONGEST_CALL, transport.deadlines());
        try {
            ServiceRegistrar found =
                    calls.limited(lookup.name(), () -> JvmFilter.trusting(() -> lookup.find(calls.sockets())));
            return new LookupClient(at, hosts, leftOut, calls, found);
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
        List<FoundSurrogate> all = new ArrayList<>();
        for (ServiceItem item : lookup(RemoteSurrogate.class, MOST_SERVICES)) {
            if (item.service instanceof SurrogateProxy surrogate && isAllowed(surrogate.at())) {
                all.add(found(item, surrogate));
            }
        }
        return all;
    }

    /**
     * The surrogates that have ended and whose hosts keep them; what is stored of each can be subscribed to. The same hosts are allowed.
     *
     * @throws BanipException {@code HOST_UNAVAILABLE} if it does not answer
     */
    public List<FoundSurrogate> ended() {
        List<FoundSurrogate> all = new ArrayList<>();
        for (ServiceItem item : lookup(EndedSession.class, MOST_SERVICES)) {
            if (item.service instanceof EndedSession ended && isAllowed(ended.at())) {
                all.add(found(item, new SurrogateProxy(ended.at())));
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
        for (ServiceItem item : lookup(RemoteHost.class, MOST_HOSTS)) {
            if (item.service instanceof RemoteHost host) {
                all.add(new FoundHost(host.name(), host.url()));
            }
        }
        return all;
    }

    private ServiceItem[] lookup(Class<?> type, int most) {
        ServiceTemplate wanted = new ServiceTemplate(null, new Class<?>[] {type}, null);
        try {
            return calls.limited(at.toString(), () -> registrar.lookup(wanted, most)).items;
        } catch (Exception e) {
            throw unavailable("the lookup service " + at + " does not answer", e);
        }
    }

    private boolean isAllowed(ObjectAddress surrogate) {
        String address = surrogate.address();
        boolean allowed = hosts.allow(address);
        if (!allowed && told.size() < MOST_TOLD && told.add(address)) {
            leftOut.accept(address);
            LOG.warn(
                    "- the lookup service {} lists a surrogate at {}, which is none of the allowed hosts: {}; such surrogates are left out",
                    at,
                    address,
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
        Optional<Duration> lease = Optional.empty();
        List<FoundSurrogate.SensorKind> sensors = new ArrayList<>();
        for (Entry attribute : item.attributeSets) {
            if (attribute instanceof Ban named) {
                ban = named;
            } else if (attribute instanceof RegistrationLease stays) {
                lease = Optional.ofNullable(stays.millis).map(Duration::ofMillis);
            } else if (attribute instanceof Sensors kind) {
                sensors.add(new FoundSurrogate.SensorKind(
                        text(kind.group),
                        text(kind.frequencyHz),
                        List.of(text(kind.channels).split("\n", -1))));
            }
        }
        long since = ban.activatedNanos == null ? 0 : ban.activatedNanos;
        return new FoundSurrogate(
                item.serviceID.toString(),
                text(ban.id),
                text(ban.host),
                text(ban.session),
                text(ban.surrogateType),
                since,
                lease,
                sensors,
                surrogate);
    }

    private static String text(@org.jspecify.annotations.Nullable String known) {
        return known == null ? "" : known;
    }

    private static BanipException unavailable(String message, Exception e) {
        String why = e instanceof EOFException
                ? "it ends the connection without an answer; does only one side speak TLS?"
                : String.valueOf(e.getMessage()).split("\\R|; nested exception", 2)[0];
        return new BanipException(ErrorCode.HOST_UNAVAILABLE, message + ": " + why, e);
    }
}
