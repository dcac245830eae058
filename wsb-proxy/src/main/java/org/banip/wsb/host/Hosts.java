package org.banip.wsb.host;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.wsb.spi.HostDirectory;
import org.banip.wsb.spi.KnownHost;
import org.slf4j.Logger;

/**
 * Chooses the host of each request. A new interconnect gets the least loaded host that lives; what belongs to an interconnect goes to the host that
 * its URL names, so that a broker that was restarted, or another broker, finds the same one. If that host is dead and another one lives, the MBU is
 * told to register again. Any thread.
 */
public final class Hosts implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(Hosts.class);

    private final HostDirectory directory;
    private final Predicate<KnownHost> permitted;
    private final HostTimes times;
    private final HostQuestion question;
    private final LongSupplier clock;

    /** Replaced together, when the directory has another list. */
    private volatile State state = new State(List.of(), Map.of());
    /** Hosts about which the log has why they are not used; guarded by the monitor. */
    private final Set<String> told = new HashSet<>();

    private record State(List<KnownHost> known, Map<String, ServingHost> serving) {}

    /**
     * The hosts of a directory, which is closed with this.
     *
     * @param permitted which of them may be used
     * @param clock nanoseconds
     */
    public Hosts(
            HostDirectory directory,
            Predicate<KnownHost> permitted,
            HostTimes times,
            HostQuestion question,
            LongSupplier clock) {
        this.directory = directory;
        this.permitted = permitted;
        this.times = times;
        this.question = question;
        this.clock = clock;
    }

    /** The hosts that may be used now. */
    public List<KnownHost> known() {
        return serving().values().stream().map(ServingHost::known).toList();
    }

    /** The only host of a directory that has no other; then URLs name no host. */
    public Optional<ServingHost> only() {
        return Optional.ofNullable(serving().get(""));
    }

    /**
     * The host of an interconnect.
     *
     * @param id the host's, as the URL of the interconnect has it
     * @throws BanipException {@code UNKNOWN_INTERCONNECT} if the MBU must register again; {@code HOST_UNAVAILABLE} if no host is known
     */
    public ServingHost ofInterconnect(Optional<String> id) {
        Map<String, ServingHost> hosts = serving();
        ServingHost only = hosts.get("");
        if (only != null) {
            return only;
        }
        requireAny(hosts);
        ServingHost host = id.map(hosts::get).orElse(null);
        if (host == null) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_INTERCONNECT,
                    "the URL names none of the surrogate hosts that are known here: register again");
        }
        if (host.isDead() && hosts.values().stream().anyMatch(other -> !other.isDead())) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_INTERCONNECT,
                    "the interconnect's surrogate host cannot be reached: register again");
        }
        return host;
    }

    /**
     * The host for a registration.
     *
     * @param last the host that the session had last, as far as that is known
     * @throws BanipException {@code HOST_UNAVAILABLE} if no host is known
     */
    public ServingHost ofRegistration(Optional<String> last) {
        Map<String, ServingHost> hosts = serving();
        ServingHost only = hosts.get("");
        if (only != null) {
            return only;
        }
        requireAny(hosts);
        List<ServingHost> usable = usable(hosts);
        ServingHost before = last.map(hosts::get).orElse(null);
        if (before != null && !before.isDead() && usable.contains(before)) {
            return before;
        }
        synchronized (this) {
            ServingHost least = usable.stream()
                    .filter(host -> !host.isDead())
                    .min(Comparator.<ServingHost, Boolean>comparing(
                                    host -> host.store().isEmpty())
                            .thenComparing(ServingHost::load))
                    .orElseGet(() -> longestUnasked(usable));
            least.take();
            return least;
        }
    }

    private static ServingHost longestUnasked(List<ServingHost> dead) {
        return dead.stream().min(Comparator.comparing(ServingHost::askedNanos)).orElseThrow();
    }

    private static void requireAny(Map<String, ServingHost> hosts) {
        if (hosts.isEmpty()) {
            throw new BanipException(ErrorCode.HOST_UNAVAILABLE, "no surrogate host is known here");
        }
    }

    /** Those that share the store of the first. At another store an MBU would be told that what it sent is lost. */
    private List<ServingHost> usable(Map<String, ServingHost> hosts) {
        Optional<String> store = Optional.empty();
        List<ServingHost> usable = new ArrayList<>();
        for (ServingHost host : hosts.values()) {
            Optional<String> its = host.store();
            store = store.or(() -> its);
            if (its.isEmpty() || its.equals(store)) {
                usable.add(host);
            } else {
                tellOnce(host);
            }
        }
        return usable;
    }

    private synchronized void tellOnce(ServingHost host) {
        if (told.add(host.known().id())) {
            LOG.error(
                    "- surrogate host {} does not share the store of the first one and gets no registrations:"
                            + " all hosts of a broker need one PostgreSQL database",
                    host.known().base());
        }
    }

    private Map<String, ServingHost> serving() {
        List<KnownHost> now = directory.hosts();
        State current = state;
        return now == current.known() || now.equals(current.known()) ? current.serving() : changed(now);
    }

    private synchronized Map<String, ServingHost> changed(List<KnownHost> now) {
        Map<String, ServingHost> before = state.serving();
        Map<String, ServingHost> serving = new LinkedHashMap<>();
        for (KnownHost host : now) {
            ServingHost known = before.get(host.id());
            if (!permitted.test(host)) {
                if (told.add(host.base().toString())) {
                    LOG.warn("- surrogate host {} is beyond this machine without TLS and is not used", host.base());
                }
            } else if (known != null && known.known().base().equals(host.base())) {
                known.update(host);
                serving.put(host.id(), known);
            } else {
                LOG.info("- surrogate host {} is known{}", host.base(), host.isOnly() ? "" : " as " + host.id());
                serving.put(host.id(), new ServingHost(host, times, question, clock));
            }
        }
        state = new State(now, serving);
        return serving;
    }

    /** Looks at the clock; to be called several times in an interval. Hosts that are due are asked, each by one question at a time. */
    public void tick() {
        for (ServingHost host : serving().values()) {
            if (!host.known().isOnly()) {
                host.tick();
            }
        }
    }

    @Override
    public void close() {
        directory.close();
    }
}
