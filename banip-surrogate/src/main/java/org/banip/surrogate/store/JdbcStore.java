package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/**
 * A store in SQLite or PostgreSQL (docs/store.md): one writer thread with group commit, a pool of readers.
 *
 * <p>Several processes may read while one writes. A full queue makes {@link #offer} return false.
 */
public final class JdbcStore implements Store {
    private final String where;
    /** Null if the store is not a file of this machine. */
    private final @Nullable Path file;

    private final Dialect dialect;
    private final Items items;
    private final Readers readers;
    private final WriteQueue queue;
    /** Null if the store is open for reading alone. */
    private final @Nullable WriterThread writer;

    private final Optional<HostLock> lock;

    private JdbcStore(
            String url, StoreLocation location, StoreSettings settings, boolean readOnly, Optional<HostLock> lock) {
        this.lock = lock;
        Properties credentials = location.credentials();
        dialect = Dialect.of(url);
        where = location.toString();
        file = location.file().orElse(null);
        if (dialect == Dialect.SQLITE) {
            SqliteLibrary.removeStaleCopies();
        }
        queue = new WriteQueue(settings.queuedItems(), settings.queuedBytes());
        if (readOnly) {
            DataSource source = DriverDataSource.of(url, dialect.readOnlyProperties(credentials, settings));
            items = items(source, Migrations.check(source, dialect, where), true);
            readers = new Readers(where, source, dialect, settings, true);
            writer = null;
            return;
        }
        DataSource source = DriverDataSource.of(url, dialect.writerProperties(credentials, settings));
        Migrations.migrate(
                DriverDataSource.of(url, dialect.migrationProperties(credentials, settings)), dialect, where);
        MetadataCrcs.fill(source, dialect, where);
        items = items(source, dialect.version, false);
        readers = new Readers(
                where,
                DriverDataSource.of(url, dialect.readerProperties(credentials, settings)),
                dialect,
                settings,
                false);
        writer = new WriterThread(source, dialect, where, queue, items);
    }

    private Items items(DataSource source, int schema, boolean readOnly) {
        try (Connection connection = source.getConnection()) {
            return dialect == Dialect.SQLITE && schema > 1
                    ? ItemLog.open(connection, readOnly, schema)
                    : new KeyedItems(schema);
        } catch (SQLException e) {
            throw StoreFailure.of(where, "cannot be opened", e);
        }
    }

    /**
     * Opens a store for a host; an SQLite file is created, with its directory, if it does not exist.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if it cannot be opened, or is an SQLite file that another host writes
     */
    public static JdbcStore open(StoreLocation location, StoreSettings settings) {
        String url = location.file().map(SqliteFile::forWriting).orElse(location.text());
        Optional<HostLock> lock = location.sqliteFile().map(HostLock::of);
        try {
            location.file().ifPresent(LogCorrection::beforeWriting);
            return new JdbcStore(url, location, settings, false, lock);
        } catch (RuntimeException | Error e) {
            lock.ifPresent(HostLock::close);
            throw e;
        }
    }

    /** Opens an SQLite file without keeping other hosts off it: with two of them, tests show what keeps writers of any database apart. */
    static JdbcStore openUnlocked(Path file, StoreSettings settings) {
        StoreLocation location = StoreLocation.of(file.toString());
        return new JdbcStore(SqliteFile.forWriting(file), location, settings, false, Optional.empty());
    }

    /** Opens an existing store for reading only, while another process may write it. */
    public static JdbcStore openForReading(StoreLocation location) {
        location.file().ifPresent(LogCorrection::beforeReading);
        String url = location.file().map(SqliteFile::forReading).orElse(location.text());
        return new JdbcStore(url, location, StoreSettings.DEFAULT, true, Optional.empty());
    }

    /** Opens an SQLite file with default settings; creates it if it does not exist. */
    public static JdbcStore open(Path file) {
        return open(file, StoreSettings.DEFAULT);
    }

