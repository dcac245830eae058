package org.banip.surrogate.jini.subscription;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.server.address.AddressLiteral;
import org.banip.server.address.ClientNetwork;
import org.banip.server.audit.Audit;
import org.banip.server.audit.Who;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.api.ViewerAccess;
import org.banip.surrogate.api.reduction.ReducedBan;
import org.banip.surrogate.api.reduction.ReducingListener;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.calls.LimitedCalls;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.SubscriberReference;
import org.banip.surrogate.jini.remote.SubscriptionTerms;
import org.banip.surrogate.jini.remote.SubscriptionTicket;
import org.banip.surrogate.jini.service.RemoteSubscriptions;
import org.banip.surrogate.jini.transport.Transport;
import org.slf4j.Logger;

/**
 * All subscribers of a host in other JVMs. Callers' rights have been checked before. Any thread; no call waits for a subscriber.
 */
public final class Subscriptions implements RemoteSubscriptions, AutoCloseable {
    private static final Logger LOG = ServerLog.of(Subscriptions.class);
    private static final long TICK_MILLIS = 250;
    private static final long LAST_CALL_MILLIS = 2000;

    private final ExtensionContext host;
    private final SubscriptionSettings settings;
    private final Transport transport;
    private final ScheduledThreadPoolExecutor clock;
    private final Map<UUID, RemoteSubscription> open = new ConcurrentHashMap<>();
    private final Counters counters = new Counters();
    private boolean closed;

