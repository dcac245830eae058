package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** The checksums of interconnects, groups, the store's name, and alerts. */
enum MetadataCrcs {
    /** Without the epoch, which has a check of its own. */
    INTERCONNECT("interconnect", "id", "session, identity, surrogate_type, ban, registered_nanos"),
    /** With the interconnect's number. */
    SENSOR_GROUP("sensor_group", "interconnect, group_index", "interconnect, group_index, name, chain"),
    /** The only row of its table. */
    STORE_NAME("store_name", "name", "name"),
    /** All of it. */
    ALERT(
            "alert",
            "id",
            "id, ban, session, found_by, detector, kind, sensor_group, channel, severity, priority, state, measured, unit,"
                    + " since_nanos, found_nanos, found_item, over_nanos, over_item, raised_nanos, escalate_nanos,"
                    + " acknowledged_by, acknowledged_nanos, ended_nanos, steps"),
    /** All of it. */
    ALERT_STEP("alert_step", "alert, number", "alert, number, step, at_nanos, who, means"),
    /** Without the outcome, which has a check of its own, and without what the tries to deliver it change. */
    ALERT_DELIVERY("alert_delivery", "alert, contact, number", "alert, contact, number, urgency, body, made_nanos");

    /** The only column whose text differs between the databases. */
    private static final String DOUBLE = "measured";

    final String table;
    /** The columns that are checked, in their order. */
    final String columns;

    final String key;
    private final int count;
    /** The column whose text differs between the databases, from 0; -1 if there is none. */
    private final int real;

    MetadataCrcs(String table, String key, String columns) {
        this.table = table;
        this.key = key;
        this.columns = columns;
        count = names().length;
        real = List.of(names()).indexOf(DOUBLE);
    }

    /** The checksum of a row in which the columns begin at this one. */
    int of(ResultSet row, int first) throws SQLException {
        return of(row, IntStream.range(first, first + count).toArray());
    }

    /** The columns one by one. */
    String[] names() {
        return columns.split(", ", -1);
    }

    /** The checksum of a row whose columns have these numbers. */
    int of(ResultSet row, int[] numbers) throws SQLException {
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] =
                    i == real ? (Object) Double.doubleToLongBits(row.getDouble(numbers[i])) : row.getString(numbers[i]);
        }
        return RowCrc.of(values);
    }

    /**
     * Gives a checksum to each row that has none: of an older version, or changed by hand. A store without such rows is not changed.
     *
     * @throws org.banip.core.error.BanipException {@code STORAGE_UNAVAILABLE} if the store cannot be read or written
     */
    static void fill(DataSource source, Dialect dialect, String where) {
        try (Connection connection = source.getConnection()) {
            boolean prepared = false;
            for (MetadataCrcs table : values()) {
                List<Object[]> missing = table.missing(connection);
                if (!missing.isEmpty() && !prepared) {
                    prepared = true;
                    try (Statement statement = connection.createStatement()) {
                        statement.execute(dialect.prepareWriter);
                    }
                }
                table.update(connection, missing, "row_crc IS NULL AND ");
            }
        } catch (SQLException e) {
            throw StoreFailure.of(where, "cannot be given checksums", e);
        }
    }

    /** The parameters of the update, for each row without a checksum. */
    private List<Object[]> missing(Connection connection) throws SQLException {
        List<Object[]> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT " + columns + ", " + key + " FROM " + table + " WHERE row_crc IS NULL")) {
            while (rows.next()) {
                found.add(sum(rows));
            }
        }
        return found;
    }

    /** The parameters of the update, of a row of the columns and behind them the key. */
    Object[] sum(ResultSet row) throws SQLException {
        List<Object> parameters = new ArrayList<>(List.of(of(row, 1)));
        parameters.addAll(key(row, count + 1));
        return parameters.toArray();
    }

    /** The key of a row in which it begins at this column. */
    List<Object> key(ResultSet row, int first) throws SQLException {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < key.split(", ", -1).length; i++) {
            values.add(row.getObject(first + i));
        }
        return values;
    }

    /**
     * Gives rows their checksums.
     *
     * @param onlyIf begins the condition under which a row gets it
     */
    void update(Connection connection, List<Object[]> rows, String onlyIf) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        String which = String.join(" = ? AND ", key.split(", ", -1)) + " = ?";
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE " + table + " SET row_crc = ? WHERE " + onlyIf + which)) {
            for (Object[] parameters : rows) {
                for (int i = 0; i < parameters.length; i++) {
                    update.setObject(i + 1, parameters[i]);
                }
                update.addBatch();
            }
            int[] unused = update.executeBatch();
        }
    }
}
