package org.banip.surrogate.jini.host;

import java.rmi.server.ExportException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import net.jini.core.entry.Entry;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.service.EndedSession;
import org.banip.surrogate.jini.service.SurrogateService;
import org.slf4j.Logger;

/**
 * Surrogates that ended a short time ago, each as a service of its own type: a store that did not find one in time, or was away, gets its data yet. One
 * stays as long as somebody is subscribed to it. Their number is limited: the oldest without a subscriber makes room. Guarded by its monitor.
 */
final class EndedSessions implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(EndedSessions.class);
    /** After these ends nothing more comes of the session, and what came is in the store. */
    private static final Set<Disappearance> FOR_GOOD =
            EnumSet.of(Disappearance.DEREGISTERED, Disappearance.EXPIRED, Disappearance.CANCELLED);

    /** Most of them. */
    static final int MOST = 500;
    /** How long one stays. */
    static final Duration KEPT = Duration.ofMinutes(1);

    private final Exports exports;
    private final Duration kept;
    private final int most;
    private final ScheduledThreadPoolExecutor clock;
    private final ArrayDeque<Service> services = new ArrayDeque<>();

    private record Service(UUID session, ServiceID id, ObjectAddress at) {}

    /** None yet. */
    EndedSessions(Exports exports, int most, Duration kept) {
        this.exports = exports;
        this.most = most;
        this.kept = kept;
        clock = new ScheduledThreadPoolExecutor(1, task -> OwnThreads.daemon("banip-jini-ended", task));
        clock.setKeepAliveTime(1, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        clock.setRemoveOnCancelPolicy(true);
    }

    /** A surrogate has ended; does nothing if its session goes on elsewhere or later. */
    synchronized void add(SurrogateHandle ended, Disappearance reason, Entry[] attributes) {
        if (!FOR_GOOD.contains(reason) || clock.isShutdown() || !hasRoom()) {
            return;
        }
        try {
            ObjectAddress at = exports.objects()
                    .export(new SurrogateService(
                            ended, exports.rights(), exports.subscriptions().toEnded(ended, reason)));
            UUID random = UUID.randomUUID();
            ServiceID id = new ServiceID(random.getMostSignificantBits(), random.getLeastSignificantBits());
            Service service = new Service(ended.description().session(), id, at);
            services.add(service);
            exports.registrations().add(new ServiceItem(id, new EndedSession(at), attributes));
            endLater(service);
        } catch (ExportException e) {
            LOG.warn(
                    "{}: the surrogate that has ended cannot be asked any more",
                    ended.description().session(),
                    e);
        }
    }

    private boolean hasRoom() {
        if (services.size() == most) {
            services.stream().filter(this::isUnused).findFirst().ifPresent(this::end);
        }
        return services.size() < most;
    }

    private boolean isUnused(Service service) {
        return !exports.subscriptions().isSubscribed(service.session());
    }

    private void endLater(Service service) {
        Future<?> unused = clock.schedule(() -> endUnused(service), kept.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized void endUnused(Service service) {
        if (isUnused(service)) {
            end(service);
        } else if (!clock.isShutdown()) {
            endLater(service);
        }
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
