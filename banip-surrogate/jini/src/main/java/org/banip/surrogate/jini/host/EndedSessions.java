package org.banip.surrogate.jini.host;

import java.rmi.server.ExportException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import org.banip.core.error.BanipException;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.service.EndedSession;
import org.banip.surrogate.jini.service.SurrogateService;
import org.slf4j.Logger;

/**
 * Surrogates that have ended, each as a service of its own type: a store that did not find one in time, or was away, can still get its data. One
 * stays as long as somebody is subscribed to it. Their number is limited: the oldest without a subscriber makes room. Guarded by its monitor.
 */
final class EndedSessions implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(EndedSessions.class);
    /** After these ends nothing more comes of the session, and what came is in the store. */
    private static final Set<Disappearance> FOR_GOOD =
            EnumSet.of(Disappearance.DEREGISTERED, Disappearance.EXPIRED, Disappearance.CANCELLED);

    private static final Duration SHORTEST_TICK = Duration.ofMillis(100);
    private static final Duration LONGEST_TICK = Duration.ofMinutes(1);
    private static final Duration RETRY = Duration.ofSeconds(10);

    private final Exports exports;
    private final ServiceAttributes attributes;
    private final int most;
    private final Duration kept;
    private final ScheduledThreadPoolExecutor clock;
    /** The oldest first. */
    private final ArrayDeque<Service> services = new ArrayDeque<>();

    /** One, and when it ends if nobody is subscribed to it, by {@link System#nanoTime}. */
    private record Service(UUID session, ServiceID id, ObjectAddress at, long endNanos) {}

    /**
     * None yet.
     *
     * @param most most of them; 0 for none
     * @param kept how long one stays that nobody is subscribed to
     */
    EndedSessions(Exports exports, ServiceAttributes attributes, int most, Duration kept) {
        this.exports = exports;
        this.attributes = attributes;
        this.most = most;
        this.kept = kept;
        clock = new ScheduledThreadPoolExecutor(1, task -> OwnThreads.daemon("banip-jini-ended", task));
        long tick = Math.max(SHORTEST_TICK.toMillis(), Math.min(kept.toMillis() / 10, LONGEST_TICK.toMillis()));
        Future<?> unused = clock.scheduleWithFixedDelay(this::endOld, tick, tick, TimeUnit.MILLISECONDS);
    }

    /** A surrogate has ended; does nothing if its session goes on elsewhere or later. */
    synchronized void add(SurrogateHandle ended, Disappearance reason) {
        if (FOR_GOOD.contains(reason) && !clock.isShutdown()) {
            remove(ended.description().session());
            if (hasRoom()) {
                exported(ended, reason).ifPresent(services::addLast);
            }
        }
    }

    private boolean hasRoom() {
        if (services.size() >= most) {
            services.stream().filter(this::isUnused).findFirst().ifPresent(this::end);
        }
        return services.size() < most;
    }

    private Optional<Service> exported(SurrogateHandle ended, Disappearance reason) {
        UUID session = ended.description().session();
        try {
            ObjectAddress at = exports.objects()
                    .export(new SurrogateService(
                            ended, exports.rights(), exports.subscriptions().toEnded(ended, reason)));
            UUID random = UUID.randomUUID();
            ServiceID id = new ServiceID(random.getMostSignificantBits(), random.getLeastSignificantBits());
            exports.registrations().add(new ServiceItem(id, new EndedSession(at), attributes.of(ended.description())));
            return Optional.of(new Service(session, id, at, System.nanoTime() + kept.toNanos()));
        } catch (ExportException e) {
            LOG.error("{}: the surrogate that has ended cannot be asked any more", session, e);
            return Optional.empty();
        }
    }

    /**
     * Adds those that ended before this host was started, or whose host stopped and which did not come back: as many as there is room for. They are
     * looked for when an MBU that still sends has had the time to register again.
     */
    void addStoredLater(ExtensionContext host) {
        addStoredAfter(host, host.expiresAfter());
    }

    private synchronized void addStoredAfter(ExtensionContext host, Duration time) {
        if (most > 0 && !clock.isShutdown()) {
            Future<?> unused = clock.schedule(() -> addStored(host), time.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void addStored(ExtensionContext host) {
        try {
            List<SurrogateHandle> stored = host.stored(Instant.now().minus(kept), most);
            stored.forEach(ended -> addOlder(ended, host));
            LOG.debug("- {} sessions of the store can be read over Jini", stored.size());
        } catch (BanipException e) {
            if (clock.isShutdown()) {
                return; // the store is being closed
            }
            LOG.warn("- sessions that have ended cannot be offered over Jini, trying again: {}", e.getMessage());
            addStoredAfter(host, RETRY);
        } catch (RuntimeException | LinkageError e) {
            LOG.error("- sessions that have ended cannot be offered over Jini", e);
        }
    }

    /** Takes no other's room. */
    private synchronized void addOlder(SurrogateHandle stored, ExtensionContext host) {
        UUID session = stored.description().session();
        boolean wanted = services.size() < most
                && services.stream().noneMatch(each -> each.session().equals(session))
                && host.surrogate(session).isEmpty(); // it may have begun again meanwhile
        if (wanted && !clock.isShutdown()) {
            exported(stored, Disappearance.EXPIRED).ifPresent(services::addFirst);
        }
    }

    /** A session goes on: it is no longer one that has ended. */
    synchronized void remove(UUID session) {
        services.stream()
                .filter(each -> each.session().equals(session))
                .findFirst()
                .ifPresent(this::end);
    }

    private boolean isUnused(Service service) {
        return !exports.subscriptions().isSubscribed(service.session());
    }

    private synchronized void endOld() {
        long now = System.nanoTime();
        services.stream()
                .filter(each -> now - each.endNanos() >= 0 && isUnused(each))
                .toList()
                .forEach(this::end);
    }

    private synchronized void end(Service service) {
        if (services.remove(service)) {
            exports.registrations().remove(service.id());
            exports.objects().unexport(service.at());
        }
    }

    @Override
    public synchronized void close() {
        clock.shutdownNow();
        services.clear(); // objects and registrations end with the host's Jini part
    }
}
