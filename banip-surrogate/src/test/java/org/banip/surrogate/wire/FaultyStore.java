package org.banip.surrogate.wire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.NotedStop;
import org.banip.surrogate.store.Store;

/** A real store that is full, slow or broken when a test says so. Guarded by its monitor. */
public final class FaultyStore implements Store {
    private final Store store;
    private final List<Runnable> waiters = new ArrayList<>();
    private final List<Runnable> unsaid = new ArrayList<>();
    private final AtomicLong offered = new AtomicLong();
    private boolean full;
    private boolean silent;
    private boolean broken;
    private boolean failing;
    private boolean missingAClass;
    private boolean unreadable;
    private volatile boolean keepsNoDetectors;
    private volatile Gate beforeCreation = Gate.open();
    private volatile Gate beforeReplay = Gate.open();
    private volatile CountDownLatch diskHangsUntil = new CountDownLatch(0);
    private volatile CountDownLatch readsHangUntil = new CountDownLatch(0);
    private volatile OptionalLong free = OptionalLong.empty();
    private final AtomicLong reads = new AtomicLong();

    /** Passes everything on to this store. */
    public FaultyStore(Store store) {
        this.store = store;
    }

    /** From now on there is no room; or there is again. */
    public void full(boolean now) {
        List<Runnable> tasks = new ArrayList<>();
        synchronized (this) {
            full = now;
            if (!now) {
                tasks.addAll(waiters);
                waiters.clear();
            }
        }
        tasks.forEach(Runnable::run);
    }

    /** Whether somebody waits until there is room. */
    public synchronized boolean waitsForRoom() {
        return !waiters.isEmpty();
    }

    /** From now on commits are not told; or they are again, those held back first. */
    public void silent(boolean now) {
        List<Runnable> tasks = new ArrayList<>();
        synchronized (this) {
            silent = now;
            if (!now) {
                tasks.addAll(unsaid);
                unsaid.clear();
            }
        }
        tasks.forEach(Runnable::run);
    }

    /** From now on nothing can be stored or read; or it can again. */
    public synchronized void broken(boolean now) {
        broken = now;
    }

    /** From now on nothing can be read back, though it can be stored; or it can again. */
    public synchronized void unreadable(boolean now) {
        unreadable = now;
    }

    /** From now on it fails as only a store with a bug does; or it works again. */
    public synchronized void failing(boolean now) {
        failing = now;
    }

    /** From now on it fails as one does whose class path is not whole; or it works again. */
    public synchronized void missingAClass(boolean now) {
        missingAClass = now;
    }

    /** From now on the file system does not say how much room it has, until this is counted down. */
    public void diskHangs(CountDownLatch until) {
        diskHangsUntil = until;
    }

    /** From now on items are read back only when this is counted down. */
    public void readsHang(CountDownLatch until) {
        readsHangUntil = until;
    }

    /** From now on the detectors of BANs cannot be kept; or they can again. */
    public void keepsNoDetectors(boolean now) {
        keepsNoDetectors = now;
    }

    /** How often items were to be read back. */
    public long reads() {
        return reads.get();
    }

    /** Sets the number of free bytes that the file system reports. */
    public void free(long bytes) {
        free = OptionalLong.of(bytes);
    }

    /** From now on a new session is entered only when this opens. */
    public void creationWaitsFor(Gate gate) {
        beforeCreation = gate;
    }

    /** From now on a record is read from its last key packet on only when this opens. */
    public void replaysWaitFor(Gate gate) {
        beforeReplay = gate;
    }

    /** How many items were offered, refused ones not counted. */
    public long offered() {
        return offered.get();
    }

    /** How many commits are held back. */
    public synchronized int unsaid() {
        return unsaid.size();
    }

    @Override
    public InterconnectRecord takeOver(InterconnectRecord found) {
        checkNotBroken();
        return store.takeOver(found);
    }

    @Override
    public InterconnectRecord addGroups(InterconnectRecord with) {
        checkNotBroken();
        return store.addGroups(with);
    }

