package org.banip.wsb.jini;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.jini.client.FoundHost;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Asks one lookup service for hosts again and again, on a thread of its own; finds it again after it was away. Hosts that it does not name any more
 * are kept for some time: one that was restarted knows none until they register again.
 */
final class LookupPoll {
    private static final Logger LOG = ServerLog.of(LookupPoll.class);
    /** Most hosts that it does not name any more. */
    private static final int MOST_KEPT = 1000;

    private final LookupAddress at;
    private final Transport transport;
    private final AllowedBases allowed;
    private final Duration interval;
    private final Duration kept;
    private final Runnable changed;
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;

    private volatile List<FoundHost> found = List.of();
    /** Since when it does not name hosts that it named before, by {@link System#nanoTime}. Belongs to the thread. */
    private final Map<FoundHost, Long> missing = new HashMap<>();

    private @Nullable LookupClient client;
    private boolean away;

    /**
     * Does not ask yet.
     *
     * @param kept how long a host stays that it does not name any more
     * @param changed run on its thread after each change of {@link #found}
     */
    LookupPoll(LookupAddress at, Lookups lookups, Duration interval, Duration kept, Runnable changed) {
        this.at = at;
        this.transport = lookups.transport();
        allowed = new AllowedBases(lookups.allowed(at), at);
        this.interval = interval;
        this.kept = kept;
        this.changed = changed;
        thread = OwnThreads.daemon("banip-wsb-jini-" + at, this::run);
    }

    void start() {
        thread.start();
    }

    /** What it answered last, and what is kept of earlier answers, in a fixed order. */
    List<FoundHost> found() {
        return found;
    }

    void awaitFirst(long nanos) throws InterruptedException {
        boolean unused = first.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Ends it, also if it is waiting for an answer. */
    void end() {
        ended.countDown();
        thread.interrupt();
    }

    void join(long deadlineNanos) {
        try {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            do {
                look();
                first.countDown();
            } while (!ended.await(interval.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            LOG.debug("- lookup service {} is asked no more", at);
        } finally {
            forget();
        }
    }

    private void look() throws InterruptedException {
        try {
            List<FoundHost> now = withKept(ask()).stream()
                    .sorted(Comparator.comparing(FoundHost::url).thenComparing(FoundHost::name))
                    .toList();
            if (away) {
                away = false;
                LOG.info("- lookup service {} answers again", at);
            }
            if (!now.equals(found)) {
                found = now;
                changed.run();
            }
        } catch (RuntimeException | LinkageError e) {
            forget();
            if (ended.getCount() == 0) {
                throw new InterruptedException("it is to end");
            }
            if (!away) {
                away = true;
                LOG.warn(
                        "- lookup service {} cannot be asked for hosts, those that it named stay: {}",
                        at,
                        e.toString());
            }
        }
    }

    private Set<FoundHost> withKept(List<FoundHost> named) {
        Set<FoundHost> all = new HashSet<>(named);
        missing.keySet().removeAll(all);
        long now = System.nanoTime();
        for (FoundHost before : found) {
            if (!all.contains(before) && missing.size() < MOST_KEPT) {
                missing.putIfAbsent(before, now);
            }
        }
        missing.values().removeIf(since -> now - since > kept.toNanos());
        all.addAll(missing.keySet());
        return all;
    }

    private void forget() {
        LookupClient former = client;
        client = null;
        if (former != null) {
            former.close();
        }
    }

    private List<FoundHost> ask() {
        LookupClient known = client;
        if (known == null) {
            known = LookupClient.find(at, transport);
            client = known;
        }
        return known.hosts().stream().filter(allowed::allow).toList();
    }
}
