package org.banip.app.gateway;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.banip.core.error.BanipException;
import org.banip.core.transcoding.Transcoders;
import org.banip.gateway.session.SampleIntake;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;

/**
 * Gives what BANip devices have sent into a store to the MBUs of a gateway, exactly once and in order (docs/gateway.md, "Devices that speak BANip").
 * A thread of its own reads and decodes; it begins where an earlier process ended, also with sessions whose devices do not come back.
 *
 * <p>The file {@code positions} in its folder says how far each group is safely in the spool of its MBU. What lies before that is removed from the
 * store.
 */
public final class StoreFeed implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(10);
    private static final Duration NO_ROOM = Duration.ofMillis(100);
    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final Duration LIST = Duration.ofMillis(100);
    private static final Duration WRITE = Duration.ofSeconds(1);
    private static final Duration TIDY = Duration.ofSeconds(2);
    private static final Duration ASK = Duration.ofSeconds(5);

    private final Store store;
    private final SampleIntake intake;
    private final Transcoders transcoders;
    private final FeedPositions file;
    private final FeedTidying tidying;
    private final FeedLog log = new FeedLog();
    private final Semaphore woken = new Semaphore(0);
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "banip-gateway-feed");
    /** Per session and group the first number that is not safe. */
    private final Map<UUID, long[]> safe = new ConcurrentHashMap<>();
    /** Sessions that the gateway refuses, or whose chains are not known here. */
    private final Set<UUID> held = ConcurrentHashMap.newKeySet();
    /** What the file has of that. */
    private Map<UUID, long[]> written;

    private final Map<UUID, FedSession> sessions = new LinkedHashMap<>();
    private final Map<String, FedBan> bans = new HashMap<>();
    /** The sessions of each BAN, the oldest first. */
    private Map<String, List<FedSession>> ofBan = Map.of();

    private final Every list = new Every(LIST);
    private final Every write = new Every(WRITE);
    private final Every tidy = new Every(TIDY);
    private final Every ask = new Every(ASK);

    /**
     * A feed that removes no sessions from the store.
     *
     * @param store where a host puts what devices send
     * @param intake the gateway
     * @param transcoders known components of chains
     * @param directory an existing folder for the file of the positions
     * @throws UncheckedIOException if the positions cannot be read
     */
    public StoreFeed(Store store, SampleIntake intake, Transcoders transcoders, Path directory) {
        this(store, intake, transcoders, directory, session -> true);
    }

    /**
     * A feed.
     *
     * @param inUse whether the host uses a session now, asked on the feed's thread; another one that has ended and is wholly given is removed
     * @throws UncheckedIOException if the positions cannot be read
     */
    public StoreFeed(Store store, SampleIntake intake, Transcoders transcoders, Path directory, Predicate<UUID> inUse) {
        this.store = store;
        this.intake = intake;
        this.transcoders = transcoders;
        tidying = new FeedTidying(store, inUse);
        file = new FeedPositions(directory);
        written = file.read();
        safe.putAll(written);
        thread.setDaemon(true);
    }

    /** Begins. */
    public void start() {
        thread.start();
    }

    /** Something was committed, or a session began. Any thread; returns at once. Without it the feed looks each second. */
    public void wake() {
        if (woken.availablePermits() == 0) {
            woken.release();
        }
    }

    /**
     * Items of the store that are not safely in a spool, by BAN; BANs without any are not there. Any thread.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE}
     */
    public Map<String, Long> waiting() {
        Map<String, Long> waiting = new TreeMap<>();
        for (InterconnectRecord record : store.interconnects()) {
            long count = waiting(record);
            if (count > 0) {
                waiting.merge(record.ban().id(), count, Long::sum);
            }
        }
        return waiting;
    }

    private long waiting(InterconnectRecord record) {
        long[] next = store.nextSequences(record);
        long[] done = safe.getOrDefault(record.session(), new long[0]);
        long count = 0;
        for (int g = 0; g < next.length; g++) {
            count += Math.max(0, next[g] - (g < done.length ? done[g] : 0));
        }
        return count;
    }

    /**
     * Whether items wait that the gateway takes as soon as it has room; not those of sessions that it refuses. Any thread.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE}
     */
    public boolean somethingMoves() {
        return store.interconnects().stream()
                .anyMatch(record -> !held.contains(record.session()) && waiting(record) > 0);
    }

    /** Packets that are safely in spools since the start. Any thread. */
    public long given() {
        return log.givenPackets();
    }

    /** Items that could not be given on since the start: they were damaged or did not decode, or the gateway refused them. Any thread. */
    public long passedOver() {
        return log.passedOverItems();
    }

    /** Ends the thread, and writes the positions. What is under way then is known again by the next feed with the same gateway's directory. */
    @Override
    public void close() {
        end.countDown();
        woken.release();
        try {
            if (thread.isAlive()) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = awaited(pass());
        }
        sessions.values().forEach(session -> session.groups().forEach(FedGroup::settle));
        attempt("the positions of BANip devices are not written", this::writePositions);
        sessions.values().forEach(FedSession::closeDecoders);
    }

    /** Waits until there may be something to do, at least a moment; false if the feed ends. */
    private boolean awaited(FedBan.Next next) {
        try {
            if (next == FedBan.Next.NOW) {
                return end.getCount() > 0;
            }
            if (end.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                return false;
            }
            Duration more = next == FedBan.Next.WOKEN ? IDLE : next == FedBan.Next.ROOM ? NO_ROOM : Duration.ZERO;
            if (woken.tryAcquire(more.toMillis(), TimeUnit.MILLISECONDS)) {
                int unused = woken.drainPermits();
            }
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private FedBan.Next pass() {
        FedBan.Next[] next = {FedBan.Next.WOKEN};
        attempt("the store of BANip devices is not read", () -> next[0] = passed());
        attempt("the positions of BANip devices are not written", () -> {
            if (write.isDue() || next[0] == FedBan.Next.WRITTEN) {
                writePositions();
            }
        });
        attempt("the store of BANip devices is not tidied", () -> {
            if (tidy.isDue()) {
                tidying.tidy(sessions.values(), written).forEach(this::forget);
            }
        });
        return next[0];
    }

    private void attempt(String what, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) { // must not end the thread
            log.failed(what, e);
        }
    }

    private FedBan.Next passed() {
        if (list.isDue()) {
            listSessions();
        }
        if (ask.isDue()) {
            sessions.values().forEach(FedSession::askAgain);
        }
        FedBan.Next next = FedBan.Next.WOKEN;
        for (Map.Entry<String, List<FedSession>> of : ofBan.entrySet()) {
            FedBan ban = bans.computeIfAbsent(of.getKey(), id -> new FedBan(id, intake, this::wake));
            FedBan.Next[] now = {FedBan.Next.ROOM}; // what fails is tried again soon, and holds up no other BAN
            attempt("BAN " + of.getKey() + " in the store is not given on", () -> now[0] = ban.give(of.getValue()));
            next = now[0].compareTo(next) > 0 ? now[0] : next;
        }
        noteSafe();
        return next;
    }

    private void listSessions() {
        List<InterconnectRecord> records = new ArrayList<>(store.interconnects());
        Collections.reverse(records);
        Map<String, List<FedSession>> listed = new TreeMap<>();
        for (InterconnectRecord record : records) {
            try {
                listed.computeIfAbsent(record.ban().id(), first -> new ArrayList<>())
                        .add(session(record));
            } catch (RuntimeException e) { // an unknown component, or one that fails: no other session waits for it
                held.add(record.session());
                log.held(record, String.valueOf(e.getMessage()));
            }
        }
        ofBan = listed;
        Set<UUID> there = records.stream().map(InterconnectRecord::session).collect(Collectors.toSet());
        held.retainAll(there);
        new ArrayList<>(safe.keySet())
                .stream().filter(session -> !there.contains(session)).forEach(this::forget);
    }

    /** One whose groups were added to goes on where it is; one that was removed and made again begins again. */
    private FedSession session(InterconnectRecord record) {
        FedSession known = sessions.get(record.session());
        if (known != null && known.record().id() != record.id()) {
            forget(record.session());
            known = null;
        }
        if (known != null && known.record().ban().equals(record.ban())) {
            return known;
        }
        long[] from = positions(record);
        FedSession made = new FedSession(store, record, transcoders, from, log);
        if (known != null) {
            known.rewind();
        }
        sessions.put(record.session(), made);
        return made;
    }

    /** What was forgotten went on, also if the file of the positions was lost. */
    private long[] positions(InterconnectRecord record) {
        long[] noted = safe.getOrDefault(record.session(), new long[0]);
        long[] from = Arrays.copyOf(noted, record.chains().size());
        for (int g = 0; g < from.length; g++) {
            from[g] = Math.max(from[g], store.keptFrom(record, g));
        }
        return from;
    }

    private void noteSafe() {
        sessions.forEach((id, session) -> {
            safe.put(id, session.safe());
            boolean unused = session.isHeld() ? held.add(id) : held.remove(id);
        });
    }

    private void writePositions() {
        noteSafe();
        Map<UUID, long[]> now = new HashMap<>(safe);
        file.write(now);
        written = now;
        sessions.values().forEach(session -> session.groups().forEach(FedGroup::written));
    }

    private void forget(UUID session) {
        FedSession removed = sessions.remove(session);
        if (removed != null) {
            removed.closeDecoders();
            ofBan.values().forEach(of -> of.remove(removed));
        }
        safe.remove(session);
        written.remove(session);
        tidying.forget(session);
    }

    /** Something that is done now and then. */
    private static final class Every {
        private final long nanos;
        private long last;
        private boolean begun;

        Every(Duration time) {
            nanos = time.toNanos();
        }

        boolean isDue() {
            long now = System.nanoTime();
            if (begun && now - last < nanos) {
                return false;
            }
            begun = true;
            last = now;
            return true;
        }
    }
}
