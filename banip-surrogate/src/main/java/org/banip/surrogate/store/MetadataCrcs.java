package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The checksums of interconnects, groups and the store's name. */
enum MetadataCrcs {
    /** Without the epoch, which has a check of its own. */
    INTERCONNECT("interconnect", "id", "session, identity, surrogate_type, ban, registered_nanos", 5),
    /** With the interconnect's number. */
    SENSOR_GROUP("sensor_group", "interconnect, group_index", "interconnect, group_index, name, chain", 4),
    /** The only row of its table. */
    STORE_NAME("store_name", "name", "name", 1);

    final String table;
    /** The columns that are checked, in their order. */
    final String columns;

    private final String key;
    private final int count;

    MetadataCrcs(String table, String key, String columns, int count) {
        this.table = table;
        this.key = key;
        this.columns = columns;
        this.count = count;
    }

    /** The checksum of a row in which the columns begin at this one. */
    int of(ResultSet row, int first) throws SQLException {
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = row.getString(first + i);
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
                table.update(connection, missing);
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
            int keys = rows.getMetaData().getColumnCount() - count;
            while (rows.next()) {
                Object[] parameters = new Object[1 + keys];
                parameters[0] = of(rows, 1);
                for (int i = 0; i < keys; i++) {
                    parameters[1 + i] = rows.getObject(count + 1 + i);
                }
                found.add(parameters);
            }
        }
        return found;
    }

    private void update(Connection connection, List<Object[]> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        String which = String.join(" = ? AND ", key.split(", ", -1)) + " = ?";
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE " + table + " SET row_crc = ? WHERE row_crc IS NULL AND " + which)) {
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
