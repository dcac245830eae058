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
import org.jspecify.annotations.Nullable;
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
    private final StoreInUse storeInUse = new StoreInUse();

    /** Replaced together, when the directory has another list. */
    private volatile State state = new State(List.of(), Map.of(), Set.of());

    /** {@code refused}: entries that are not used, which the log has. */
    private record State(List<KnownHost> known, Map<String, ServingHost> serving, Set<KnownHost> refused) {}

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
        if (host.isDead() && !takers(hosts).isEmpty()) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_INTERCONNECT,
                    "the interconnect's surrogate host cannot be reached: register again");
        }
        if (!host.stores() && takers(hosts).stream().anyMatch(ServingHost::stores)) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_INTERCONNECT,
                    "the interconnect's surrogate host cannot store now, and another one can: register again");
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
        List<ServingHost> takers = takers(hosts);
        ServingHost before = last.map(hosts::get).orElse(null);
        if (before != null && takers.contains(before)) {
            return before;
        }
        return takers.isEmpty() ? longestUnasked(usable(hosts)) : leastLoaded(takers);
    }

    /**
     * Another host for a registration that the one it was sent to did not take.
     *
     * @param tried where it was sent already
     * @return empty if no other lives
     */
    public Optional<ServingHost> ofRegistrationAgain(Set<ServingHost> tried) {
        List<ServingHost> takers = new ArrayList<>(takers(serving()));
        takers.removeAll(tried);
        return takers.isEmpty() ? Optional.empty() : Optional.of(leastLoaded(takers));
    }

    /** The living hosts that may get registrations: those that can store, or all if none can. */
    private List<ServingHost> takers(Map<String, ServingHost> hosts) {
        List<ServingHost> living =
                usable(hosts).stream().filter(host -> !host.isDead()).toList();
        List<ServingHost> storing = living.stream().filter(ServingHost::stores).toList();
        return storing.isEmpty() ? living : storing;
    }

    private synchronized ServingHost leastLoaded(List<ServingHost> living) {
        ServingHost least = living.stream()
                .min(Comparator.<ServingHost, Boolean>comparing(
                                host -> host.store().isEmpty())
                        .thenComparing(ServingHost::load))
                .orElseThrow();
        least.take();
        return least;
    }

    /** A dead host may live again, and the registration shows it; but an answer of another server would be taken for a host's. */
    private static ServingHost longestUnasked(List<ServingHost> dead) {
        return dead.stream()
                .filter(host -> !host.isStranger())
                .max(Comparator.comparing(ServingHost::unaskedNanos))
                .orElseThrow(() -> new BanipException(
                        ErrorCode.HOST_UNAVAILABLE,
                        "none of the surrogate hosts that are known here serves this broker"));
    }

    /**
     * A request is sent to this host. If the host fell silent after it was chosen, the request is broken off at once, as the others at that host were.
     * If no host lives, the request stays, because the MBU would find no other.
     *
     * @param breaker is run when the host dies because it sends nothing; must not block
     */
    public void began(ServingHost host, Runnable breaker) {
        host.began(breaker);
        if (host.isSilent() && !takers(serving()).isEmpty()) {
            ServingHost.run(breaker);
        }
    }

    private static void requireAny(Map<String, ServingHost> hosts) {
        if (hosts.isEmpty()) {
            throw new BanipException(ErrorCode.HOST_UNAVAILABLE, "no surrogate host is known here");
        }
    }

    /** Those that have the store in use. At another store an MBU would be told that what it sent is lost. */
    private List<ServingHost> usable(Map<String, ServingHost> hosts) {
        Optional<ServingHost> right = storeInUse.firstOf(hosts.values());
        List<ServingHost> usable = new ArrayList<>();
        for (ServingHost host : hosts.values()) {
            if (right.isEmpty() || sharesStore(host, right.get())) {
                usable.add(host);
            } else if (host.tellOfStore()) {
                LOG.error("- {}; it gets no registrations", otherStore(host, right.get()));
            }
        }
        return usable;
    }

    private static boolean sharesStore(ServingHost host, ServingHost right) {
        return host.store().isEmpty() || host.store().equals(right.store());
    }

    private static String otherStore(ServingHost host, ServingHost right) {
        return "surrogate host " + host.known().base() + " has another store ("
                + host.store().orElse("none") + ") than "
                + right.known().base() + " (" + right.store().orElse("none")
                + "): all hosts of a broker must share one PostgreSQL database";
    }

    /** What is wrong with which hosts, and how many are usable. */
    public HostsHealth health() {
        Map<String, ServingHost> hosts = serving();
        List<ServingHost> usable = usable(hosts);
        List<String> problems = new ArrayList<>();
        int living = 0;
        for (ServingHost host : hosts.values()) {
            if (host.isDead()) {
                problems.add("surrogate host " + host.known().base() + " is dead: "
                        + host.reach().lastReason());
            } else if (usable.contains(host)) {
                living++;
                if (!host.stores()) {
                    problems.add("surrogate host " + host.known().base() + " cannot store now");
                }
            } else {
                storeInUse.firstOf(hosts.values()).ifPresent(right -> problems.add(otherStore(host, right)));
            }
        }
        return new HostsHealth(hosts.size(), living, problems);
    }

    private Map<String, ServingHost> serving() {
        List<KnownHost> now = directory.hosts();
        State current = state;
        return now == current.known() || now.equals(current.known()) ? current.serving() : changed();
    }

    /** Asks the directory again: another thread may have seen a newer list meanwhile. */
    private synchronized Map<String, ServingHost> changed() {
        List<KnownHost> now = directory.hosts();
        State before = state;
        if (now.equals(before.known())) {
            return before.serving();
        }
        Map<String, ServingHost> serving = new LinkedHashMap<>();
        Set<KnownHost> refused = new HashSet<>();
        for (KnownHost host : now) {
            Optional<String> why = whyRefused(host, now);
            if (why.isEmpty()) {
                serving.put(host.id(), serving(host, before.serving().get(host.id())));
            } else {
                refused.add(host);
                if (!before.refused().contains(host)) {
                    LOG.error("- surrogate host {} is not used: {}", host.base(), why.get());
                }
            }
        }
        state = new State(now, serving, refused);
        return serving;
    }

    private Optional<String> whyRefused(KnownHost host, List<KnownHost> all) {
        if (!permitted.test(host)) {
            return Optional.of("it is beyond this machine without TLS");
        }
        return host.isOnly() && all.size() > 1
                ? Optional.of("it has no name, and one of several needs one, 1 to 36 of a-z 0-9 -")
                : Optional.empty();
    }

    private ServingHost serving(KnownHost host, @Nullable ServingHost before) {
        if (before != null && before.known().base().equals(host.base())) {
            before.update(host);
            return before;
        }
        if (!host.isOnly()) {
            LOG.info("- surrogate host {} is known as {}", host.base(), host.id());
        }
        return new ServingHost(host, times, question, clock);
    }

    /** Looks at the clock; to be called several times in an interval. Hosts that are due are asked, each by one question at a time. */
    public void tick() {
        Map<String, ServingHost> hosts = serving();
        for (ServingHost host : hosts.values()) {
            if (!host.known().isOnly()) {
                host.tick();
            }
        }
        Optional<ServingHost> unused = storeInUse.firstOf(hosts.values()); // also if there is no registration for long
    }

    @Override
    public void close() {
        directory.close();
    }
}
