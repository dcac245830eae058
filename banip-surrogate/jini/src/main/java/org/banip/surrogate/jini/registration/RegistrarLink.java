package org.banip.surrogate.jini.registration;

import java.rmi.RemoteException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import net.jini.core.lease.Lease;
import net.jini.core.lease.UnknownLeaseException;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import net.jini.core.lookup.ServiceRegistrar;
import org.banip.core.text.Counted;
import org.banip.core.text.Quoted;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.calls.LimitedCalls;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.transport.Deadlines;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Keeps services registered with one lookup service, on a thread of its own, which owns the leases. While the lookup service is away nothing piles
 * up: there is the set of wanted services, and one next attempt.
 */
final class RegistrarLink {
    private static final Logger LOG = ServerLog.of(RegistrarLink.class);
    private static final Duration LONGEST_CALL = Duration.ofSeconds(20);
    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 15_000;
    private static final long REFUSED_PAUSE_MILLIS = 5_000;
    private static final int LONGEST_REASON = 200;
    /** A lease is renewed when a third of it is over, so that two attempts may fail. */
    private static final int RENEWALS_PER_LEASE = 3;

    private final LookupSource source;
    private final Duration lease;
    private final Map<ServiceID, ServiceItem> wanted;
    private final LimitedCalls calls;
    private final Semaphore wake = new Semaphore(0);
    private final Thread thread;

    private final Map<ServiceID, Held> held = new HashMap<>();
    /** Services that the lookup service refused, and when to try again, by {@link System#nanoTime}. */
    private final Map<ServiceID, Long> refused = new HashMap<>();

    private String refusal = "";
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private volatile LinkStatus status;
    private volatile boolean ended;

    /** A lease and when to renew it, by {@link System#nanoTime}. */
    private record Held(Lease lease, long renewAtNanos) {}

    RegistrarLink(LookupSource source, Duration lease, Map<ServiceID, ServiceItem> wanted, Deadlines deadlines) {
        this.source = source;
        this.lease = lease;
        this.wanted = wanted;
        status = new LinkStatus(source.name(), 0, "not found yet");
        calls = new LimitedCalls(source.sockets(), LONGEST_CALL, deadlines);
        thread = OwnThreads.daemon("banip-jini-" + source.name(), this::run);
    }

    void start() {
        thread.start();
    }

    void changed() {
        wake.release();
    }

    void end() {
        ended = true;
        wake.release();
    }

