package org.banip.app.gateway;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Predicate;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.NotedStop;
import org.banip.surrogate.store.SideTables;
import org.banip.surrogate.store.Store;

/**
 * The store of a gateway's BANip devices: passes everything on to an SQLite store, tells of commits, and takes nothing beyond a bound. Groups cannot
 * be added to a session: the gateway's own session of the BAN has a fixed description. Any thread.
 */
final class GatewayStore implements Store {
    private final Store store;
    private final StoreRoom room;
    private final Runnable committed;

    /**
     * A store that is closed with this one.
     *
     * @param room its bound
     * @param committed is run after each commit of an item, on the writer's thread; must not block
     */
    GatewayStore(Store store, StoreRoom room, Runnable committed) {
        this.store = store;
        this.room = room;
        this.committed = committed;
    }

    /** Bytes of the pages of an SQLite file that have something. */
    static long usedBytes(Store store) {
        return store.sideTables()
                .orElseThrow()
                .read(connection -> (number(connection, "page_count") - number(connection, "freelist_count"))
                        * number(connection, "page_size"));
    }

    private static long number(Connection connection, String pragma) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA " + pragma)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    @Override
    public boolean offer(InterconnectRecord interconnect, Sequenced item, long receivedNanos, CommitListener listener) {
        if (room.isFull() || !store.offer(interconnect, item, receivedNanos, new Told(listener))) {
            return false;
        }
        room.took(item instanceof Packet packet ? packet.payload().length : 0);
        return true;
    }

    @Override
    public void whenRoom(Runnable task) {
        if (!room.awaitRoom(task)) {
            store.whenRoom(task);
        }
    }

    @Override
    public InterconnectRecord addGroups(InterconnectRecord with) {
        throw new BanipException(
                ErrorCode.INVALID_DESCRIPTION,
                "BAN " + with.ban().id() + " has another description at this gateway, and groups cannot be added");
    }

    /** Tells of a commit. */
    private final class Told implements CommitListener {
        private final CommitListener listener;

        Told(CommitListener listener) {
            this.listener = listener;
        }

        @Override
        public void committed(Sequenced item) {
            listener.committed(item);
            committed.run();
        }

        @Override
        public void failed(Sequenced item, BanipException cause) {
            listener.failed(item, cause);
        }
    }

    @Override
    public Optional<InterconnectRecord> find(UUID session) {
        return store.find(session);
    }

    @Override
    public InterconnectRecord create(InterconnectRecord record) {
        return store.create(record);
    }

    @Override
    public InterconnectRecord takeOver(InterconnectRecord found) {
        return store.takeOver(found);
    }

    @Override
    public OptionalLong epoch(InterconnectRecord interconnect) {
        return store.epoch(interconnect);
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public boolean removeIfEmpty(InterconnectRecord interconnect) {
        return store.removeIfEmpty(interconnect);
    }

    @Override
    public void removeEmpty(long registeredBeforeNanos) {
        store.removeEmpty(registeredBeforeNanos);
    }

    @Override
    public long forgetBefore(InterconnectRecord interconnect, int group, long sequence) {
        return store.forgetBefore(interconnect, group, sequence);
    }

    @Override
    public long keptFrom(InterconnectRecord interconnect, int group) {
        return store.keptFrom(interconnect, group);
    }

    @Override
    public boolean remove(InterconnectRecord interconnect, long[] next) {
        return store.remove(interconnect, next);
    }

    @Override
    public OptionalLong freeBytes() {
        return store.freeBytes();
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
        committed.run();
    }

    @Override
    public boolean hasEnded(InterconnectRecord interconnect) {
        return store.hasEnded(interconnect);
    }

    @Override
    public void keepDetectors(InterconnectRecord interconnect, String detectors) {
        store.keepDetectors(interconnect, detectors);
    }

    @Override
    public String keptDetectors(InterconnectRecord interconnect) {
        return store.keptDetectors(interconnect);
    }

    @Override
    public void noteStop(InterconnectRecord interconnect, int group, NotedStop stop) {
        store.noteStop(interconnect, group, stop);
    }

    @Override
    public Optional<NotedStop> notedStop(InterconnectRecord interconnect, int group) {
        return store.notedStop(interconnect, group);
    }

    @Override
    public long[] lastReceived(InterconnectRecord interconnect) {
        return store.lastReceived(interconnect);
    }

    @Override
    public long[] nextSequences(InterconnectRecord interconnect) {
        return store.nextSequences(interconnect);
    }

    @Override
    public void read(InterconnectRecord interconnect, int group, long fromSequence, SequencedVisitor visitor) {
        store.read(interconnect, group, fromSequence, visitor);
    }

    @Override
    public Optional<Long> lastKeyPacket(InterconnectRecord interconnect, int group, long sequence) {
        return store.lastKeyPacket(interconnect, group, sequence);
    }

    @Override
    public Optional<SideTables> sideTables() {
        return store.sideTables();
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
