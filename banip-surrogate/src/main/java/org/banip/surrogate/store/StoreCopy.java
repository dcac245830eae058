package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import javax.sql.DataSource;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** Copies a store row by row, from one database to another, out of one snapshot. One thread. */
final class StoreCopy {
    private static final int ROWS_PER_EXECUTE = 500;
    /** In a new file, which is removed if the copy fails. Into a database, all is one transaction. */
    private static final int ROWS_PER_COMMIT = 50_000;

    private final StoreLocation from;
    private final String url;
    private final Dialect dialect;
    private final StoreLocation to;
    private final StoreBackup.Listener listener;

    /** A table and its columns. */
    private enum Table {
        STORE_NAME("store_name", "name, row_crc"),
        INTERCONNECT(
                "interconnect",
                "id, session, identity, surrogate_type, ban, registered_nanos, row_crc, epoch, epoch_check, ended_nanos,"
                        + " ended_check, detectors, detectors_crc"),
        SENSOR_GROUP(
                "sensor_group",
                "interconnect, group_index, name, chain, row_crc, " + StopColumns.NAMES + ", " + KeptFrom.NAMES),
        ITEM("item", ItemTable.INSERT_COLUMNS),
        ALERT(
                "alert",
                "id, ban, session, found_by, detector, kind, sensor_group, channel, severity, priority, state, measured, unit,"
                        + " since_nanos, found_nanos, found_item, over_nanos, over_item, raised_nanos, escalate_nanos,"
                        + " acknowledged_by, acknowledged_nanos, ended_nanos, steps, row_crc"),
        ALERT_STEP("alert_step", "alert, number, step, at_nanos, who, means, row_crc"),
        ALERT_DELIVERY(
                "alert_delivery",
                "alert, contact, number, urgency, body, outcome, made_nanos, due_nanos, attempts, claimed_by, claimed_until_nanos,"
                        + " done_nanos, outcome_check, row_crc, ban");

        final String name;
        final String columns;

        Table(String name, String columns) {
            this.name = name;
            this.columns = columns;
        }
    }

    /**
     * A copy.
     *
     * @param url by which {@code from} is read
     */
    StoreCopy(StoreLocation from, String url, StoreLocation to, StoreBackup.Listener listener) {
        this.from = from;
        this.url = url;
        this.dialect = Dialect.of(url);
        this.to = to;
        this.listener = listener;
    }

    void run() {
        DataSource source =
                DriverDataSource.of(url, dialect.readOnlyProperties(from.credentials(), StoreSettings.DEFAULT));
        int schema = Migrations.check(source, dialect, from.toString());
        if (schema != dialect.version) {
            throw new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "store " + from + " has schema version " + schema + ", copied is " + dialect.version
                            + ": a host of this version upgrades it");
        }
        // Makes the tables, and at the end the index.
        JdbcStore.open(to, StoreSettings.DEFAULT).close();
        String target = to.file().map(SqliteFile::forWriting).orElse(to.text());
        Dialect other = Dialect.of(target);
        DataSource sink =
                DriverDataSource.of(target, other.migrationProperties(to.credentials(), StoreSettings.DEFAULT));
        try (Connection reading = source.getConnection();
                Connection writing = sink.getConnection()) {
            try (Statement statement = writing.createStatement()) {
                statement.execute(other.prepareWriter);
            }
            copy(reading, writing, other);
        } catch (SQLException e) {
            throw StoreFailure.of(from.toString(), "cannot be copied to " + to, e);
        }
        JdbcStore.open(to, StoreSettings.DEFAULT).close();
    }

    private void copy(Connection reading, Connection writing, Dialect other) throws SQLException {
        if (number(writing, "SELECT count(*) FROM interconnect") > 0) {
            throw new IllegalArgumentException(to + " has sessions; a copy needs an empty database");
        }
        if (dialect == Dialect.POSTGRESQL) {
            reading.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        }
        reading.setAutoCommit(false);
        long total = number(reading, "SELECT count(*) FROM item");
        writing.setAutoCommit(false);
        try (Statement statement = writing.createStatement()) {
            statement.execute("DELETE FROM store_name");
        }
        for (Table table : Table.values()) {
            copy(reading, writing, table, total, other == Dialect.SQLITE ? ROWS_PER_COMMIT : Long.MAX_VALUE);
        }
        if (other == Dialect.POSTGRESQL) {
            long unused = number(
                    writing,
                    "SELECT setval(pg_get_serial_sequence('interconnect', 'id'),"
                            + " (SELECT coalesce(max(id), 0) + 1 FROM interconnect), false)");
        }
        writing.commit();
        reading.rollback();
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private String order(Table table) {
        if (table != Table.ITEM) {
            return "";
        }
        return dialect == Dialect.SQLITE ? " ORDER BY id" : " ORDER BY interconnect, group_index, sequence";
    }

    private void copy(Connection reading, Connection writing, Table table, long total, long perCommit)
            throws SQLException {
        int columns = table.columns.split(",", -1).length;
        String places = String.join(", ", Collections.nCopies(columns, "?"));
        try (Statement select = reading.createStatement();
                PreparedStatement insert = writing.prepareStatement(
                        "INSERT INTO " + table.name + " (" + table.columns + ") VALUES (" + places + ")")) {
            select.setFetchSize(ROWS_PER_EXECUTE);
            long done = 0;
            try (ResultSet row =
                    select.executeQuery("SELECT " + table.columns + " FROM " + table.name + order(table))) {
                while (row.next()) {
                    for (int column = 1; column <= columns; column++) {
                        insert.setObject(column, row.getObject(column));
                    }
                    insert.addBatch();
                    done++;
                    if (done % ROWS_PER_EXECUTE == 0) {
                        insert.executeBatch();
                        listener.progress(done, total);
                    }
                    if (done % perCommit == 0) {
                        writing.commit();
                    }
                }
            }
            insert.executeBatch();
        }
    }
}
