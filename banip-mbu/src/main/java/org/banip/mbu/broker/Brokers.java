package org.banip.mbu.broker;

import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.banip.mbu.settings.FailoverSettings;
import org.banip.mbu.spi.BrokerSource;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.WakeUp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the broker that all links use: the nearest one at first, another one when it has failed for long enough, and the preferred one again when that
 * has been reachable for long enough (docs/discovery.md). The thread {@code banip-brokers} chooses; links tell what they see. Guarded by itself, except
 * for what is volatile or of that thread. No lock is held while the source is asked or connections are made.
 *
 * <p>The order of locks: this one, then those that {@link Listener#moving} takes (the session's). So the session must not call this class while it holds its
 * own lock, except for what takes no lock here ({@link #several}, {@link #chosen}, {@link #problem}).
 */
public final class Brokers implements AutoCloseable {
    /** Is told of each change, on the thread {@code banip-brokers}. */
    public interface Listener {
        /** Another broker counts from now on. Must not call {@link Brokers}. */
        void moving(Chosen to);

        /**
         * All links use another broker from now on.
         *
         * @param from the former one; empty if it is the first
         * @param reason for people
         */
        void moved(Optional<URI> from, Chosen to, String reason);

        /** What a look for a preferred broker has found, for people. */
        void looked(String news);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Brokers.class);
    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);
    /** So long without any broker, the source is asked again. */
    private static final Duration SEARCH = Duration.ofSeconds(1);

    private static final Duration SEARCH_AT_MOST = Duration.ofSeconds(10);

    private final boolean fixed;
    private final FailoverSettings settings;
    private final SteadyClock clock;
    private final String threadSuffix;
    private final WakeUp wake = new WakeUp();
    private @Nullable BrokerSearch search;
    private @Nullable Listener listener;

    // Of the thread.
    private final WayBack back;
    private long probeAtNanos = PresentHealth.NEVER;

    // Guarded by itself.
    private @Nullable Candidate present;
    private final PresentHealth health;
    private boolean closed;

    private volatile @Nullable Chosen chosen;

    private Brokers(boolean fixed, FailoverSettings settings, SteadyClock clock, String threadSuffix) {
        this.fixed = fixed;
        this.settings = settings;
        back = new WayBack(settings);
        health = new PresentHealth(settings, clock);
        this.clock = clock;
        this.threadSuffix = threadSuffix;
    }

    /** The only broker. */
    public static Brokers fixed(URI base, SteadyClock clock) {
        Brokers brokers = new Brokers(true, FailoverSettings.DEFAULT, clock, "");
        brokers.chosen = new Chosen(base, 0);
        return brokers;
    }

    /**
     * Those of a source.
     *
     * @param check returns a URL as the MBU uses it; throws {@code IllegalArgumentException} if it must not be used
     */
    public static Brokers of(
            BrokerSource source,
            FailoverSettings settings,
            UnaryOperator<URI> check,
            Random random,
            SteadyClock clock,
            String threadSuffix) {
        Brokers brokers = new Brokers(false, settings, clock, threadSuffix);
        brokers.search = new BrokerSearch(source, check, random, settings.headStart());
        return brokers;
    }

    /** The addresses of a broker's host that the source knows; nothing if the system is to look it up. Any thread; takes no lock here. */
    public List<InetAddress> addresses(String host) {
        BrokerSearch among = search;
        return among == null ? Collections.emptyList() : among.addresses(host);
    }

    /** Whether there may be another one. */
    public boolean several() {
        return !fixed;
    }

    /** The present one; empty as long as none was found. */
    public Optional<Chosen> chosen() {
        return Optional.ofNullable(chosen);
    }

    /** Why there is none, for people. */
    public String problem() {
        BrokerSearch among = search;
        return among == null ? "no broker is known" : among.problem();
    }

    /**
     * Begins to choose.
     *
     * @param locals the addresses from which the paths that are there connect
     * @param connectTimeout of a connection
     */
    public void start(Listener told, Supplier<List<Optional<InetAddress>>> locals, Duration connectTimeout) {
        if (fixed) {
            return;
        }
        listener = told;
        among().start(locals, connectTimeout.compareTo(LONGEST_CONNECT) < 0 ? connectTimeout : LONGEST_CONNECT);
        Thread thread = new Thread(this::run, "banip-brokers-" + threadSuffix);
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits until one is chosen, at most for a time. */
    public synchronized Optional<Chosen> await(Duration atMost) throws InterruptedException {
        long untilNanos = System.nanoTime() + atMost.toNanos();
        for (long left = atMost.toMillis(); chosen == null && !closed && left > 0; ) {
            wait(left);
            left = (untilNanos - System.nanoTime()) / 1_000_000;
        }
        return chosen();
    }

    // --- what links see ---

    /** Whether the host answers on a link. */
    public synchronized void connected(int link, Chosen at, boolean answers) {
        if (at.equals(chosen)) {
            health.connected(link, answers);
            if (health.hasFailed()) {
                wake.raise();
            }
        }
    }

    /** The host has stored something, or was connected for some time. */
    public void works(Chosen at) {
        if (!fixed) {
            worksWell(at);
        }
    }

    private synchronized void worksWell(Chosen at) {
        Candidate now = present;
        if (at.equals(chosen) && now != null) {
            health.works();
            now.works();
        }
    }

    /**
     * An attempt has failed: there was no connection, or the broker cannot serve now.
     *
     * @param beganNanos when the attempt began, by the MBU's clock
     * @param why for people
     */
    public synchronized void failed(Chosen at, long beganNanos, String why) {
        if (fixed || health.isConnected() || !at.equals(chosen)) {
            return;
        }
        health.failed(beganNanos, why);
        wake.raise();
    }

    /**
     * The broker has refused this MBU with an error that is final.
     *
     * @return whether there is another broker that has not; then it is tried at once
     */
    public synchronized boolean refused(Chosen at, String why) {
        Candidate now = present;
        if (fixed || now == null || !at.equals(chosen)) {
            return !fixed;
        }
        long nanos = clock.epochNanos();
        now.refused(nanos, settings);
        if (among().ranked().stream().allMatch(candidate -> candidate.isRefused(nanos))) {
            return false;
        }
        health.refused(why);
        wake.raise();
        return true;
    }

    // --- the thread ---

    private void run() {
        try {
            search();
            while (!isClosed()) {
                wake.await(clock, nanosUntilNext());
                step();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("brokers of {}: internal error; the present one stays", threadSuffix, e);
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized long nanosUntilNext() {
        long next = Math.min(health.leftAtNanos(), probeAtNanos);
        return next == PresentHealth.NEVER ? Duration.ofDays(1).toNanos() : Math.max(0, next - clock.epochNanos());
    }

    private synchronized boolean mustMove() {
        return health.mustBeLeft();
    }

    /** The first broker. */
    private void search() throws InterruptedException {
        for (Duration pause = SEARCH; !isClosed(); pause = longer(pause)) {
            among().refresh();
            List<Candidate> ranked = among().ranked();
            if (!ranked.isEmpty()) {
                Optional<Candidate> first = among().nearest(ranked);
                first.ifPresent(among()::missBetterThan);
                choose(first.orElse(ranked.get(0)), BrokerSearch.reasonOfFirst(first.isPresent(), ranked.size()));
                return;
            }
            wake.await(clock, pause.toNanos());
        }
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(SEARCH_AT_MOST) < 0 ? twice : SEARCH_AT_MOST;
    }

    private BrokerSearch among() {
        BrokerSearch made = search;
        if (made == null) {
            throw new IllegalStateException("there is one broker only");
        }
        return made;
    }

    private void step() throws InterruptedException {
        if (isClosed()) {
            return;
        }
        if (mustMove()) {
            leave();
        } else if (clock.epochNanos() >= probeAtNanos) {
            probe();
        }
    }

    /** Takes another broker in place of one that has failed. */
    private void leave() throws InterruptedException {
        Candidate from;
        String why;
        long now = clock.epochNanos();
        synchronized (this) {
            from = present;
            why = health.failure();
            if (from != null) {
                from.failed(now, settings);
            }
        }
        back.failed(now);
        among().refresh();
        List<Candidate> others =
                among().ranked().stream().filter(candidate -> candidate != from).collect(Collectors.toList());
        Optional<Candidate> next = among().nearest(others.stream()
                .filter(each -> !each.isRefused(now) && !each.isAvoided(now))
                .collect(Collectors.toList()));
        if (!next.isPresent()) {
            next = among().nearest(others);
        }
        if (next.isPresent() && mustMove()) {
            among().missBetterThan(next.get());
            choose(next.get(), why);
        } else {
            stay(now);
        }
    }

    /** No other one can be reached. The links go on with the present one, and after a while this is tried again. */
    private synchronized void stay(long now) {
        health.stays(now, SEARCH.toNanos());
    }

    private void choose(Candidate next, String why) {
        Optional<URI> former = chosen().map(Chosen::base);
        Chosen to;
        synchronized (this) {
            if (closed) {
                return;
            }
            long number = chosen == null ? 0 : chosen.number() + 1;
            present = next;
            health.chosen();
            to = new Chosen(next.base, number);
            told().moving(to);
            chosen = to;
            notifyAll();
        }
        back.chosen(next, health.chosenAtNanos());
        probeAtNanos = nextProbe();
        told().moved(former, to, why);
    }

    private Listener told() {
        Listener tells = listener;
        if (tells == null) {
            throw new IllegalStateException("not started");
        }
        return tells;
    }

    // --- the way back ---

    private synchronized @Nullable Candidate presentNow() {
        return present;
    }

    private long nextProbe() {
        boolean looks = !back.missed(among().ranked(), presentNow()).isEmpty();
        return looks ? clock.epochNanos() + settings.probeEvery().toNanos() : PresentHealth.NEVER;
    }

    /** Looks whether a broker that would be preferred can be reached. */
    private void probe() throws InterruptedException {
        among().refresh();
        List<Candidate> ranked = among().ranked();
        Candidate now = presentNow();
        long nanos = clock.epochNanos();
        List<Candidate> compared = new ArrayList<>(back.missed(ranked, now));
        compared.removeIf(each -> each.isRefused(nanos));
        if (now != null && ranked.contains(now)) {
            compared.add(now);
        }
        Map<Candidate, Duration> times = among().measured(compared);
        Optional<Candidate> to = back.looked(times, now, clock.epochNanos());
        back.news().ifPresent(told()::looked);
        if (to.isPresent() && !isFailing()) {
            choose(to.get(), back.reason());
        } else {
            probeAtNanos = nextProbe();
        }
    }

    private synchronized boolean isFailing() {
        return health.isFailing();
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        BrokerSearch among = search;
        if (among != null) {
            among.close();
        }
        wake.raise();
    }
}
