package org.banip.server.audit;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * An audit log in the files of a directory (docs/audit.md). One thread, {@code banip-audit}, writes and syncs what waits. While the disk takes
 * nothing, 10,000 entries wait, further ones are counted, and what needs to be {@linkplain #confirm confirmed} fails; it is tried again every second.
 */
public final class AuditLog implements Audit {
    private static final Logger LOG = ServerLog.of(AuditLog.class);
    private static final int MOST_WAITING = 10_000;
    private static final int MOST_OF_BATCH = 500;
    private static final int MOST_LOGGED_IN = 10_000;
    private static final long LOGGED_IN_NANOS = TimeUnit.HOURS.toNanos(1);
    /** When a log-in for which there was no room is tried again: the next minute has room. */
    private static final long RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final long TICK_MILLIS = 1000;
    private static final long LONGEST_CLOSE_MILLIS = 10_000;

    private final AuditSettings settings;
    private final LongSupplier nanoClock;
    private final AuditLock lock;
    private final AuditFiles files;
    private final AuditPace pace;
    private final Map<String, Long> loggedIn = new ConcurrentHashMap<>();
    private final Thread writer;

    private final Object monitor = new Object();
    /** Guarded by the monitor, as are the next two. */
    private List<Waiting> waiting = new ArrayList<>();

    private boolean closed;
    private long lost;

    private volatile @Nullable String problem;
    /** Owned by the writer: since when nothing can be written. */
    private @Nullable Instant interrupted;

    private AuditLog(AuditSettings settings, String server, LongSupplier nanoClock) {
        this.settings = settings;
        this.nanoClock = nanoClock;
        pace = new AuditPace(nanoClock);
        files = new AuditFiles(settings, server);
        lock = AuditLock.of(settings.directory());
        writer = OwnThreads.daemon("banip-audit", this::run);
    }

    /**
     * Goes on with the log of a directory, or begins one.
     *
     * @param server who writes it, in a word: {@code host}, {@code wsb}
     * @throws IllegalArgumentException if the directory cannot be made
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if another log is written there
     */
    public static AuditLog open(AuditSettings settings, String server) {
        return open(settings, server, System::nanoTime);
    }

    static AuditLog open(AuditSettings settings, String server, LongSupplier nanoClock) {
        AuditLog log = new AuditLog(settings, server, nanoClock);
        log.writer.start();
        return log;
    }

    private static final class Waiting extends AuditFiles.Timed {
        final @Nullable CompletableFuture<@Nullable Void> confirmed;

        Waiting(AuditEntry entry, @Nullable CompletableFuture<@Nullable Void> confirmed) {
            super(entry, Instant.now());
            this.confirmed = confirmed;
        }
    }

    @Override
    public void record(AuditEntry entry) {
        if (pace.admits(entry)) {
            boolean unused = add(entry, null);
        }
    }

    @Override
    public CompletableFuture<@Nullable Void> confirm(AuditEntry entry) {
        CompletableFuture<@Nullable Void> confirmed = new CompletableFuture<>();
        String why = problem;
        if (why != null) {
            confirmed.completeExceptionally(refusal(why));
        } else if (!add(entry, confirmed)) {
            confirmed.completeExceptionally(refusal("it ends, or too many entries wait"));
        }
        return confirmed;
    }

    private static BanipException refusal(String why) {
        return new BanipException(
                ErrorCode.STORAGE_UNAVAILABLE,
                "the audit log cannot be written, and nothing is shown without it: " + why);
    }

    private boolean add(AuditEntry entry, @Nullable CompletableFuture<@Nullable Void> confirmed) {
        synchronized (monitor) {
            if (closed || waiting.size() >= MOST_WAITING) {
                lost++;
                return false;
            }
            waiting.add(new Waiting(entry, confirmed));
            if (problem == null) { // otherwise the next attempt is due in a second
                monitor.notifyAll();
            }
            return true;
        }
    }

    @Override
    public void loggedIn(Who who, String from) {
        String key = who.means() + " " + who.name() + " " + from;
        long now = nanoClock.getAsLong();
        Long before = loggedIn.get(key);
        if (before != null && now - before < LOGGED_IN_NANOS) {
            return;
        }
        if (loggedIn.size() >= MOST_LOGGED_IN) {
            loggedIn.clear(); // they are told once more
        }
        AuditEntry entry = AuditEntry.of(AuditEvent.LOG_IN_ACCEPTED).by(who).from(from);
        boolean kept = pace.admits(entry) && add(entry, null);
        loggedIn.put(key, kept ? now : now - LOGGED_IN_NANOS + RETRY_NANOS);
    }

    @Override
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    private void run() {
        List<Waiting> batch = new ArrayList<>();
        boolean ends = false;
        while (!ends) {
            try {
                ends = await(batch.isEmpty());
            } catch (InterruptedException e) {
                ends = true;
            }
            // While it fails, what waits stays in the bounded queue.
            do {
                if (batch.isEmpty()) {
                    batch.addAll(take());
                    pace.takeLeftOut(ends).forEach(entry -> batch.add(new Waiting(entry, null)));
                }
            } while (write(batch) && isWaiting());
        }
        release();
    }

    private boolean isWaiting() {
        synchronized (monitor) {
            return !waiting.isEmpty();
        }
    }

    /** Waits for an entry, or for the next attempt; true at the end. */
    @SuppressWarnings("WaitNotInLoop") // the caller looks again what there is
    private boolean await(boolean forEntries) throws InterruptedException {
        synchronized (monitor) {
            if (!closed && (waiting.isEmpty() || !forEntries || problem != null)) {
                monitor.wait(TICK_MILLIS);
            }
            return closed;
        }
    }

    private List<Waiting> take() {
        synchronized (monitor) {
            List<Waiting> first = waiting.subList(0, Math.min(MOST_OF_BATCH, waiting.size()));
            List<Waiting> taken = new ArrayList<>(first);
            first.clear();
            return taken;
        }
    }

    /** False if it cannot be written; then the batch has what is to be written later. */
    private boolean write(List<Waiting> batch) {
        if (batch.isEmpty() && problem == null) {
            return true;
        }
        try {
            long told = lostUntilNow();
            if (problem != null || told > 0) {
                batch.add(new Waiting(interruption(told), null));
            }
            files.append(batch);
            forget(told);
        } catch (IOException | RuntimeException | Error e) {
            // Errors, too, for example for want of memory: if this thread ended, those who wait for a confirmation
            // would wait for ever.
            failed(batch, e);
            return false;
        }
        if (problem != null) {
            LOG.info("- the audit log in {} is written again", settings.directory());
            problem = null;
            interrupted = null;
        }
        batch.forEach(entry -> {
            if (entry.confirmed != null) {
                entry.confirmed.complete(null);
            }
        });
        batch.clear();
        return true;
    }

    private long lostUntilNow() {
        synchronized (monitor) {
            return lost;
        }
    }

    private void forget(long told) {
        synchronized (monitor) {
            lost -= told;
        }
    }

    private AuditEntry interruption(long told) {
        AuditEntry entry = AuditEntry.of(AuditEvent.INTERRUPTED).with("lost", told);
        return interrupted == null
                ? entry
                : entry.with("since", interrupted.toString()).with("reason", String.valueOf(problem));
    }

    private void failed(List<Waiting> batch, Throwable e) {
        String why = String.valueOf(e.getMessage());
        if (problem == null) {
            interrupted = Instant.now();
            LOG.error(
                    "- the audit log in {} cannot be written; data of MBUs are taken, but nothing is shown to people: {}",
                    settings.directory(),
                    why);
        }
        problem = why;
        batch.forEach(entry -> {
            if (entry.confirmed != null) {
                entry.confirmed.completeExceptionally(refusal(why));
            }
        });
        batch.removeIf(entry -> entry.confirmed != null || entry.entry.event() == AuditEvent.INTERRUPTED);
    }

    private void release() {
        try {
            files.close();
        } catch (IOException e) {
            LOG.warn("- the audit log in {} cannot be closed: {}", settings.directory(), e.getMessage());
        }
        lock.close();
    }

    /** Writes what waits, once more if it failed; returns within ten seconds. */
    @Override
    public void close() {
        synchronized (monitor) {
            closed = true;
            monitor.notifyAll();
        }
        try {
            writer.join(LONGEST_CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