    @Override
    public OptionalLong epoch(InterconnectRecord interconnect) {
        checkNotBroken();
        return store.epoch(interconnect);
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public boolean offer(InterconnectRecord interconnect, Sequenced item, long receivedNanos, CommitListener listener) {
        synchronized (this) {
            if (missingAClass) {
                throw new NoClassDefFoundError("a class missing on purpose");
            }
            if (failing) {
                throw new IllegalStateException("a bug on purpose");
            }
            if (full) {
                return false;
            }
            if (broken) {
                Thread teller = new Thread(() -> listener.failed(item, unavailable()), "store-teller");
                teller.start();
                return true;
            }
        }
        offered.incrementAndGet();
        return store.offer(interconnect, item, receivedNanos, new Telling(listener));
    }

    private final class Telling implements CommitListener {
        private final CommitListener listener;

        Telling(CommitListener listener) {
            this.listener = listener;
        }

        @Override
        public void committed(Sequenced item) {
            synchronized (FaultyStore.this) {
                if (silent) {
                    unsaid.add(() -> listener.committed(item));
                    return;
                }
            }
            listener.committed(item);
        }

        @Override
        public void failed(Sequenced item, BanipException cause) {
            listener.failed(item, cause);
        }
    }

    @Override
    public void whenRoom(Runnable task) {
        synchronized (this) {
            if (full) {
                waiters.add(task);
                return;
            }
        }
        store.whenRoom(task);
    }

    private static BanipException unavailable() {
        return new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "the disk is full on purpose");
    }

    private synchronized void checkReadable() {
        if (unreadable) {
            throw unavailable();
        }
    }

    private synchronized void checkNotBroken() {
        if (broken) {
            throw unavailable();
        }
    }

    @Override
    public Optional<InterconnectRecord> find(UUID session) {
        checkNotBroken();
        return store.find(session);
    }

    @Override
    public InterconnectRecord create(InterconnectRecord record) {
        beforeCreation.pass();
        checkNotBroken();
        return store.create(record);
    }

    @Override
    public boolean removeIfEmpty(InterconnectRecord interconnect) {
        checkNotBroken();
        return store.removeIfEmpty(interconnect);
    }

    @Override
    public long forgetBefore(InterconnectRecord interconnect, int group, long sequence) {
        return store.forgetBefore(interconnect, group, sequence);
    }

    @Override
    public boolean remove(InterconnectRecord interconnect, long[] next) {
        return store.remove(interconnect, next);
    }

    @Override
    public void removeEmpty(long registeredBeforeNanos) {
        checkNotBroken();
        store.removeEmpty(registeredBeforeNanos);
    }

    @Override
    public void checkWritable(Duration patience) {
        store.checkWritable(patience);
    }

    @Override
    public boolean takesWrites() {
        return store.takesWrites();
    }

    @Override
    public OptionalLong freeBytes() {
        await(diskHangsUntil);
        OptionalLong told = free;
        return told.isPresent() ? told : store.freeBytes();
    }

    private static void await(CountDownLatch until) {
        try {
            until.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public List<InterconnectRecord> interconnects() {
        return store.interconnects();
    }

    @Override
    public List<InterconnectRecord> interconnectsSince(
            long receivedNanos, Predicate<InterconnectRecord> wanted, int most) {
        return store.interconnectsSince(receivedNanos, wanted, most);
    }

    @Override
    public void end(InterconnectRecord interconnect, long nowNanos) {
        store.end(interconnect, nowNanos);
    }

    @Override
    public void keepDetectors(InterconnectRecord interconnect, String detectors) {
        checkNotBroken();
        if (keepsNoDetectors) {
            throw unavailable();
        }
        store.keepDetectors(interconnect, detectors);
    }

    @Override
    public String keptDetectors(InterconnectRecord interconnect) {
        return store.keptDetectors(interconnect);
    }

    @Override
    public void noteStop(InterconnectRecord interconnect, int group, NotedStop stop) {
        checkNotBroken();
        store.noteStop(interconnect, group, stop);
    }

    @Override
    public Optional<NotedStop> notedStop(InterconnectRecord interconnect, int group) {
        return store.notedStop(interconnect, group);
    }

    @Override
    public boolean hasEnded(InterconnectRecord interconnect) {
        return store.hasEnded(interconnect);
    }

    @Override
    public long[] lastReceived(InterconnectRecord interconnect) {
        return store.lastReceived(interconnect);
    }

    @Override
    public long[] nextSequences(InterconnectRecord interconnect) {
        checkNotBroken();
        return store.nextSequences(interconnect);
    }

    @Override
    public void read(InterconnectRecord interconnect, int group, long fromSequence, SequencedVisitor visitor) {
        reads.incrementAndGet();
        await(readsHangUntil);
        checkNotBroken();
        store.read(interconnect, group, fromSequence, visitor);
    }

    @Override
    public Optional<Long> lastKeyPacket(InterconnectRecord interconnect, int group, long sequence) {
        beforeReplay.pass();
        checkNotBroken();
        checkReadable();
        return store.lastKeyPacket(interconnect, group, sequence);
    }

    @Override
    public StoreStatistics statistics() {
        return store.statistics();
    }

    @Override
    public void close() {
        store.close();
    }
}
