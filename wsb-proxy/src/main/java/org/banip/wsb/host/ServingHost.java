package org.banip.wsb.host;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.banip.wsb.spi.KnownHost;
import org.jspecify.annotations.Nullable;

/**
 * What a broker knows of one host. A host is dead if nobody listens at its address, if it refuses this broker, or if it is asked and sends nothing at
 * all for a long time; a slow one is not. The only host of a directory never counts as dead, because there is no other. Any thread; guarded by its
 * monitor, except for what is volatile.
 */
public final class ServingHost {
    private static final long SHORTEST_NANOS = 200_000_000L;

    private volatile KnownHost known;
    private final HostTimes times;
    private final HostQuestion question;
    private final LongSupplier clock;
    private final HostReach reach;

    private volatile boolean dead;
    private volatile long heardNanos;
    private @Nullable HostLoad load;
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

    ServingHost(KnownHost known, HostTimes times, HostQuestion question, LongSupplier clock) {
        this.known = known;
        this.times = times;
        this.question = question;
        this.clock = clock;
        reach = new HostReach(known.base(), clock);
        dueNanos = clock.getAsLong();
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

    /** It sent something: the head of an answer, or bytes. */
    public void heard() {
        heardNanos = clock.getAsLong();
        if (dead) {
            lives();
            reach.answers();
        }
    }

    private synchronized void lives() {
        dead = false;
        tries = 0;
        dueNanos = clock.getAsLong();
    }

    /** It cannot serve: nobody listens at its address, or it refuses this broker. */
    public synchronized void unusable() {
        if (!known.isOnly() && !dead) {
            dead = true;
            dueNanos = clock.getAsLong() + times.backoffNanos(tries);
        }
    }

    /** A connection to it broke: it may have ended, so that it is asked at once. */
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
        synchronized (this) {
            if (owes
                    && !dead
                    && now - Math.max(owesNanos, heardNanos) > times.silence().toNanos()) {
                dead = true;
                reach.fails("-", "it sent nothing for " + times.silence().toMillis() + " ms");
            }
            ask = !asking && now - dueNanos >= 0;
            if (ask) {
                begin(now);
            }
        }
        if (ask) {
            ask();
        }
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
                heard();
                reach.answers();
                answeredWith(answer, before);
            }

            @Override
            public void unusable(String reason) {
                reach.fails("-", reason);
                notAnswered(true);
            }

            @Override
            public void unanswered(String reason) {
                notAnswered(false);
            }
        });
    }

    private synchronized void answeredWith(HostLoad answer, long before) {
        load = answer;
        sent = Math.max(0, sent - before);
        asking = false;
        owes = false;
        tries = 0;
        dueNanos = clock.getAsLong() + times.interval().toNanos();
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

    /** A new interconnect was sent to it. */
    synchronized void take() {
        sent++;
    }

    /** Interconnects in proportion to its limit. */
    synchronized double load() {
        if (load == null) {
            return known.interconnects().orElse(0) + sent;
        }
        return (double) (load.interconnects() + sent) / load.limit();
    }

    /** When it was asked last; a dead host that was asked longest ago is tried first. */
    synchronized long askedNanos() {
        return askedNanos;
    }
}
