package org.banip.surrogate.jini.subscription;

import java.rmi.RemoteException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.core.text.Quoted;
import org.banip.server.address.ClientNetwork;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.calls.LateAnswerException;
import org.banip.surrogate.jini.calls.LimitedCalls;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RemoteSubscriber;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * One subscriber in another JVM: a thread that sends what collects, one call at a time. A call that fails or takes too long ends the subscription;
 * the subscriber may subscribe again, from the sequence number that it wants next. The sending thread owns the calls; {@link #end} may be called by
 * any thread, and never waits.
 */
final class RemoteSubscription implements Runnable {
    private static final Logger LOG = ServerLog.of(RemoteSubscription.class);

    private static final int LONGEST_REASON = 200;

    private final UUID id = UUID.randomUUID();
    private final UUID session;
    private final AuditedSubscription audited;
    private final ClientNetwork caller;
    private final ObjectAddress at;
    private final LimitedCalls calls;
    private final Collecting collecting;
    private final Counters counters;
    private final Thread thread;

    private final AtomicReference<@Nullable SubscriptionEnd> end = new AtomicReference<>();
    private final AtomicReference<@Nullable Subscription> source = new AtomicReference<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile long renewedNanos = System.nanoTime();

    /**
     * One that has not begun yet.
     *
     * @param audited is told of its end
     * @param caller who counts for it
     * @param calls to its process; ended with it
     */
    RemoteSubscription(
            AuditedSubscription audited,
            ClientNetwork caller,
            ObjectAddress at,
            LimitedCalls calls,
            BatchRule rule,
            Counters counters) {
        this.audited = audited;
        session = audited.surrogate().session();
        this.caller = caller;
        this.at = at;
        this.calls = calls;
        this.counters = counters;
        collecting = new Collecting(rule, audited::shows);
        thread = OwnThreads.daemon("banip-jini-subscriber-" + at.port(), this);
    }

    UUID id() {
        return id;
    }

    UUID session() {
        return session;
    }

    ClientNetwork caller() {
        return caller;
    }

    /** What gets the surrogate's events. */
    SurrogateListener events() {
        return collecting;
    }

    /** Begins to send what comes from this source. */
    void begin(Subscription from) {
        source.set(from);
        thread.start();
        if (end.get() != null) {
            from.close();
            audited.end();
        }
    }

    void renew() {
        renewedNanos = System.nanoTime();
    }

    boolean isOlderThan(Duration lease) {
        return System.nanoTime() - renewedNanos > lease.toNanos();
    }

    @Override
    public void run() {
        SubscriptionEnd reason = SubscriptionEnd.FAILED;
        try {
            reason = sendAll();
        } catch (LateAnswerException e) {
            reason = SubscriptionEnd.CUT_OFF;
            tellFailure(e);
        } catch (RemoteException | RuntimeException e) {
            tellFailure(e);
        } catch (InterruptedException e) {
            reason = SubscriptionEnd.HOST_STOPPED;
        } finally {
            end(reason);
            ended.countDown();
        }
    }

    private SubscriptionEnd sendAll() throws RemoteException, InterruptedException {
        RemoteSubscriber subscriber = calls.stub(RemoteSubscriber.class, at);
        Collecting.Taken taken = collecting.take();
        while (taken != null) {
            subscriber.deliver(taken.batch());
            counters.answered(taken.events(), taken.batch().length());
            if (taken.complete()) {
                return SubscriptionEnd.DISAPPEARED;
            }
            taken = collecting.take();
        }
        return SubscriptionEnd.HOST_STOPPED; // another thread has given the reason already
    }

    /** Once for each subscription, and not if it was ended meanwhile. */
    private void tellFailure(Exception e) {
        if (end.get() == null) {
            Object why = e instanceof LateAnswerException || e.getCause() == null ? e.getMessage() : e.getCause();
            // As text: the stack of a connection that broke tells nothing.
            LOG.warn(
                    "{}: the subscription of {}:{} ends: {}",
                    shortId(),
                    at.address(),
                    at.port(),
                    Quoted.line(String.valueOf(why), LONGEST_REASON));
        }
    }

    /**
     * Ends it and frees its threads and connections.
     *
     * @return whether this was the first call
     */
    boolean end(SubscriptionEnd reason) {
        if (!end.compareAndSet(null, reason)) {
            return false;
        }
        collecting.close();
        calls.close();
        closeSource();
        audited.end();
        counters.ended(reason);
        LOG.debug("{}: the subscription of {}:{} ended: {}", shortId(), at.address(), at.port(), reason.token());
        return true;
    }

    /** Ends it before it has begun. */
    void abandon() {
        end.set(SubscriptionEnd.FAILED);
        collecting.close();
        calls.close();
        closeSource();
        audited.end();
    }

    private void closeSource() {
        Subscription from = source.get();
        if (from != null) {
            from.close();
        }
    }

    boolean hasEnded() {
        return end.get() != null;
    }

    /** Waits until everything was sent, or the time has passed. */
    void awaitEnd(long millis) throws InterruptedException {
        boolean unused = ended.await(millis, TimeUnit.MILLISECONDS);
    }

    private String shortId() {
        return session.toString().substring(0, 8);
    }
}