    /** Opens an SQLite file; creates it, with its directory, if it does not exist. */
    public static JdbcStore open(Path file, StoreSettings settings) {
        return open(StoreLocation.of(file.toString()), settings);
    }

    /** Opens a database by its JDBC URL; the driver must be on the class path. */
    public static JdbcStore open(String jdbcUrl, String user, String password, StoreSettings settings) {
        return open(new StoreLocation(jdbcUrl, user, password), settings);
    }

    /** Opens an existing SQLite file for reading only, while another process may write it. */
    public static JdbcStore openForReading(Path file) {
        return openForReading(StoreLocation.of(file.toString()));
    }

    /** Opens a database by its JDBC URL, for reading only. */
    public static JdbcStore openForReading(String jdbcUrl, String user, String password) {
        return openForReading(new StoreLocation(jdbcUrl, user, password));
    }

    @Override
    public Optional<InterconnectRecord> find(UUID session) {
        return readers.query(connection -> InterconnectTable.find(connection, session));
    }

    @Override
    public InterconnectRecord create(InterconnectRecord record) {
        return writer().transact("add an interconnect", connection -> InterconnectTable.insert(connection, record));
    }

    @Override
    public InterconnectRecord takeOver(InterconnectRecord found) {
        return writer().takeOver(found);
    }

    @Override
    public InterconnectRecord addGroups(InterconnectRecord with) {
        return writer().transact("add a group", connection -> AddedGroups.add(connection, with, where));
    }

    @Override
    public OptionalLong epoch(InterconnectRecord interconnect) {
        return readers.query(connection -> InterconnectTable.epoch(connection, interconnect.id()));
    }

    @Override
    public String name() {
        return readers.query(InterconnectTable::storeName);
    }

    @Override
    public boolean removeIfEmpty(InterconnectRecord interconnect) {
        return removal().removeIfEmpty(interconnect);
    }

    @Override
    public void removeEmpty(long registeredBeforeNanos) {
        removal().removeEmpty(registeredBeforeNanos);
    }

    @Override
    public long forgetBefore(InterconnectRecord interconnect, int group, long sequence) {
        Removal removal = removal();
        Optional<Long> key = lastKeyPacket(interconnect, group, sequence);
        return key.isEmpty() ? 0 : removal.forgetBefore(interconnect, group, key.get());
    }

    @Override
    public boolean remove(InterconnectRecord interconnect, long[] next) {
        return removal().remove(interconnect, next);
    }

    private Removal removal() {
        return new Removal(writer(), dialect, items);
    }

