package org.banip.surrogate.jini.client;

import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.jini.calls.LimitedCalls;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.remote.SubscriberReference;
import org.banip.surrogate.jini.remote.SubscriptionTerms;
import org.banip.surrogate.jini.remote.SubscriptionTicket;
import org.banip.surrogate.jini.transport.Transport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Follows one session: subscribes where it is listed, renews, and subscribes again after a break, at the host where the session is then. Its thread
 * makes the calls; the monitor guards what the directory lists.
 */
final class FollowedBan implements Runnable {
    private static final Logger LOG = ServerLog.of(FollowedBan.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration REFUSED_PAUSE = Duration.ofSeconds(30);
    /** A lease is renewed when this part of it has passed: two renewals may fail. */
    private static final int RENEWALS = 3;

    private final ClientParts parts;
    private final LimitedCalls calls;
    private final ReentrantLock delivering = new ReentrantLock();
    private final String name;
    private final Thread thread;

    /** The newest first. Clocks of hosts differ: who answers is asked, not who is newest. */
    private List<ListedSurrogate> listed;
    /** Surrogates that said that they are gone, which may be listed for some more time, and one that is not wanted. */
    private final Set<ObjectAddress> gone = new HashSet<>();

    private boolean closed;
    private boolean ended;

    /** Set by the thread; survives subscriptions. */
    private volatile @Nullable Progress progress;
    /** The thread's: whether data was accepted since the last pause. */
    private boolean accepted;
    /** The thread's: whether the interest was told of the BAN. */
    private boolean found;
    /** The thread's: whether the last host that was tried took the subscription. */
    private boolean subscribed;

    /** Follows a session of which this much is known from earlier. */
    FollowedBan(ClientParts parts, List<ListedSurrogate> found, @Nullable Progress earlier) {
        this.parts = parts;
        Transport transport = parts.transport();
        calls = new LimitedCalls(transport.client(), parts.callLimit(), transport.deadlines());
        progress = earlier;
        listed = found;
        name = shortId(found.get(0));
        thread = OwnThreads.daemon("banip-follow-" + name, this);
    }

    void start() {
        thread.start();
    }

    /** Where the directory lists it now, the newest first; if nowhere, a subscription that lives goes on. */
    synchronized void isListed(List<ListedSurrogate> found) {
        if (!found.equals(listed)) {
            listed = found;
            gone.retainAll(found.stream().map(ListedSurrogate::at).toList());
            notifyAll();
        }
    }

    /** Whether it follows nothing any more. */
    synchronized boolean hasEnded() {
        return ended;
    }

    /** How far its listener got. */
    Optional<Progress> progress() {
        return Optional.ofNullable(progress);
    }

    @Override
    public void run() {
        try {
            followAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | LinkageError e) {
            LOG.error("{}: a BAN cannot be followed; it is tried again", name, e);
        } finally {
            calls.close();
            synchronized (this) {
                ended = true;
            }
        }
    }

    private void followAll() throws InterruptedException {
        Duration pause = FIRST_PAUSE;
        List<ListedSurrogate> all = awaitListed();
        while (!all.isEmpty()) {
            pause = followFirst(all, pause);
            pause = accepted ? FIRST_PAUSE : pause;
            accepted = false;
            pause(all, pause);
            pause = longer(pause);
            all = awaitListed();
        }
        Progress known = progress;
        if (known != null && !isClosed()) {
            known.vanished();
        }
    }

    /** Follows the first that answers; returns how long to wait after that. */
    private Duration followFirst(List<ListedSurrogate> all, Duration pause) throws InterruptedException {
        Map<ListedSurrogate, RefusedException> refusals = new LinkedHashMap<>();
        for (ListedSurrogate at : all) {
            subscribed = false;
            try {
                follow(at, all);
                return pause;
            } catch (RefusedException e) {
                if (!subscribed && e.code() != ErrorCode.UNKNOWN_INTERCONNECT) { // otherwise it ended just now
                    refusals.put(at, e);
                }
            } catch (RemoteException | BanipException | IllegalArgumentException e) {
                LOG.debug("{}: the host {} cannot be followed", shortId(at), at.host(), e);
                failed(at, e);
            }
            if (subscribed) {
                refusals.clear();
            }
        }
        Duration after = pause;
        for (Map.Entry<ListedSurrogate, RefusedException> each : refusals.entrySet()) {
            after = refused(each.getKey(), each.getValue(), pause);
        }
        return after;
    }

    /** A subscription that breaks is made again at once; what is told is that there is none. */
    private void failed(ListedSurrogate at, Exception why) {
        if (!subscribed && !isClosed()) {
            parts.interest().failed(at, why);
        }
    }

    private Duration refused(ListedSurrogate at, RefusedException e, Duration pause) {
        parts.interest().refused(at, e);
        LOG.info("{}: the host {} refuses: {}", shortId(at), at.host(), e.getMessage());
        return e.code() == ErrorCode.UNAUTHENTICATED || e.code() == ErrorCode.FORBIDDEN ? REFUSED_PAUSE : pause;
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    /** Waits, unless others are listed meanwhile. */
    private synchronized void pause(List<ListedSurrogate> tried, Duration time) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        long left = time.toNanos();
        while (!closed && tried.equals(present()) && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
    }

    /** Where to subscribe, the newest first; empty if it is listed nowhere. */
    private synchronized List<ListedSurrogate> awaitListed() throws InterruptedException {
        while (!closed && !listed.isEmpty() && present().isEmpty()) {
            wait();
        }
        return closed ? List.of() : present();
    }

    private List<ListedSurrogate> present() {
        return listed.stream()
                .filter(each -> !gone.contains(each.at()) && !isComplete(each))
                .toList();
    }

    /** Whether it has ended and was followed to its end. */
    boolean isComplete(ListedSurrogate surrogate) {
        Progress known = progress;
        return known != null && surrogate.ended() && known.isComplete(surrogate.activatedNanos());
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /**
     * Subscribes and stays until the subscription ends.
     *
     * @param all what was listed when this one was chosen
     */
    private void follow(ListedSurrogate at, List<ListedSurrogate> all) throws RemoteException, InterruptedException {
        RemoteSurrogate surrogate = calls.stub(RemoteSurrogate.class, at.at());
        SurrogateDescription described = surrogate.description(parts.token()).description();
        if (!described.session().equals(at.session())) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "the surrogate listed for session " + at.session() + " is that of " + described.session());
        }
        ListedSurrogate named = at.ban().isEmpty() ? at.withBan(described.ban().id()) : at;
        if (at.ban().isEmpty() && !parts.interest().wants(named)) {
            isGone(at.at());
            return;
        }
        if (!found) {
            found = true;
            parts.interest().found(named);
        }
        Progress known = progress;
        FeedNumbers numbers = FeedNumbers.of(described.ban(), parts.reduction());
        if (known == null) {
            known = new Progress(parts.interest().listener(described), numbers);
            progress = known;
        }
        List<Long> positions = known.hasBegun() ? List.of() : positions(surrogate);
        Receiver receiver = new Receiver(delivering, known, this::wake);
        ObjectAddress exported = export(receiver);
        try {
            StartPoint from = begin(known, described, numbers, positions);
            SubscriptionTicket ticket = surrogate.subscribe(
                    parts.token(),
                    new SubscriberReference(exported),
                    SubscriptionTerms.of(from, parts.queueBytes(), parts.reduction()));
            subscribed = true;
            stay(() -> stays(at, all, receiver), surrogate, ticket);
            if (!receiver.hasEnded()) {
                surrogate.unsubscribe(parts.token(), ticket.subscription());
            }
        } finally {
            parts.objects().unexport(exported);
            receiver.retire();
            accepted |= receiver.hasAccepted();
            if (receiver.hasDisappeared()) {
                isGone(at.at());
            }
        }
    }

    private ObjectAddress export(Receiver receiver) {
        try {
            return parts.objects().export(receiver);
        } catch (ExportException e) {
            throw new IllegalStateException("cannot be called back", e);
        }
    }

    /** Per group, what comes next. */
    private List<Long> positions(RemoteSurrogate surrogate) throws RemoteException {
        return surrogate.statistics(parts.token()).statistics().groups().stream()
                .map(GroupStatistics::nextSequence)
                .toList();
    }

    private StartPoint begin(Progress known, SurrogateDescription described, FeedNumbers numbers, List<Long> positions)
            throws InterruptedException {
        delivering.lockInterruptibly();
        try {
            known.describe(described.ban(), numbers);
            StartPoint from = parts.interest().from(described, known.processed());
            known.begin(described, from, positions);
            return from;
        } finally {
            delivering.unlock();
        }
    }

    private synchronized void isGone(ObjectAddress at) {
        gone.add(at);
    }

    private synchronized void wake() {
        notifyAll();
    }

    /** Renews until the subscription ends, or the session is somewhere else. */
    private void stay(BooleanSupplier stays, RemoteSurrogate surrogate, SubscriptionTicket ticket)
            throws RemoteException, InterruptedException {
        while (awaitRenewal(stays, Duration.ofMillis(Math.max(1, ticket.leaseMillis() / RENEWALS)))) {
            SubscriptionTicket unused = surrogate.renew(parts.token(), ticket.subscription());
        }
    }

    /** Waits; whether to renew then. */
    private synchronized boolean awaitRenewal(BooleanSupplier stays, Duration time) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        long left = time.toNanos();
        while (stays.getAsBoolean() && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
        return stays.getAsBoolean();
    }

    /** It leaves a surrogate that is not listed any more while others are, and when a newer one comes. */
    private boolean stays(ListedSurrogate at, List<ListedSurrogate> known, Receiver receiver) {
        boolean newer = present().stream()
                .anyMatch(each -> each.activatedNanos() > at.activatedNanos() && !known.contains(each));
        boolean elsewhere = listed.stream().anyMatch(each -> !each.ended());
        boolean here = !elsewhere || listed.contains(at);
        return !closed && !receiver.hasEnded() && here && !newer;
    }

    private static String shortId(ListedSurrogate of) {
        return of.session().toString().substring(0, 8);
    }

    /** Unsubscribes soon. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Waits until it has unsubscribed, and interrupts it when this time (ms) has passed. */
    void join(long millis) throws InterruptedException {
        if (Thread.currentThread() != thread) {
            thread.join(Math.max(1, millis));
            if (thread.isAlive()) {
                calls.close();
                thread.interrupt();
            }
        }
    }
}
