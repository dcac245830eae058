package org.banip.surrogate.jini.client;

import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.jini.calls.LimitedCalls;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.remote.SubscriberReference;
import org.banip.surrogate.jini.remote.SubscriptionTerms;
import org.banip.surrogate.jini.remote.SubscriptionTicket;
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
    private final Thread thread;

    private @Nullable ListedSurrogate listed;
    /** When the surrogate was activated that said last that it is gone; it may be listed for some time yet. */
    private long goneNanos = Long.MIN_VALUE;

    private boolean closed;
    private boolean ended;

    /** Set by the thread; survives subscriptions. */
    private volatile @Nullable Progress progress;

    /** Follows a session of which this much is known from earlier. */
    FollowedBan(ClientParts parts, ListedSurrogate found, @Nullable Progress earlier) {
        this.parts = parts;
        calls = new LimitedCalls(parts.sockets(), parts.callLimit(), parts.clock());
        progress = earlier;
        listed = found;
        thread = new Thread(this, "banip-follow-" + found.session().toString().substring(0, 8));
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Where the directory lists it now. */
    synchronized void isListed(ListedSurrogate found) {
        if (!found.equals(listed)) {
            listed = found;
            notifyAll();
        }
    }

    /** The directory lists it no more: a subscription that lives goes on. */
    synchronized void isNotListed() {
        if (listed != null) {
            listed = null;
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
        } finally {
            calls.close();
            synchronized (this) {
                ended = true;
            }
        }
    }

    private void followAll() throws InterruptedException {
        Duration pause = FIRST_PAUSE;
        ListedSurrogate at = awaitListed();
        while (at != null) {
            try {
                boolean subscribed = follow(at);
                pause = subscribed ? FIRST_PAUSE : pause;
            } catch (RefusedException e) {
                pause = refused(at, e, pause);
            } catch (RemoteException | BanipException | IllegalArgumentException e) {
                LOG.debug("{}: the host {} cannot be followed", shortId(at), at.host(), e);
            }
            pause(at, pause);
            pause = longer(pause);
            at = awaitListed();
        }
        Progress known = progress;
        if (known != null && !isClosed()) {
            known.vanished();
        }
    }

    private Duration refused(ListedSurrogate at, RefusedException e, Duration pause) {
        if (e.code() == ErrorCode.UNKNOWN_INTERCONNECT) {
            return pause; // it ended just now
        }
        parts.interest().refused(at, e);
        LOG.info("{}: the host {} refuses: {}", shortId(at), at.host(), e.getMessage());
        return e.code() == ErrorCode.UNAUTHENTICATED || e.code() == ErrorCode.FORBIDDEN ? REFUSED_PAUSE : pause;
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    /** Waits, unless another surrogate is listed meanwhile. */
    private synchronized void pause(ListedSurrogate tried, Duration time) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        long left = time.toNanos();
        while (!closed && tried.equals(listed) && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
    }

    /** The next surrogate to subscribe to; null if there is none. */
    private synchronized @Nullable ListedSurrogate awaitListed() throws InterruptedException {
        while (!closed && listed != null && listed.activatedNanos() <= goneNanos) {
            wait();
        }
        return closed ? null : listed;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Subscribes and stays until the subscription ends; whether there was one. */
    private boolean follow(ListedSurrogate at) throws RemoteException, InterruptedException {
        RemoteSurrogate surrogate = calls.stub(RemoteSurrogate.class, at.at());
        SurrogateDescription described = surrogate.description(parts.token()).description();
        if (!described.session().equals(at.session())) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "the surrogate listed for session " + at.session() + " is that of " + described.session());
        }
        Progress known = progress;
        if (known == null) {
            known = new Progress(parts.interest().listener(described));
            progress = known;
        }
        Receiver receiver = new Receiver(delivering, known, this::wake);
        ObjectAddress exported = export(receiver);
        try {
            StartPoint from = begin(known, described);
            SubscriptionTicket ticket = surrogate.subscribe(
                    parts.token(),
                    new SubscriberReference(exported),
                    SubscriptionTerms.of(from, parts.queueBytes(), parts.reduction()));
            stay(at, surrogate, ticket, receiver);
            return true;
        } finally {
            parts.objects().unexport(exported);
            receiver.retire();
            if (receiver.hasDisappeared()) {
                isGone(described.activatedNanos());
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

    private StartPoint begin(Progress known, SurrogateDescription described) throws InterruptedException {
        delivering.lockInterruptibly();
        try {
            StartPoint from = parts.interest().from(described, known.processed());
            known.begin(described, from);
            return from;
        } finally {
            delivering.unlock();
        }
    }

    private synchronized void isGone(long activatedNanos) {
        goneNanos = activatedNanos;
    }

    private synchronized void wake() {
        notifyAll();
    }

    /** Renews until the subscription ends, or the session is somewhere else. */
    private void stay(ListedSurrogate at, RemoteSurrogate surrogate, SubscriptionTicket ticket, Receiver receiver)
            throws RemoteException, InterruptedException {
        while (awaitRenewal(at, receiver, Duration.ofMillis(Math.max(1, ticket.leaseMillis() / RENEWALS)))) {
            SubscriptionTicket unused = surrogate.renew(parts.token(), ticket.subscription());
        }
        if (!receiver.hasEnded()) {
            surrogate.unsubscribe(parts.token(), ticket.subscription());
        }
    }

    /** Waits; whether to renew then. */
    private synchronized boolean awaitRenewal(ListedSurrogate at, Receiver receiver, Duration time)
            throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        long left = time.toNanos();
        while (stays(at, receiver) && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
        return stays(at, receiver);
    }

    private boolean stays(ListedSurrogate at, Receiver receiver) {
        boolean elsewhere = listed != null && !listed.equals(at);
        return !closed && !elsewhere && !receiver.hasEnded();
    }

    private static String shortId(ListedSurrogate of) {
        return of.session().toString().substring(0, 8);
    }

    /** Unsubscribes soon. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Waits until it has unsubscribed; after so many milliseconds it is interrupted. */
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
