package org.banip.surrogate.detection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.banip.alerts.AlertRules;
import org.banip.core.error.BanipException;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.settings.HostClock;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;
import org.slf4j.Logger;

/**
 * BANs whose last session expired, or was there when a host ended: detectors of kind {@code silence} go on watching their groups, until the BAN
 * registers again. Those of the operator do; those that the BAN has declared as well, as far as they were run. What is found is
 * told as {@linkplain BanFinding#again again}, with the same item and instants each time, so it can be found by several hosts of a store and after each
 * restart. Any thread.
 */
public final class AbsentBans {
    private static final Logger LOG = ServerLog.of(AbsentBans.class);
    /** More than the longest {@code afterMillis}. What is older cannot become due, unless rules change. */
    private static final long LONGEST_NANOS = Duration.ofHours(25).toNanos();

    private static final int MOST = 10_000;
    private static final long NEVER = Long.MAX_VALUE;
    private static final long NOT_ABSENT = Long.MIN_VALUE;
    private static final long AFTER_FAILURE_NANOS = Duration.ofSeconds(10).toNanos();

    private final Supplier<AlertRules> rules;
    private final int mostOfBan;
    private final BanFindings findings;
    private final Store store;
    private final HostClock clock;

    /** Guarded by this, as are the others: the sessions that are here, and the last ones of BANs that are absent, by BAN. */
    private final Map<String, Set<UUID>> here = new HashMap<>();

    private final Map<String, Absent> absent = new LinkedHashMap<>();
    private AlertRules followed = AlertRules.NONE;
    /** Whether sessions that an earlier life of the host left were looked for. */
    private boolean searched;
    /** Until that is done, the BANs that were here since the start: what became of their sessions is known. */
    private final Set<String> wereHere = new HashSet<>();

    private boolean searchOver;

    /** The sessions that were there when the host ended may come back until then. */
    private final long backUntilNanos;

    /** Runs what reads the store, in order for each session; it may refuse with a {@link BanipException}. */
    @FunctionalInterface
    public interface Work {
        /** Runs it soon. */
        void inOrder(UUID session, Runnable task);
    }

    /** The last session of an absent BAN. Its fields are guarded by the monitor of {@link AbsentBans}. */
    private static final class Absent {
        final InterconnectRecord record;
        /** What the BAN has declared, as far as this host ran it. */
        final AlertRules own;
        /** Another one as soon as a host has taken the session over. */
        final long epoch;
        /** When somebody looks at it next, by the host's clock. */
        long lookNanos;

        boolean looking;
        final Set<String> told = new HashSet<>();

        Absent(InterconnectRecord record, AlertRules own, long epoch, long lookNanos) {
            this.record = record;
            this.own = own;
            this.epoch = epoch;
            this.lookNanos = lookNanos;
        }
    }

    /**
     * None yet.
     *
     * @param mostOfBan how many detectors that a BAN has declared are run for it
     * @param back how long sessions may take to come back after a start of the host
     */
    public AbsentBans(
            Supplier<AlertRules> rules,
            int mostOfBan,
            BanFindings findings,
            Store store,
            HostClock clock,
            Duration back) {
        this.rules = rules;
        this.mostOfBan = mostOfBan;
        this.findings = findings;
        this.store = store;
        this.clock = clock;
        backUntilNanos = clock.epochNanos() + back.toNanos();
    }

    /** A session of a BAN is here: it is watched by its own detectors. */
    synchronized void appeared(InterconnectRecord record) {
        here.computeIfAbsent(record.ban().id(), unused -> new HashSet<>()).add(record.session());
        absent.remove(record.ban().id());
        if (!searchOver) {
            wereHere.add(record.ban().id());
        }
    }

    /**
     * A session that was here has ended.
     *
     * @param own detectors that the BAN has declared and that were run
     */
    synchronized void ended(InterconnectRecord record, AlertRules own, Disappearance reason) {
        String ban = record.ban().id();
        Set<UUID> sessions = here.get(ban);
        if (sessions != null && sessions.remove(record.session()) && sessions.isEmpty()) {
            here.remove(ban);
            if (reason == Disappearance.EXPIRED) {
                add(new Absent(record, own, record.epoch(), clock.epochNanos()));
            }
        }
    }

    private void add(Absent one) {
        String ban = one.record.ban().id();
        if (absent.size() >= MOST) {
            forgetOne();
        }
        if (absent.size() < MOST) {
            absent.put(ban, one);
        } else {
            LOG.warn("- the silence of BAN {} is not watched: {} others are absent", ban, MOST);
        }
    }

    /** The one of which nothing is due for longest; its silence is not watched if the rules change. */
    private void forgetOne() {
        absent.entrySet().stream()
                .filter(one -> one.getValue().lookNanos == NEVER)
                .findFirst()
                .map(Map.Entry::getKey)
                .ifPresent(absent::remove);
    }

