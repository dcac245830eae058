package org.banip.wsb.host;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.banip.server.log.ServerLog;
import org.banip.wsb.spi.KnownHost;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * What a broker knows of one host. A host is dead from the moment that nobody listens at its address, that it gives an answer to the question for its
 * load which only another server or a host of another broker gives, or that it was asked and then sent nothing at all for a long time; a slow or busy
 * one is not. Requests at a host that dies of silence are broken off. A dead host lives again when it answers that question, and by nothing else. The
 * only host of a directory is not asked and never counts as dead, because there is no other. Any thread; guarded by its monitor, except for what is
 * volatile or concurrent.
 */
public final class ServingHost {
    private static final Logger LOG = ServerLog.of(ServingHost.class);
    private static final long SHORTEST_NANOS = 200_000_000L;
    /** The load of a host that has no room, or no time to say how busy it is. */
    private static final double FULL = 1;

    private volatile KnownHost known;
    private final HostTimes times;
    private final HostQuestion question;
    private final LongSupplier clock;
    private final HostReach reach;
    private final AtomicBoolean toldOfStore = new AtomicBoolean();
    /** What breaks off the requests that are with it now. */
    private final Set<Runnable> breakers = ConcurrentHashMap.newKeySet();

    private volatile boolean dead;
    /** Whether it died because it sent nothing; set before the breakers are run. */
    private volatile boolean silent;
    /** Whether who answers there is no host that serves this broker. */
    private volatile boolean stranger;

    private volatile long heardNanos;
    private @Nullable HostLoad load;
    /** Whether its last answer was that it is too busy to answer. */
    private boolean busy;
    /** Registrations that this broker sent, which the load does not have yet. */
    private long sent;

    private boolean asking;
    private boolean asked;
    private long askedNanos;
    private long dueNanos;
    /** Since when it owes an answer; meaningless unless {@link #owes}. */
    private long owesNanos;

    private boolean owes;
    private int tries;
    /** What became of the last question, for the log. */
    private volatile String because = "";

    ServingHost(KnownHost known, HostTimes times, HostQuestion question, LongSupplier clock) {
        this.known = known;
        this.times = times;
        this.question = question;
        this.clock = clock;
        reach = new HostReach(known.base(), clock);
        dueNanos = clock.getAsLong();
        heardNanos = dueNanos;
        askedNanos = dueNanos;
    }

    /** Its entry in the directory. */
    public KnownHost known() {
        return known;
    }

    /** The directory has another entry of the same host. */
    void update(KnownHost entry) {
        known = entry;
    }

    /** Logs that it cannot be reached. */
    public HostReach reach() {
        return reach;
    }

    /** Whether it is dead. */
    public boolean isDead() {
        return dead;
    }

    /** Whether it is dead because it sent nothing. */
    boolean isSilent() {
        return silent;
    }

    /** Whether another server answers at its address, or a host that does not serve this broker. */
    boolean isStranger() {
        return stranger;
    }

    /** Whether it can store, as far as it has said. */
    synchronized boolean stores() {
        return load == null || load.storing();
    }

    /** It sent something, the head of an answer or bytes: it is not silent. */
    public void heard() {
        heardNanos = clock.getAsLong();
    }

    /** It answered an MBU's request. If it is dead, that is no proof that it serves new ones. */
    public void answers() {
        heard();
        if (!dead) {
            reach.answers();
        }
    }

    /**
     * A request is sent to it.
     *
     * @param breaker is run when the host dies because it sends nothing; must not block
     */
    void began(Runnable breaker) {
        breakers.add(breaker);
    }

    /** The request of this breaker has ended. */
    public void ended(Runnable breaker) {
        breakers.remove(breaker);
    }

    /** It took no registration, or no connection: it counts as full until it gives its load. */
    public synchronized void takesNone() {
        busy = true;
    }

    /** Nobody listens at its address. */
    public synchronized void unusable() {
        if (!known.isOnly() && !dead) {
            dead = true;
            stranger = false;
            dueNanos = clock.getAsLong() + times.backoffNanos(tries);
        }
    }

