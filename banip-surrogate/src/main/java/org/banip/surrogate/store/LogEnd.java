package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The end of the log of items in an SQLite file. SQLite looks for the last row on the last page only: if that page is damaged, it finds none, or a
 * wrong one. So the extents are asked as well.
 */
final class LogEnd {
    private static final String AFTER = "SELECT id FROM item WHERE id > ? ORDER BY id";

    private LogEnd() {}

    /** The number of the last row, or a later one if the log is damaged; 0 without rows. */
    static long lastRow(Connection connection) throws SQLException {
        return Math.max(number(connection, "SELECT max(id) FROM item"), lastInExtents(connection));
    }

    /**
     * The last row that is known if {@link #lastRow} cannot be read: the last one in an extent, or a later one that can be read. More rows may follow on
     * the damaged page.
     */
    static long lastKnown(Connection connection) throws SQLException {
        long last = lastInExtents(connection);
        try (PreparedStatement select = connection.prepareStatement(AFTER)) {
            select.setLong(1, last);
            try (ResultSet row = select.executeQuery()) {
                while (row.next() && row.getLong(1) > last) {
                    last = row.getLong(1);
                }
            }
        } catch (SQLException e) {
            passOn(e);
        }
        return last;
    }

    /** 0 if the extents cannot be read. */
    private static long lastInExtents(Connection connection) throws SQLException {
        try {
            return number(connection, "SELECT max(last_item) FROM item_extent");
        } catch (SQLException e) {
            passOn(e);
            return 0;
        }
    }

    private static void passOn(SQLException e) throws SQLException {
        if (!Dialect.isDamage(e)) {
            throw e;
        }
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
