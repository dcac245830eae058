package org.banip.surrogate.jini.client;

import java.io.IOException;
import java.rmi.server.ExportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.export.RemoteObjects;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.transport.Transport;
import org.slf4j.Logger;

/**
 * Subscribes to BANs of hosts in other JVMs as they come and go. A listener gets what a listener inside the host would get, one call at a time for
 * each BAN. After a break, or when the host was restarted, it goes on: one that began with what is stored gets everything once, without a hole; one
 * that began with live data is told what it missed. While the directory cannot be asked, subscriptions go on.
 */
public final class BanSubscriber implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(BanSubscriber.class);
    private static final int MOST_BANS = 10_000;
    private static final int MOST_OF_A_SESSION = 8;
    /** Before those that have ended are asked for again, for each that was listed. */
    private static final Duration PAUSE_FOR_EACH = Duration.ofMillis(10);

    private static final Comparator<ListedSurrogate> NEWEST_FIRST = Comparator.comparingLong(
                    ListedSurrogate::activatedNanos)
            .reversed()
            .thenComparing(found -> found.at().object());
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private final SurrogateDirectory directory;
    private final Duration interval;
    private final boolean withEnded;
    private final ClientParts parts;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);

    /** Belongs to the thread. */
    private final Map<UUID, FollowedBan> followed = new HashMap<>();
    /** How far listeners of sessions got that are not followed now; the oldest are forgotten. */
    private final Map<UUID, Progress> earlier = new LinkedHashMap<>();

    /** What had ended when that was asked last, and when to ask again, by {@link System#nanoTime}. */
    private List<ListedSurrogate> ended = List.of();

    private long askAgainNanos = System.nanoTime();
    private boolean away;
    private boolean tooMany;
    private boolean failureLogged;

    private BanSubscriber(Builder with, RemoteObjects objects) {
        directory = with.directory;
        interval = with.interval;
        withEnded = with.ended;
        parts = new ClientParts(
                with.interest, with.token, objects, with.transport, with.queueBytes, with.reduction, with.callLimit);
        thread = OwnThreads.daemon("banip-follow", this::run);
    }

    /**
     * A subscriber.
     *
     * @param directory where BANs are found
     * @param transport how hosts are called, and at which address of this machine they call back; its owner closes it after the subscriber
     * @param interest which BANs, and what hears of them
     */
    public static Builder builder(SurrogateDirectory directory, Transport transport, SurrogateInterest interest) {
        return new Builder(directory, transport, interest);
    }

    private void run() {
        try {
            do {
                lookAndGoOn();
            } while (!closing.await(interval.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Error e) { // no memory, no thread: others must learn that nothing is followed any more
            LOG.error("BANs are followed no more", e);
            tellStopped(e);
        } finally {
            end();
        }
    }

    private void tellStopped(Error why) {
        try {
            parts.interest().stopped(why);
        } catch (RuntimeException | Error e) {
            LOG.error("the interest cannot be told that BANs are followed no more", e);
        }
    }

    private void lookAndGoOn() throws InterruptedException {
        try {
            look();
        } catch (RuntimeException | LinkageError e) {
            logFailure("BANs cannot be followed now; it is tried again", e);
        }
    }

    private void logFailure(String what, Throwable e) {
        if (!failureLogged) {
            failureLogged = true;
            LOG.error("{}; later failures are not logged", what, e);
        }
    }

    /** What an interest throws concerns no other BAN. */
    private void tell(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | LinkageError e) {
            logFailure("the interest failed", e);
        }
    }

    private boolean wants(ListedSurrogate found) {
        try {
            return found.ban().isEmpty() || parts.interest().wants(found);
        } catch (RuntimeException | LinkageError e) {
            logFailure("the interest failed", e);
            return false;
        }
    }

    private void look() throws InterruptedException {
        List<ListedSurrogate> all;
        try {
            all = listed();
        } catch (IOException | RuntimeException | LinkageError e) {
            if (!away) {
                away = true;
                LOG.info("surrogates cannot be looked up now", e);
                tell(() -> parts.interest().directoryIsAway(String.valueOf(e.getMessage())));
            }
            return;
        }
        if (away) {
            away = false;
            tell(() -> parts.interest().directoryIsBack());
        }
        follow(bySession(all));
    }

    /** Those that have ended come last, and only if their session is nowhere else and they have not been followed to their end. */
    private List<ListedSurrogate> listed() throws IOException, InterruptedException {
        List<ListedSurrogate> active = directory.surrogates();
        if (!withEnded) {
            return active;
        }
        Set<UUID> sessions = active.stream().map(ListedSurrogate::session).collect(Collectors.toSet());
        List<ListedSurrogate> all = new ArrayList<>(active);
        for (ListedSurrogate each : ended()) {
            if (!sessions.contains(each.session()) && !isComplete(each)) {
                all.add(each);
            }
        }
        return all;
    }

    /** There may be many, for days. The more there are, the longer the last answer is used. */
    private List<ListedSurrogate> ended() throws IOException, InterruptedException {
        if (System.nanoTime() - askAgainNanos >= 0) {
            ended = directory.ended();
            askAgainNanos = System.nanoTime() + ended.size() * PAUSE_FOR_EACH.toNanos();
        }
        return ended;
    }

    private boolean isComplete(ListedSurrogate surrogate) {
        FollowedBan ban = followed.get(surrogate.session());
        Progress known = earlier.get(surrogate.session());
        return ban != null && ban.isComplete(surrogate)
                || known != null && known.isComplete(surrogate.activatedNanos());
    }

    /** Two hosts may have a session at once for a while, and a host that died is listed until its lease ends. */
    private Map<UUID, List<ListedSurrogate>> bySession(List<ListedSurrogate> all) {
        Map<UUID, List<ListedSurrogate>> sessions = new HashMap<>();
        all.stream().filter(this::wants).distinct().sorted(NEWEST_FIRST).forEach(found -> {
            List<ListedSurrogate> same = sessions.computeIfAbsent(found.session(), id -> new ArrayList<>());
            if (same.size() < MOST_OF_A_SESSION) {
                same.add(found);
            }
        });
        return sessions;
    }

    private void follow(Map<UUID, List<ListedSurrogate>> listed) {
        followed.forEach((session, ban) -> {
            ban.isListed(listed.getOrDefault(session, List.of()));
            if (ban.hasEnded()) {
                ban.progress().ifPresentOrElse(progress -> remember(session, progress), () -> forget(session));
            }
        });
        followed.values().removeIf(FollowedBan::hasEnded);
        listed.forEach((session, found) -> {
            FollowedBan known = followed.get(session);
            if (known == null && followed.size() < MOST_BANS) {
                FollowedBan begun = new FollowedBan(parts, found, earlier.remove(session));
                begun.start();
                followed.put(session, begun);
            } else if (known == null && !tooMany) {
                tooMany = true;
                LOG.warn("more than {} BANs are listed; the others are not followed", MOST_BANS);
            }
        });
    }

    private void remember(UUID session, Progress progress) {
        earlier.put(session, progress);
        if (earlier.size() > MOST_BANS) {
            UUID oldest = earlier.keySet().iterator().next();
            earlier.remove(oldest);
            forget(oldest);
        }
    }

    private void forget(UUID session) {
        tell(() -> parts.interest().forgotten(session));
    }

    private void end() {
        followed.values().forEach(FollowedBan::close);
        long deadline = System.nanoTime() + LONGEST_END.toNanos();
        try {
            for (FollowedBan ban : followed.values()) {
                ban.join(TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        parts.objects().close();
    }

    /** Unsubscribes from everything, within five seconds; no listener is called after that, unless it has not returned. */
    @Override
    public void close() {
        closing.countDown();
        try {
            if (Thread.currentThread() != thread) {
                thread.join(2 * LONGEST_END.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    /** Collects what a subscriber is made of. */
    public static final class Builder {
        private final SurrogateDirectory directory;
        private final Transport transport;
        private final SurrogateInterest interest;
        private AccessToken token = AccessToken.NONE;
        private long queueBytes = 4L << 20;
        private Reduction reduction = Reduction.NONE;
        private Duration callLimit = Duration.ofSeconds(10);
        private Duration interval = Duration.ofSeconds(1);
        private boolean ended;

        private Builder(SurrogateDirectory directory, Transport transport, SurrogateInterest interest) {
            this.directory = directory;
            this.transport = transport;
            this.interest = interest;
        }

        /** What it presents to hosts; nothing, unless given. */
        public Builder token(AccessToken presented) {
            token = presented;
            return this;
        }

        /** Bytes of sensor sets that may wait at the host for each BAN; 4 MiB unless given. */
        public Builder queueBytes(long bytes) {
            if (bytes < 1) {
                throw new IllegalArgumentException("queue of " + bytes + " bytes is below 1");
            }
            queueBytes = bytes;
            return this;
        }

        /** What of a BAN's data it wants; everything unless given. Listeners then hear of a reduced BAN, with sequence numbers of its own. */
        public Builder reduction(Reduction wanted) {
            reduction = wanted;
            return this;
        }

        /** Longest time of a call to a host; 10 s unless given. */
        public Builder callLimit(Duration limit) {
            callLimit = limit;
            return this;
        }

        /** How often it looks for BANs; every second unless given. */
        public Builder interval(Duration time) {
            interval = time;
            return this;
        }

        /**
         * Also follows BANs that have ended and were not followed to their end: for an interest that begins with what is stored and no
         * reduction.
         */
        public Builder withEnded() {
            ended = true;
            return this;
        }

        /**
         * Begins to look for BANs.
         *
         * @throws ExportException if the transport's address cannot be listened on
         */
        public BanSubscriber start() throws ExportException {
            JvmFilter.installForRiver();
            BanSubscriber subscriber = new BanSubscriber(this, RemoteObjects.listen(transport));
            subscriber.thread.start();
            return subscriber;
        }
    }
}