    @Override
    public OptionalLong freeBytes() {
        if (file == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Files.getFileStore(file).getUsableSpace());
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public void checkWritable(Duration patience) {
        writer().checkWritable(patience);
    }

    @Override
    public boolean takesWrites() {
        return writer().takesWrites();
    }

    @Override
    public List<InterconnectRecord> interconnects() {
        return readers.query(InterconnectTable::all);
    }

    @Override
    public List<InterconnectRecord> interconnectsSince(
            long receivedNanos, Predicate<InterconnectRecord> wanted, int most) {
        List<InterconnectRecord> found = new ArrayList<>();
        for (long id : readers.query(this::refreshedIds)) {
            if (found.size() >= most) {
                break;
            }
            readers.query(connection -> since(connection, id, receivedNanos))
                    .filter(wanted)
                    .ifPresent(found::add);
        }
        return found;
    }

    private List<Long> refreshedIds(Connection connection) throws SQLException {
        refresh(connection);
        return InterconnectTable.ids(connection);
    }

    private Optional<InterconnectRecord> since(Connection connection, long id, long receivedNanos) throws SQLException {
        for (long group : InterconnectTable.groups(connection, id)) {
            long last = items.lastReceived(connection, id, (int) group);
            if (last != Items.NONE && last >= receivedNanos) {
                return InterconnectTable.find(connection, id);
            }
        }
        return Optional.empty();
    }

    @Override
    public void end(InterconnectRecord interconnect, long nowNanos) {
        boolean unused = writer().transact(
                        "note the end of a session",
                        connection -> InterconnectTable.end(connection, interconnect, nowNanos));
    }

    @Override
    public boolean hasEnded(InterconnectRecord interconnect) {
        return readers.query(connection -> InterconnectTable.hasEnded(connection, interconnect.id()));
    }

    @Override
    public void keepDetectors(InterconnectRecord interconnect, String detectors) {
        if (!readers.query(connection -> DetectorColumns.holds(connection, interconnect.id(), detectors))) {
            boolean unused = writer().transact(
                            "keep the detectors of a BAN",
                            connection -> DetectorColumns.write(connection, interconnect, detectors));
        }
    }

    @Override
    public String keptDetectors(InterconnectRecord interconnect) {
        return readers.query(connection -> DetectorColumns.read(connection, interconnect.id()));
    }

    @Override
    public void noteStop(InterconnectRecord of, int group, NotedStop stop) {
        boolean unused =
                writer().transact("note who stopped a group", with -> StopColumns.write(with, of, group, stop));
    }

    @Override
    public Optional<NotedStop> notedStop(InterconnectRecord interconnect, int group) {
        return readers.query(connection -> StopColumns.read(connection, interconnect, group));
    }

    @Override
    public long[] lastReceived(InterconnectRecord interconnect) {
        return readers.query(connection -> {
            refresh(connection);
            long[] last = new long[interconnect.chains().size()];
            for (int group = 0; group < last.length; group++) {
                last[group] = items.lastReceived(connection, interconnect.id(), group);
            }
            return last;
        });
    }

    @Override
    public long[] nextSequences(InterconnectRecord interconnect) {
        return readers.query(connection -> {
            refresh(connection);
            long[] next = new long[interconnect.chains().size()];
            for (int group = 0; group < next.length; group++) {
                next[group] = items.next(connection, interconnect.id(), group);
            }
            return next;
        });
    }

    @Override
    public boolean offer(InterconnectRecord interconnect, Sequenced item, long receivedNanos, CommitListener listener) {
        return writer().offer(new WriteRequest(interconnect, item, receivedNanos, listener));
    }

    @Override
    public void whenRoom(Runnable task) {
        queue.whenRoom(task);
    }

    @Override
    public void read(InterconnectRecord interconnect, int group, long fromSequence, SequencedVisitor visitor) {
        new GroupReader(readers, items, writer == null, interconnect, group).read(fromSequence, visitor);
    }

    @Override
    public Optional<Long> lastKeyPacket(InterconnectRecord interconnect, int group, long sequence) {
        long key = readers.query(connection -> {
            refresh(connection);
            return items.lastKey(connection, interconnect.id(), group, sequence);
        });
        return key < 0 ? Optional.empty() : Optional.of(key);
    }

    @Override
    public Optional<SideTables> sideTables() {
        return Optional.of(new SideTables() {
            @Override
            public <T> T write(String what, JdbcWork<T> work) {
                return writer().transact(what, work);
            }

            @Override
            public <T> T read(JdbcWork<T> work) {
                return readers.query(work);
            }

            @Override
            public long nowNanos(Connection connection, LongSupplier hostClock) throws SQLException {
                return dialect.nowNanos(connection, hostClock);
            }

            @Override
            public String skipLocked() {
                return dialect.forUpdate;
            }
        });
    }

    @Override
    public StoreStatistics statistics() {
        return writer == null ? new StoreStatistics(0, 0, 0, 0, 0, 0) : writer.statistics();
    }

    /** In a process that writes, the writer keeps the tail current. */
    private void refresh(Connection connection) throws SQLException {
        if (writer == null) {
            items.refresh(connection);
        }
    }

    private WriterThread writer() {
        if (writer == null) {
            throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "store " + where + " is open for reading alone");
        }
        return writer;
    }

    @Override
    public void close() {
        queue.close();
        if (writer != null) {
            writer.close();
        }
        readers.close();
        lock.ifPresent(HostLock::close);
    }
}