    /** Waits until it has cancelled its registrations; after the deadline its connections are closed. */
    void join(long deadlineNanos) {
        try {
            long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime()));
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.warn(
                    "- the lookup service {} does not answer; registrations there end with their leases",
                    source.name());
            thread.interrupt();
        }
        calls.close();
    }

    LinkStatus status() {
        return status;
    }

    private void run() {
        while (!ended) {
            try {
                keepRegistered(call(() -> source.find(calls.sockets())));
            } catch (InterruptedException e) {
                if (ended) {
                    return;
                }
                failed(e);
            } catch (Exception | LinkageError e) {
                failed(e);
            }
        }
    }

    private void failed(Throwable e) {
        if (ended) {
            return;
        }
        if (status.problem().isEmpty() || pauseMillis == FIRST_PAUSE_MILLIS) {
            LOG.warn(
                    "- lookup service {} cannot be used, trying again: {}",
                    source.name(),
                    Quoted.line(e.toString(), LONGEST_REASON));
        }
        refused.clear();
        held.clear(); // they end by themselves, or are registered again
        status = new LinkStatus(source.name(), 0, Quoted.line(e.toString(), LONGEST_REASON));
        pause();
    }

    private void pause() {
        try {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
            pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, pauseMillis * 2);
            while (!ended && until - System.nanoTime() > 0) {
                boolean unused = wake.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            LOG.debug("- a pause was ended early", e);
        }
    }

    private void keepRegistered(ServiceRegistrar registrar) throws Exception {
        LOG.info("- lookup service {} found", source.name());
        while (!ended) {
            wake.drainPermits();
            long nanos = reconcile(registrar);
            pauseMillis = FIRST_PAUSE_MILLIS;
            status = new LinkStatus(source.name(), surrogates(), problem());
            boolean unused = wake.tryAcquire(nanos, TimeUnit.NANOSECONDS);
        }
        reconcile(registrar);
    }

    private int surrogates() {
        return (int) wanted.values().stream()
                .filter(item -> item.service instanceof RemoteSurrogate && held.containsKey(item.serviceID))
                .count();
    }

    private String problem() {
        return refused.isEmpty() ? "" : "refuses " + Counted.of(refused.size(), "service") + ": " + refusal;
    }

    /** Registers, renews and cancels; returns the nanoseconds until there is something to renew. */
    private long reconcile(ServiceRegistrar registrar) throws Exception {
        cancelUnwanted();
        long now = System.nanoTime();
        long next = lease.toNanos() / RENEWALS_PER_LEASE;
        for (ServiceItem service : List.copyOf(wanted.values())) {
            long due = dueNanos(service.serviceID, now);
            if (due - now <= 0) {
                due = keep(registrar, service);
            }
            next = Math.min(next, Math.max(1, due - now));
        }
        return next;
    }

    /** When there is something to do for a service, by {@link System#nanoTime}; {@code now} for a new one. */
    private long dueNanos(ServiceID service, long now) {
        Held known = held.get(service);
        return known == null ? refused.getOrDefault(service, now) : known.renewAtNanos();
    }

    /** Renews or registers one service; returns when to come back to it. That it is refused concerns no other service. */
    private long keep(ServiceRegistrar registrar, ServiceItem service) throws Exception {
        try {
            Held known = renewedOrRegistered(registrar, service, held.get(service.serviceID));
            refused.remove(service.serviceID);
            held.put(service.serviceID, known);
            return known.renewAtNanos();
        } catch (RefusedException e) {
            if (refused.isEmpty()) {
                LOG.warn(
                        "- lookup service {} refuses a service, trying again: {}",
                        source.name(),
                        Quoted.line(String.valueOf(e.getMessage()), LONGEST_REASON));
            }
            held.remove(service.serviceID);
            refusal = Quoted.line(String.valueOf(e.getMessage()), LONGEST_REASON);
            long again = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REFUSED_PAUSE_MILLIS);
            refused.put(service.serviceID, again);
            return again;
        }
    }

    private void cancelUnwanted() throws Exception {
        refused.keySet().retainAll(wanted.keySet());
        for (Iterator<Map.Entry<ServiceID, Held>> each = held.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<ServiceID, Held> one = each.next();
            if (!wanted.containsKey(one.getKey())) {
                each.remove();
                cancel(one.getValue().lease());
            }
        }
    }

    private void cancel(Lease unwanted) throws Exception {
        try {
            call(() -> {
                unwanted.cancel();
                return true;
            });
        } catch (UnknownLeaseException e) {
            LOG.debug("- {}: a registration had expired", source.name());
        } catch (RefusedException e) {
            LOG.debug("- {}: a registration ends with its lease", source.name(), e);
        }
    }

    private Held renewedOrRegistered(ServiceRegistrar registrar, ServiceItem service, @Nullable Held known)
            throws Exception {
        if (known != null) {
            try {
                return call(() -> renewed(known.lease()));
            } catch (UnknownLeaseException e) {
                LOG.warn("- {}: a registration had expired, registering again", source.name());
            }
        }
        return call(() -> registered(registrar, service));
    }

    private <T> T call(Callable<T> work) throws Exception {
        return calls.limited(source.name(), () -> JvmFilter.trusting(work));
    }

    private Held renewed(Lease present) throws UnknownLeaseException, RemoteException {
        try {
            present.renew(lease.toMillis());
        } catch (net.jini.core.lease.LeaseDeniedException e) {
            throw new RemoteException("a lease is not renewed", e);
        }
        return held(present);
    }

    private Held registered(ServiceRegistrar registrar, ServiceItem service) throws Exception {
        Lease granted = registrar.register(service, lease.toMillis()).getLease();
        return held(source.lease(registrar, granted));
    }

    /** Counts from now: the time that the call took is lost to the lease, and a third of it is not longer than two thirds. */
    private Held held(Lease granted) {
        long millis = Math.max(1, granted.getExpiration() - System.currentTimeMillis());
        return new Held(
                granted,
                System.nanoTime()
                        + TimeUnit.MILLISECONDS.toNanos(Math.min(millis, lease.toMillis())) / RENEWALS_PER_LEASE);
    }
}
