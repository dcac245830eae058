package org.banip.mbu.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.text.FileError;
import org.banip.mbu.spool.Kept;
import org.banip.mbu.spool.SpoolException;
import org.banip.mbu.spool.SpoolJournal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal of a spool in a directory (docs/delivery.md). It appends records to the last of several files. A file is deleted as soon as all its
 * items and those of the files before it are released. Guarded by itself; the spool calls it under its own monitor.
 */
public final class Journal implements SpoolJournal {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    /** The most numbers that are written and not synced; as many more may be while the disk works. */
    static final int MOST_UNSYNCED = 512;

    private static final int MOST_BUFFERED = 64 << 10;
    /** The files may take twice the bytes of the items, and the bytes of four files more. */
    private static final int SPARE_FILES = 4;

    private final SpoolDirectory directory;
    private final JournalSetup setup;
    private final boolean resumed;
    private final RegistrationRequest registration;
    private final List<Optional<Kept.End>> ends = new ArrayList<>();
    private final RecordBuffer buffer;
    private final SyncThread syncing;

    private Kept kept;
    private State state;
    private Segments segments;
    /** The files of the former session, while another one begins. */
    private @Nullable Segments former;

    private int unsynced;
    private boolean dirty;
    private boolean forgotten;
    private boolean closed;
    private final FileFailure failure;

    private Journal(SpoolDirectory directory, JournalSetup setup, Opened opened) {
        this.directory = directory;
        this.setup = setup;
        failure = new FileFailure(directory.path());
        resumed = opened.resumed();
        kept = opened.kept();
        state = opened.state();
        segments = opened.segments();
        buffer = segments.buffer();
        registration = opened.registration();
        kept.groups().forEach(group -> ends.add(group.end()));
        syncing = new SyncThread("banip-spool-" + setup.registration().ban().id(), setup.syncEvery(), this::sync);
    }

    /**
     * Opens the journal in a directory, and reads what an earlier process has left there.
     *
     * @throws IllegalArgumentException if another MBU uses the directory, if it has items of a BAN with another description, or if it is encrypted
     *     with another key
     * @throws SpoolException if the directory or the key cannot be used, or no file can be read
     */
    public static Journal open(JournalSetup setup) {
        try {
            SpoolDirectory directory = SpoolDirectory.lock(setup.directory());
            try {
                Journal journal = new Journal(directory, setup, Opened.in(directory, setup));
                journal.syncing.start();
                return journal;
            } catch (IOException | RuntimeException e) {
                directory.unlock();
                throw e;
            }
        } catch (IOException e) {
            throw new SpoolException("spool: " + FileError.writing(setup.directory(), e), e);
        }
    }

    /** The session: that of an earlier process, or else the one of the registration. */
    public synchronized UUID session() {
        return state.session;
    }

    /** The registration with which it was opened, and behind its groups those that an earlier process added to the session. */
    public RegistrationRequest registration() {
        return registration;
    }

