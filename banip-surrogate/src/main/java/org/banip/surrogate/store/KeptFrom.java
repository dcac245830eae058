package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** From which number on the items of a group are kept: those before it are forgotten (docs/store.md, "A store as a buffer"). */
final class KeptFrom {
    static final String NAMES = "kept_from, kept_check";
    /** The first schema version that has them. */
    static final int SCHEMA = 13;
    /** The group is not in the store. */
    static final long NO_GROUP = Long.MAX_VALUE;

    private static final String SELECT =
            "SELECT " + NAMES + " FROM sensor_group WHERE interconnect = ? AND group_index = ?";
    private static final String RAISE = "UPDATE sensor_group SET kept_from = ?, kept_check = ?"
            + " WHERE interconnect = ? AND group_index = ? AND (kept_from IS NULL OR kept_check IS NULL"
            + " OR kept_check <> -1 - kept_from OR kept_from < ?)";

    private KeptFrom() {}

    /** The columns that a check reads, {@link #NAMES} if this schema has them. */
    static String columns(int schema) {
        return schema >= SCHEMA ? NAMES : "NULL, NULL";
    }

    /** Whether the columns from this one on match. */
    static boolean isWhole(ResultSet row, int column) throws SQLException {
        String check = row.getString(column + 1);
        long kept = row.getLong(column);
        return row.wasNull() ? check == null : Long.toString(-1 - kept).equals(check);
    }

    /** The number in these columns; 0 if nothing is forgotten, and if they are damaged. */
    static long of(ResultSet row, int column) throws SQLException {
        return isWhole(row, column) ? row.getLong(column) : 0;
    }

    /** The number of a group; {@link #NO_GROUP} if it is not in the store. */
    static long read(Connection connection, int schema, long interconnect, int group) throws SQLException {
        if (schema < SCHEMA) {
            return 0;
        }
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setLong(1, interconnect);
            select.setInt(2, group);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? of(row, 1) : NO_GROUP;
            }
        }
    }

    /** The number of a group; 0 if it is not in the store. */
    static long of(Connection connection, int schema, long interconnect, int group) throws SQLException {
        long kept = read(connection, schema, interconnect, group);
        return kept == NO_GROUP ? 0 : kept;
    }

    /** Notes, before items are removed, that those before a number are; not yet committed. */
    static void raise(Connection connection, long interconnect, int group, long to) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(RAISE)) {
            update.setLong(1, to);
            update.setLong(2, -1 - to);
            update.setLong(3, interconnect);
            update.setInt(4, group);
            update.setLong(5, to);
            update.executeUpdate();
        }
    }
}