    /**
     * No subscribers yet.
     *
     * @param host gives the surrogates' events
     * @param transport how subscribers are called
     */
    public Subscriptions(ExtensionContext host, SubscriptionSettings settings, Transport transport) {
        this.host = host;
        this.settings = settings;
        this.transport = transport;
        clock = new ScheduledThreadPoolExecutor(1, task -> OwnThreads.daemon("banip-jini-watchdog", task));
        ScheduledFuture<?> unused =
                clock.scheduleWithFixedDelay(this::endOld, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Begins to call a subscriber with the events of a surrogate.
     *
     * @param session the surrogate's session
     * @param caller the address from which the request came; the subscriber must be there, too, so that nobody makes the host call third parties
     * @throws BanipException {@code FORBIDDEN} if the subscriber is elsewhere, {@code LIMIT_REACHED}, {@code UNKNOWN_INTERCONNECT} if there is no
     *     such surrogate, {@code MALFORMED_REQUEST} if the start point or the reduction does not fit
     */
    @Override
    public SubscriptionTicket subscribe(
            UUID session, InetAddress caller, SubscriberReference subscriber, SubscriptionTerms terms) {
        AuditedSubscription audited = audited(described(session), caller, terms.reduction());
        return subscribe(audited, caller, subscriber, begun -> source(begun, terms));
    }

    /** Those to a surrogate that has ended: they get what is stored of it, and then its end. */
    public RemoteSubscriptions toEnded(SurrogateHandle ended, Disappearance reason) {
        return new ToEnded(this, ended, reason);
    }

    /** Begins to call a subscriber with what is stored of a surrogate that has ended. */
    SubscriptionTicket replay(
            SurrogateHandle ended,
            Disappearance reason,
            InetAddress caller,
            SubscriberReference subscriber,
            StartPoint.Stored from) {
        AuditedSubscription audited = audited(ended.description(), caller, Reduction.NONE);
        return subscribe(
                audited,
                caller,
                subscriber,
                begun -> host.replay(name(begun.session()), ended, from, reason, begun.events()));
    }

    private AuditedSubscription audited(SurrogateDescription surrogate, InetAddress caller, Reduction wanted) {
        boolean byToken =
                host.find(ViewerAccess.class).filter(ViewerAccess::needsToken).isPresent();
        return new AuditedSubscription(
                host.find(Audit.class).orElse(Audit.OFF),
                Who.of("viewer", byToken ? "viewer-token" : "loopback"),
                caller.getHostAddress(),
                surrogate,
                wanted);
    }

    private SubscriptionTicket subscribe(
            AuditedSubscription audited,
            InetAddress caller,
            SubscriberReference subscriber,
            Function<RemoteSubscription, Subscription> source) {
        ObjectAddress at = subscriber.at();
        RemoteSubscription begun = new RemoteSubscription(
                audited,
                ClientNetwork.of(caller),
                at,
                new LimitedCalls(transport.client(), settings.callLimit(), transport.deadlines()),
                settings.batches(),
                counters);
        try {
            checkAddress(caller, at);
            admit(begun);
        } catch (BanipException e) {
            counters.refused();
            throw e;
        }
        try {
            audited.begin();
            begun.begin(source.apply(begun));
        } catch (RuntimeException | Error e) {
            open.remove(begun.id());
            begun.abandon();
            throw e;
        }
        counters.granted();
        return ticket(begun);
    }

    private Subscription source(RemoteSubscription begun, SubscriptionTerms terms) {
        long queueBytes = Math.min(terms.queueBytes(), settings.queueBytes());
        String name = name(begun.session());
        Reduction reduction = terms.reduction();
        try {
            if (reduction.isNone()) {
                return host.subscribe(name, begun.session(), terms.from(), queueBytes, begun.events());
            }
            ReducedBan ban = ReducedBan.of(described(begun.session()).ban(), reduction);
            SurrogateListener reducing = new ReducingListener(ban, terms.from(), begun.events());
            return host.subscribe(name, begun.session(), ban.ofWhole(terms.from()), queueBytes, reducing);
        } catch (IllegalArgumentException e) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    private static String name(UUID session) {
        return "jini-" + session.toString().substring(0, 8);
    }

    private SurrogateDescription described(UUID session) {
        return host.surrogate(session)
                .map(SurrogateHandle::description)
                .orElseThrow(() -> new BanipException(
                        ErrorCode.UNKNOWN_INTERCONNECT, "session " + session + " has no surrogate here"));
    }

    private static void checkAddress(InetAddress caller, ObjectAddress at) {
        boolean same = AddressLiteral.read(at.address()).map(caller::equals).orElse(false);
        if (!same) {
            throw new BanipException(
                    ErrorCode.FORBIDDEN,
                    "the subscriber is at " + Quoted.of(at.address()) + ", but the request came from "
                            + caller.getHostAddress() + ": only a subscriber at the caller's address is called");
        }
    }

    private synchronized void admit(RemoteSubscription begun) {
        if (closed) {
            throw new BanipException(ErrorCode.HOST_UNAVAILABLE, "the host stops");
        }
        removeEnded();
        long ofCaller = open.values().stream()
                .filter(each -> each.caller().equals(begun.caller()))
                .count();
        if (open.size() >= settings.most() || ofCaller >= settings.mostPerCaller()) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    open.size() + " subscriptions in other processes, " + ofCaller + " of " + begun.caller()
                            + "; at most " + settings.most() + " and " + settings.mostPerCaller() + " are allowed");
        }
        open.put(begun.id(), begun);
    }

    private SubscriptionTicket ticket(RemoteSubscription of) {
        return new SubscriptionTicket(of.id(), settings.lease().toMillis());
    }

    /**
     * Makes a subscription last longer.
     *
     * @throws BanipException {@code UNKNOWN_INTERCONNECT} if the surrogate has no such subscription, or it has ended
     */
    @Override
    public SubscriptionTicket renew(UUID session, UUID subscription) {
        RemoteSubscription found = open.get(subscription);
        if (found == null || !found.session().equals(session) || found.hasEnded()) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_INTERCONNECT, "subscription " + subscription + " has ended, session " + session);
        }
        found.renew();
        return ticket(found);
    }

    /** Ends a subscription; does nothing if the surrogate has none such. */
    @Override
    public void unsubscribe(UUID session, UUID subscription) {
        RemoteSubscription found = open.get(subscription);
        if (found != null && found.session().equals(session)) {
            end(found, SubscriptionEnd.UNSUBSCRIBED);
        }
    }

    private void end(RemoteSubscription ending, SubscriptionEnd reason) {
        boolean unused = ending.end(reason);
        open.remove(ending.id());
    }

    private void endOld() {
        for (RemoteSubscription each : open.values()) {
            try {
                if (each.isOlderThan(settings.lease())) {
                    end(each, SubscriptionEnd.NOT_RENEWED);
                }
            } catch (RuntimeException | LinkageError e) { // would end the schedule silently
                LOG.error("{}: a subscription that was not renewed did not end in an orderly way", each.session(), e);
            }
        }
        removeEnded();
    }

    private void removeEnded() {
        open.values().removeIf(RemoteSubscription::hasEnded);
    }

    /** Whether anybody is subscribed to this session. */
    public boolean isSubscribed(UUID session) {
        return open.values().stream().anyMatch(each -> each.session().equals(session) && !each.hasEnded());
    }

    /** What became of all. */
    public SubscriptionCounts counts() {
        removeEnded();
        return counters.now(open.size());
    }

    /** Gives every subscriber a moment to take what was collected last, and ends all. The surrogates have disappeared before. */
    @Override
    public void close() {
        List<RemoteSubscription> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(open.values());
        }
        long deadline = System.nanoTime() + Duration.ofMillis(LAST_CALL_MILLIS).toNanos();
        try {
            for (RemoteSubscription each : all) {
                each.awaitEnd(Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            LOG.debug("- interrupted while subscribers take what is left");
            Thread.currentThread().interrupt();
        }
        all.forEach(each -> end(each, SubscriptionEnd.HOST_STOPPED));
        clock.shutdownNow();
    }
}