    /** A connection to it broke, or it refused this broker: it may have ended, so that it is asked at once. */
    public void broke() {
        long now = clock.getAsLong();
        boolean ask;
        synchronized (this) {
            ask = !known.isOnly() && !asking && !dead && (!asked || now - askedNanos > SHORTEST_NANOS);
            if (ask) {
                begin(now);
            }
        }
        if (ask) {
            ask();
        }
    }

    /** Looks at the clock; asks the host if it is time to. */
    void tick() {
        long now = clock.getAsLong();
        boolean ask;
        boolean died;
        synchronized (this) {
            died = owes && !dead && silentNanos(now) > times.silence().toNanos();
            dead |= died;
            silent |= died;
            ask = !asking && now - dueNanos >= 0;
            if (ask) {
                begin(now);
            }
        }
        if (died) {
            reach.fails("-", "it sent nothing for " + times.silence().toMillis() + " ms" + because);
        }
        if (ask) {
            ask();
        }
        if (died) {
            breakers.forEach(ServingHost::run);
        }
    }

    /** When the broker closes, it has no thread for them any more; then it ends all requests itself. */
    static void run(Runnable breaker) {
        try {
            breaker.run();
        } catch (RejectedExecutionException e) {
            LOG.debug("- a request is not broken off: the broker closes", e);
        }
    }

    /** How long it owes an answer and has sent nothing. Only differences of the clock mean something. */
    private long silentNanos(long now) {
        return Math.min(now - owesNanos, now - heardNanos);
    }

    private void begin(long now) {
        asking = true;
        asked = true;
        askedNanos = now;
        if (!owes) {
            owes = true;
            owesNanos = now;
        }
    }

    private void ask() {
        long before;
        synchronized (this) {
            before = sent;
        }
        question.ask(known, times.silence(), new HostQuestion.Listener() {
            @Override
            public void answered(HostLoad answer) {
                answeredWith(answer, before);
            }

            @Override
            public void busy() {
                answeredBusy();
            }

            @Override
            public void unusable(String reason) {
                reach.fails("-", reason);
                stranger = false;
                notAnswered(true);
            }

            @Override
            public void refused(String reason) {
                reach.fails("-", reason);
                stranger = true;
                notAnswered(true);
            }

            @Override
            public void unanswered(String reason) {
                because = ", and before: " + reason;
                notAnswered(false);
            }
        });
    }

    private synchronized void answeredWith(HostLoad answer, long before) {
        load = answer;
        sent = Math.max(0, sent - before);
        busy = false;
        lives();
    }

    private synchronized void answeredBusy() {
        busy = true;
        lives();
    }

    private void lives() {
        dead = false;
        silent = false;
        stranger = false;
        because = "";
        asking = false;
        owes = false;
        tries = 0;
        heardNanos = clock.getAsLong();
        dueNanos = heardNanos + times.interval().toNanos();
        reach.answers();
    }

    private synchronized void notAnswered(boolean unusable) {
        asking = false;
        dead |= unusable;
        dueNanos = clock.getAsLong() + times.backoffNanos(tries);
        tries++;
    }

    /** The name of its store, once it has answered. */
    synchronized Optional<String> store() {
        return Optional.ofNullable(load).map(HostLoad::store);
    }

    /** True once: the log is to have that its store is another one. */
    boolean tellOfStore() {
        return toldOfStore.compareAndSet(false, true);
    }

    /** A new interconnect was sent to it. */
    synchronized void take() {
        sent++;
    }

    /** Interconnects in proportion to its limit. */
    synchronized double load() {
        if (load == null) {
            return busy ? FULL : known.interconnects().orElse(0) + sent;
        }
        double open = (double) (load.interconnects() + sent) / load.limit();
        return busy ? Math.max(FULL, open) : open;
    }

    /** For how long it was not asked; a dead host that was asked longest ago is tried first. */
    synchronized long unaskedNanos() {
        return asked ? clock.getAsLong() - askedNanos : Long.MAX_VALUE;
    }
}