    /** Looks whether something is due. To be called about once a second. */
    public synchronized void tick(Work work) {
        AlertRules now = rules.get();
        long nanos = clock.epochNanos();
        if (now != followed) {
            followed = now;
            absent.values().forEach(one -> one.lookNanos = Math.min(one.lookNanos, Math.max(nanos, backUntilNanos)));
        }
        if (!searched && (now.watchSilence() || mostOfBan > 0)) {
            searched = run(work, new UUID(0, 0), this::search);
        }
        for (Absent one : absent.values()) {
            if (!one.looking && nanos >= one.lookNanos) {
                one.looking = run(work, one.record.session(), () -> look(one));
            }
        }
    }

    private static boolean run(Work work, UUID session, Runnable task) {
        try {
            work.inOrder(session, task);
            return true;
        } catch (BanipException e) {
            LOG.debug("{}: absent BANs are looked at later: {}", session, e.getMessage());
            return false;
        }
    }

    /** Finds the newest session of each BAN of which something came lately, if that has not ended in order. */
    private void search() {
        try {
            Set<String> bans = new HashSet<>();
            long since = clock.epochNanos() - LONGEST_NANOS;
            for (InterconnectRecord record :
                    store.interconnectsSince(since, one -> bans.add(one.ban().id()), MOST)) {
                OptionalLong epoch = store.epoch(record);
                if (epoch.isPresent() && !store.hasEnded(record)) {
                    found(record, declared(record), epoch.getAsLong());
                }
            }
            searchIsOver();
        } catch (BanipException e) {
            LOG.warn("- absent BANs are looked for again: {}", e.getMessage());
            searchAgain();
        }
    }

    private synchronized void searchIsOver() {
        searchOver = true;
        wereHere.clear();
    }

    private synchronized void searchAgain() {
        searched = false;
    }

    /** What the BAN has declared when it was here last. The operator's rules hold also if that cannot be read. */
    private AlertRules declared(InterconnectRecord record) {
        String kept = mostOfBan == 0 ? "" : store.keptDetectors(record);
        try {
            return kept.isEmpty()
                    ? AlertRules.NONE
                    : AlertRules.parse(kept, "BAN " + record.ban().id()).first(mostOfBan);
        } catch (BanipException e) {
            LOG.warn("{}: detectors of an absent BAN are not watched: {}", record.session(), e.getMessage());
            return AlertRules.NONE;
        }
    }

    private synchronized void found(InterconnectRecord record, AlertRules own, long epoch) {
        String ban = record.ban().id();
        if (!wereHere.contains(ban) && !absent.containsKey(ban)) {
            add(new Absent(record, own, epoch, backUntilNanos));
        }
    }

    private void look(Absent one) {
        long nanos = clock.epochNanos();
        AlertRules by = rules.get();
        long next;
        try {
            next = look(one, by, nanos);
        } catch (RuntimeException e) { // what is stored may be damaged
            LOG.warn("{}: the silence of an absent BAN is looked at later: {}", one.record.session(), e.getMessage());
            next = nanos + AFTER_FAILURE_NANOS;
        }
        synchronized (this) {
            one.looking = false;
            one.lookNanos = by == followed ? next : nanos;
            if (next == NOT_ABSENT) {
                absent.remove(one.record.ban().id(), one);
            }
        }
    }

    /** Whether the session is in the store and has not gone on, and no later one of the BAN has sent anything, perhaps to another host of the store. */
    private boolean isLast(Absent one) {
        InterconnectRecord record = one.record;
        String ban = record.ban().id();
        OptionalLong epoch = store.epoch(record);
        boolean isThere = epoch.isPresent() && epoch.getAsLong() == one.epoch;
        return isThere
                && store
                        .interconnectsSince(
                                record.registeredNanos(),
                                other -> other.ban().id().equals(ban),
                                1)
                        .stream()
                        .allMatch(newest -> newest.session().equals(record.session()));
    }

    /** Tells what is due; when something is due next, {@link #NEVER}, or {@link #NOT_ABSENT}. */
    private long look(Absent one, AlertRules by, long nanos) {
        List<AbsentGroup.Silence> silences =
                new ArrayList<>(AbsentGroup.silences(store, one.record, by, BanFinding.By.HOST));
        silences.addAll(AbsentGroup.silences(store, one.record, one.own.without(by), BanFinding.By.BAN));
        List<AbsentGroup.Silence> due =
                silences.stream().filter(silence -> silence.dueNanos() < nanos).toList();
        if (!due.isEmpty() && !isLast(one)) {
            return NOT_ABSENT;
        }
        due.forEach(silence -> tell(one, silence));
        return silences.stream()
                .mapToLong(AbsentGroup.Silence::dueNanos)
                .filter(at -> at >= nanos)
                .map(at -> at + 1)
                .min()
                .orElse(NEVER);
    }

    /** With the lock, which a registration of the BAN waits for: what is told after it begins must not be of before. Nothing in it waits. */
    private synchronized void tell(Absent one, AbsentGroup.Silence silence) {
        InterconnectRecord record = one.record;
        if (absent.get(record.ban().id()) == one
                && one.told.add(silence.finding().detector())) {
            LOG.info(
                    "{} BAN {} is absent: {}",
                    record.session(),
                    record.ban().id(),
                    silence.finding().line());
            findings.found(new BanFinding(
                    record.ban().id(), record.session(), silence.by(), true, silence.item(), false, silence.finding()));
        }
    }
}
