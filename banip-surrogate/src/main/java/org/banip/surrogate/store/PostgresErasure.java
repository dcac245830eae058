package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;

/** What erasing a BAN needs in PostgreSQL. One thread. */
final class PostgresErasure {
    /** Of rows that a transaction removed, VACUUM FULL keeps those that an older one may still read. */
    private static final String OLDER = "SELECT (SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            + " AND datname = current_database() AND backend_xmin IS NOT NULL AND age(backend_xmin) >= age(CAST(? AS xid)))"
            + " + (SELECT count(*) FROM pg_prepared_xacts WHERE age(transaction) >= age(CAST(? AS xid)))"
            + " + (SELECT count(*) FROM pg_replication_slots WHERE xmin IS NOT NULL AND age(xmin) >= age(CAST(? AS xid)))";

    private static final String TABLES = "item, sensor_group, interconnect, alert_delivery, alert_step, alert";
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int TRIES = 100;
    private static final long BETWEEN_MILLIS = 100;

    private final Connection connection;
    private final String ban;

    PostgresErasure(Connection connection, String ban) {
        this.connection = connection;
        this.ban = ban;
    }

    /** Whether a host has the database open. */
    boolean hosted() throws SQLException {
        return number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND application_name = 'banip-store-writer' AND pid <> pg_backend_pid()")
                > 0;
    }

    /** When something of it came last, or it was registered; milliseconds since the epoch. */
    long last(InterconnectRecord session) throws SQLException {
        long last = session.registeredNanos();
        for (int group = 0; group < session.chains().size(); group++) {
            last = Math.max(
                    last, new KeyedItems(Dialect.POSTGRESQL.version).lastReceived(connection, session.id(), group));
        }
        return last / NANOS_PER_MILLI;
    }

    /** The number of the current transaction. */
    String transaction() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CAST(pg_current_xact_id() AS xid)")) {
            if (!row.next()) {
                throw new SQLException("the transaction has no number");
            }
            return row.getString(1);
        }
    }

    /**
     * Writes the tables anew, without what a committed transaction removed.
     *
     * @return why removed rows may be left; empty if none are
     */
    String rewrite(String transaction) throws SQLException {
        long older = waitForOlder(transaction);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET lock_timeout = 0");
            for (String table : TABLES.split(", ", -1)) {
                statement.execute("VACUUM (FULL, ANALYZE) " + table);
            }
        } catch (SQLException e) {
            throw new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "BAN " + ban
                            + " is removed, but its bytes are still in the tables' files, because VACUUM FULL failed: "
                            + e.getMessage() + ". Run VACUUM FULL " + TABLES,
                    e);
        }
        String checkpoint = checkpoint();
        return older == 0
                ? checkpoint
                : Counted.of(older, "older transaction")
                        + " could still read the removed rows, so these were kept: end them,"
                        + " then run VACUUM FULL " + TABLES;
    }

    /** The server removes the tables' former files at a checkpoint. */
    private String checkpoint() {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
            return "";
        } catch (SQLException e) {
            return "the server removes the tables' former files at its next checkpoint (" + e.getMessage() + ")";
        }
    }

    private long waitForOlder(String transaction) throws SQLException {
        long older = older(transaction);
        for (int tries = 0; older > 0 && tries < TRIES; tries++) {
            try {
                TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return older;
            }
            older = older(transaction);
        }
        return older;
    }

    private long older(String transaction) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(OLDER)) {
            for (int i = 1; i <= 3; i++) {
                select.setString(i, transaction);
            }
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    private long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