    /** How many bytes of the last file are on the disk for sure. */
    synchronized long syncedBytes() {
        return segments.active().synced();
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    @Override
    public boolean isResumed() {
        return resumed;
    }

    @Override
    public Optional<Kept.End> resumedAt(int group) {
        return group < ends.size() ? ends.get(group) : Optional.empty();
    }

    @Override
    public synchronized Kept takeKept() {
        Kept taken = kept;
        kept = Kept.NOTHING;
        return taken;
    }

    @Override
    public synchronized void addGroup(int group, String document) {
        makeRoom();
        state.add(document);
        State.writeAdded(group, document, buffer);
        syncNow();
        failure.attempt(() -> segments.roll(state)); // so that it is there twice
    }

    // --- items ---

    @Override
    public synchronized long put(Sequenced item, long putNanos) {
        makeRoom();
        ItemRecords.write(item, putNanos, buffer);
        return has(item);
    }

    @Override
    public synchronized long move(Packet there, long putNanos, int from, long sequence) {
        makeRoom();
        ItemRecords.writeMoved(there, putNanos, from, sequence, buffer);
        long place = has(there);
        unsynced = MOST_UNSYNCED; // at once: the host must not get it in both groups
        return place;
    }

    @Override
    public synchronized void back(int group, long nanos) {
        makeRoom();
        state.groups.get(group).back(nanos);
        buffer.begin(RecordType.BACK).number(group, 1).number(nanos).end();
        unsynced++;
    }

    private long has(Sequenced item) {
        state.groups.get(item.group()).put(item);
        segments.active().has(item);
        unsynced += (int) Math.min(MOST_UNSYNCED, item.nextSequence() - item.sequence());
        Segment active = segments.active();
        return active.number << 32 | (active.length() + buffer.record());
    }

    @Override
    public synchronized byte[] payload(long place) {
        requireUsable();
        try {
            return segments.payload(SpoolJournal.fileOf(place), (int) place);
        } catch (IOException e) {
            throw failure.of(e);
        }
    }

    /** Begins another file if this one is full. */
    private void makeRoom() {
        requireUsable();
        boolean full = segments.active().length() + buffer.length() > setup.segmentBytes();
        if (full || buffer.length() > MOST_BUFFERED) {
            write();
        }
        if (full) {
            failure.attempt(() -> segments.roll(state));
        }
    }

    @Override
    public synchronized void sends(int group, long before) {
        requireUsable();
        State.Group of = state.groups.get(group);
        if (before > of.sent) {
            makeRoom();
            of.sends(group, before, buffer);
            write();
        }
    }

    @Override
    public synchronized void released(int group, long before) {
        State.Group of = state.groups.get(group);
        if (closed || of.released == before) {
            return;
        }
        of.released = before;
        of.releasedChanged = true;
        if (segments.isFirstReleased(state)) {
            requireUsable();
            writeReleased();
            syncNow(); // before the file goes: otherwise its items would count as lost
            failure.attempt(() -> segments.deleteReleased(state));
        }
    }

    @Override
    public synchronized void commit() {
        if (!closed) {
            requireUsable();
            writeReleased();
            if ((setup.syncsEach() && unsynced > 0) || unsynced >= MOST_UNSYNCED) {
                syncNow();
            }
        }
    }

    // --- room ---

    @Override
    public synchronized long crowded(long bytes) {
        long most = 2 * bytes + (long) SPARE_FILES * setup.segmentBytes();
        boolean tooMany = segments.count() > 2 && segments.bytes() > most;
        return !closed && (tooMany || segments.isFirstOutdated()) ? segments.first().number : NOWHERE;
    }

    @Override
    public synchronized void emptied(long file) {
        if (!closed && segments.first().number == file) {
            syncNow();
            segments.first().empty();
            failure.attempt(() -> segments.deleteReleased(state));
        }
    }

    // --- another session ---

    @Override
    public synchronized void begin(UUID session) {
        requireUsable();
        syncNow();
        former = segments;
        state = state.followedBy(session);
        failure.attempt(() -> segments = segments.following(state));
    }

    @Override
    public synchronized void begun() {
        state.complete = true;
        buffer.begin(RecordType.BEGUN).end();
        syncNow();
        Segments old = former;
        former = null;
        if (old != null) {
            failure.attempt(old::deleteAll);
        }
    }

    // --- writing ---

    private void writeReleased() {
        for (int g = 0; g < state.groups.size(); g++) {
            State.Group of = state.groups.get(g);
            if (of.releasedChanged) {
                makeRoom();
                of.writeReleased(g, buffer);
            }
        }
        write();
    }

    private void write() {
        if (buffer.length() > 0) {
            try {
                segments.active().append(buffer);
            } catch (IOException e) {
                throw failure.of(e);
            }
            buffer.clear();
            dirty = true;
        }
    }

    private void syncNow() {
        write();
        failure.attempt(() -> segments.active().sync());
        unsynced = 0;
        dirty = false;
    }

    /** Syncs what is written; the thread that does this at an interval. No lock is held while the disk works. */
    private void sync() {
        try {
            Segment active = written();
            if (active != null) {
                active.sync();
            }
        } catch (IOException e) {
            fail(e);
        } catch (SpoolException e) {
            LOG.error("{}", e.getMessage()); // the next change tells the MBU
        }
    }

    /** Writes everything. Returns the file if there is something to sync. */
    private synchronized @Nullable Segment written() {
        if (closed || failure.isThere()) {
            return null;
        }
        writeReleased();
        Segment active = dirty ? segments.active() : null;
        dirty = false;
        unsynced = 0;
        return active;
    }

    private synchronized void fail(IOException e) {
        LOG.error("{}", failure.of(e).getMessage()); // the next change tells the MBU
    }

    private void requireUsable() {
        failure.requireNone();
        if (closed) {
            throw new SpoolException("spool: the MBU is closed", new IOException("closed"));
        }
    }

    // --- the end ---

    @Override
    public synchronized void forget() {
        forgotten = true;
    }

    @Override
    public void close() {
        syncing.stop();
        synchronized (this) {
            if (closed) {
                return;
            }
            try {
                end();
            } catch (IOException | SpoolException e) {
                LOG.warn("spool: {} could not be closed in order: {}", directory.path(), e.getMessage());
            } finally {
                closed = true;
            }
        }
    }

    private void end() throws IOException {
        try {
            if (forgotten) {
                deleteAll();
            } else if (!failure.isThere() && former == null) {
                writeReleased();
                buffer.begin(RecordType.CLOSED).end();
                syncNow();
            }
        } finally {
            segments.close();
            if (former != null) {
                former.close();
            }
            directory.unlock();
        }
    }

    /** Deletes everything. If only a part can be deleted, or the process is killed meanwhile, nothing of what is left waits. */
    private void deleteAll() throws IOException {
        try {
            if (!failure.isThere()) {
                writeReleased();
                syncNow();
            }
        } finally {
            segments.deleteAll();
        }
    }
}
