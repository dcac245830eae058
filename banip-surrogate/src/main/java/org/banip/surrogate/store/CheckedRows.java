package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** The tables of alerts: writes and checks the checksums of their rows (docs/store.md, "Checksums of rows"). In transactions of their callers. */
public enum CheckedRows {
    /** Alerts. */
    ALERT(MetadataCrcs.ALERT),
    /** Their steps. */
    STEP(MetadataCrcs.ALERT_STEP),
    /** What is to be delivered of the steps. */
    DELIVERY(MetadataCrcs.ALERT_DELIVERY);

    private static final String CRC = "row_crc";
    private static final String WHERE = " WHERE ";

    private final MetadataCrcs crcs;

    CheckedRows(MetadataCrcs crcs) {
        this.crcs = crcs;
    }

    /** Checks the rows of a query. */
    public final class Check {
        private final ResultSet row;
        /** The numbers of the columns; none in a store of a schema version without checksums. */
        private final int[] numbers;

        private final int crc;

        private Check(ResultSet row) throws SQLException {
            this.row = row;
            Map<String, Integer> named = new HashMap<>();
            ResultSetMetaData columns = row.getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                named.put(columns.getColumnLabel(i), i);
            }
            crc = named.getOrDefault(CRC, 0);
            String[] names = crc == 0 ? new String[0] : crcs.names();
            numbers = new int[names.length];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = named.getOrDefault(names[i], 0);
                if (numbers[i] == 0) {
                    throw Dialect.damage("table " + crcs.table + " has no column " + names[i]);
                }
            }
        }

        /** Whether the current row is as it was written, or has no checksum. */
        public boolean isWhole() throws SQLException {
            if (crc == 0) {
                return true;
            }
            OptionalInt stored = RowCrc.stored(row, crc);
            return stored.isEmpty() || stored.getAsInt() == crcs.of(row, numbers);
        }
    }

    /** Checks the rows of a query of all columns of the table, which may have others besides. */
    public Check check(ResultSet rows) throws SQLException {
        return new Check(rows);
    }

    /** The checksum of a row of {@link #STEP} or {@link #DELIVERY}. */
    public int crc(Object... values) {
        return RowCrc.of(values);
    }

    /**
     * Adds rows with their checksums; how many.
     *
     * @param sql {@code INSERT INTO …}
     */
    public int insert(Connection connection, String sql, Object... values) throws SQLException {
        return write(connection, sql, Set.of(), values);
    }

    /**
     * Changes rows and their checksums; how many. A damaged row keeps its checksum, so that the damage stays known.
     *
     * @param sql {@code UPDATE … SET … WHERE …}
     */
    public int update(Connection connection, String sql, Object... values) throws SQLException {
        int where = sql.indexOf(WHERE);
        int first = (int) sql.substring(0, where).chars().filter(c -> c == '?').count();
        Set<List<Object>> damaged = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT " + crcs.key + ", " + crcs.table + ".* FROM " + crcs.table + sql.substring(where))) {
            for (int i = first; i < values.length; i++) {
                select.setObject(i - first + 1, values[i]);
            }
            try (ResultSet row = select.executeQuery()) {
                Check check = check(row);
                while (row.next()) {
                    if (!check.isWhole()) {
                        damaged.add(crcs.key(row, 1));
                    }
                }
            }
        }
        return write(connection, sql, damaged, values);
    }

    private int write(Connection connection, String sql, Set<List<Object>> damaged, Object... values)
            throws SQLException {
        List<Object[]> sums = new ArrayList<>();
        int rows = 0;
        try (PreparedStatement statement =
                connection.prepareStatement(sql + " RETURNING " + crcs.columns + ", " + crcs.key)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows++;
                    if (!damaged.contains(crcs.key(row, crcs.names().length + 1))) {
                        sums.add(crcs.sum(row));
                    }
                }
            }
        }
        crcs.update(connection, sums, "");
        return rows;
    }
}
