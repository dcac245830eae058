package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;

/**
 * Erases a BAN from a store, so that no byte of it is left in the store's files (docs/store.md, "Verify, back up, forget"). One thread.
 *
 * <p>An SQLite file must have no host: it is rewritten. A PostgreSQL database may have hosts, if the BAN is not streaming; its tables are locked while
 * they are rewritten.
 */
public final class StoreErasure {
    /** A BAN lives if something of it came in this time and a host has the database open. */
    public static final Duration LIVING = Duration.ofMinutes(10);

    private static final int MOST_NAMED = 20;
    private static final long SPARE_BYTES = 16L << 20;

    /**
     * What was erased.
     *
     * @param sessions sessions of the BAN
     * @param alerts its alerts
     * @param items packets and gaps
     * @param payloadBytes bytes of these packets
     * @param remains why some of it may still be in the store; empty if nothing is
     */
    public record Erased(int sessions, long alerts, long items, long payloadBytes, String remains) {}

    /** Hears what is done now. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A step begins; each may take as long as copying the store.
         *
         * @param what the step, in words
         */
        void step(String what);
    }

    private final StoreLocation location;
    private final String where;
    private final String ban;
    private final Listener listener;

    private StoreErasure(StoreLocation location, String ban, Listener listener) {
        this.location = location;
        this.where = location.toString();
        this.ban = ban;
        this.listener = listener;
    }

    /**
     * Erases all sessions and alerts of a BAN.
     *
     * @throws IllegalArgumentException if the store has neither a session nor an alert of the BAN
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if a host has the SQLite file, the BAN lives, the database fails, or the store has nothing
     *     of the BAN but damaged rows that may be of it
     */
    public static Erased erase(StoreLocation location, String ban, Listener listener) {
        if (location.file().isPresent() && !Files.exists(location.file().get())) {
            throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "store " + location + " does not exist");
        }
        return new StoreErasure(location, ban, listener).erase();
    }

    private Erased erase() {
        Optional<HostLock> lock = location.sqliteFile().map(this::locked);
        try {
            // Migrates the schema, corrects the log, and indexes all items.
            String url = location.file().map(SqliteFile::forWriting).orElse(location.text());
            Dialect dialect = Dialect.of(url);
            location.file().ifPresent(LogCorrection::beforeWriting);
            Properties properties = dialect.migrationProperties(location.credentials(), StoreSettings.DEFAULT);
            DataSource source = DriverDataSource.of(url, properties);
            Migrations.migrate(source, dialect, where);
            try (Connection connection = source.getConnection()) {
                return dialect == Dialect.SQLITE ? inSqlite(connection) : inPostgres(connection, dialect);
            }
        } catch (SQLException e) {
            throw StoreFailure.of(where, "cannot erase BAN " + ban, e);
        } finally {
            lock.ifPresent(HostLock::close);
        }
    }

    private HostLock locked(Path file) {
        try {
            return HostLock.of(file);
        } catch (BanipException e) {
            throw new BanipException(
                    e.code(),
                    "BAN " + ban + " is not erased, because it may be streaming: " + e.getMessage()
                            + ". Stop that process first: the file is rewritten",
                    e);
        }
    }

    private List<InterconnectRecord> sessions(Connection connection) throws SQLException {
        List<InterconnectRecord> all = InterconnectTable.all(connection);
        List<InterconnectRecord> found =
                all.stream().filter(one -> one.ban().id().equals(ban)).toList();
        if (found.isEmpty() && alerts(connection) == 0) {
            String bans = Stream.concat(all.stream().map(one -> one.ban().id()), bansOfAlerts(connection).stream())
                    .distinct()
                    .sorted()
                    .limit(MOST_NAMED)
                    .collect(Collectors.joining(", "));
            String absent = "BAN " + ban + " is not in " + where
                    + (bans.isEmpty() ? ", which holds no session and no alert" : "; there are " + bans);
            String doubtful = doubtful();
            if (!doubtful.isEmpty()) {
                throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, absent + ". But " + doubtful);
            }
            throw new IllegalArgumentException(absent);
        }
        return found;
    }

    private long alerts(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT count(*) FROM alert WHERE ban = ?")) {
            select.setString(1, ban);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    private static List<String> bansOfAlerts(Connection connection) throws SQLException {
        List<String> bans = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT DISTINCT ban FROM alert")) {
            while (row.next()) {
                bans.add(row.getString(1));
            }
        }
        return bans;
    }

    private static String removing(List<InterconnectRecord> sessions, long alerts) {
        return "removing " + Counted.of(sessions.size(), "session")
                + (alerts == 0 ? "" : " and " + Counted.of(alerts, "alert"));
    }

    private Erased inSqlite(Connection connection) throws SQLException {
        List<InterconnectRecord> sessions = sessions(connection);
        spaceFor(location.sqliteFile());
        long[] counted = count(connection, sessions);
        long alerts = alerts(connection);
        try (Statement statement = connection.createStatement()) {
            emptyLog(statement); // while nothing is removed yet: it fails if another process reads
            listener.step(removing(sessions, alerts));
            statement.execute("PRAGMA secure_delete = ON");
            connection.setAutoCommit(false);
            remove(connection, sessions);
            connection.setAutoCommit(true);
            listener.step("rewriting the file");
            rewrite(statement);
        }
        return new Erased(sessions.size(), alerts, counted[0], counted[1], doubtful());
    }

    private void rewrite(Statement statement) {
        try {
            emptyLog(statement);
            statement.execute("VACUUM");
            emptyLog(statement);
        } catch (SQLException e) {
            throw new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "BAN " + ban + " is removed from " + where + " and overwritten, but the file is not rewritten: "
                            + e.getMessage() + ". Run VACUUM and PRAGMA wal_checkpoint(TRUNCATE) in SQLite's shell",
                    e);
        }
    }

    private String doubtful() {
        listener.step("looking for damaged rows that may be of it");
        return DoubtfulRows.of(location, ban);
    }

    /** Writes the log into the file and cuts it to no bytes. */
    private void emptyLog(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
            if (row.next() && row.getInt(1) != 0) {
                throw new SQLException("another process reads the store; end it first");
            }
        }
    }

    /** Rewriting needs twice the space for a moment: in the log, and in SQLite's temporary file. */
    private void spaceFor(Optional<Path> file) {
        if (file.isEmpty()) {
            return;
        }
        try {
            long size = Files.size(file.get());
            long free = Files.getFileStore(file.get()).getUsableSpace();
            if (free < 2 * size + SPARE_BYTES) {
                throw new BanipException(
                        ErrorCode.STORAGE_UNAVAILABLE,
                        "BAN " + ban + " is not erased: rewriting " + where + " takes " + (2 * size + SPARE_BYTES)
                                + " bytes for a moment, free are " + free);
            }
        } catch (IOException e) {
            throw StoreFailure.of(where, "cannot be examined", e);
        }
    }

    private static long[] count(Connection connection, List<InterconnectRecord> sessions) throws SQLException {
        long[] counted = new long[2];
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT count(*), coalesce(sum(length(payload)), 0) FROM item WHERE interconnect = ?")) {
            for (InterconnectRecord session : sessions) {
                select.setLong(1, session.id());
                try (ResultSet row = select.executeQuery()) {
                    if (row.next()) {
                        counted[0] += row.getLong(1);
                        counted[1] += row.getLong(2);
                    }
                }
            }
        }
        return counted;
    }

    /** Not by the interconnect's trigger and cascade alone: they find items by the index, and a damaged one must not save any. */
    private void remove(Connection connection, List<InterconnectRecord> sessions) throws SQLException {
        try (PreparedStatement alerts = connection.prepareStatement("DELETE FROM alert WHERE ban = ?")) {
            alerts.setString(1, ban); // with their steps and deliveries
            alerts.executeUpdate();
        }
        try (PreparedStatement items = connection.prepareStatement("DELETE FROM item WHERE interconnect = ?");
                PreparedStatement rest = connection.prepareStatement("DELETE FROM interconnect WHERE id = ?")) {
            for (InterconnectRecord session : sessions) {
                items.setLong(1, session.id());
                items.executeUpdate();
                rest.setLong(1, session.id());
                rest.executeUpdate();
            }
        }
    }

    private Erased inPostgres(Connection connection, Dialect dialect) throws SQLException {
        List<InterconnectRecord> sessions = sessions(connection);
        PostgresErasure postgres = new PostgresErasure(connection, ban);
        boolean hosted = postgres.hosted();
        try (Statement statement = connection.createStatement()) {
            statement.execute(dialect.prepareWriter);
            statement.execute("SET idle_in_transaction_session_timeout = 0");
            statement.execute("RESET application_name");
        }
        long[] counted = count(connection, sessions);
        long alerts = alerts(connection);
        connection.setAutoCommit(false);
        for (InterconnectRecord session : sessions) {
            boolean locked = InterconnectTable.lock(connection, dialect.forUpdate, session.id());
            if (!locked
                    || hosted
                            && postgres.last(session)
                                    > Instant.now().minus(LIVING).toEpochMilli()) {
                connection.rollback();
                throw new BanipException(
                        ErrorCode.STORAGE_UNAVAILABLE,
                        "BAN " + ban + " is not erased, because it is streaming: something of its session "
                                + session.session() + " came less than " + LIVING.toMinutes()
                                + " minutes ago, and a host has the database. Stop its MBU, or the hosts, first");
            }
        }
        listener.step(removing(sessions, alerts));
        remove(connection, sessions);
        String transaction = postgres.transaction();
        connection.setAutoCommit(true);
        listener.step("rewriting the tables");
        String kept = postgres.rewrite(transaction);
        String remains = doubtful();
        String both = kept + (kept.isEmpty() || remains.isEmpty() ? "" : "; ") + remains;
        return new Erased(sessions.size(), alerts, counted[0], counted[1], both);
    }
}
