package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Checks the items of PostgreSQL, and of SQLite files of schema version 1, in the order of their key. Each page is read from a snapshot of its own, so
 * hosts may write meanwhile. One thread.
 */
final class KeyedCheck {
    private static final int PAGE_ROWS = 1000;

    private final Connection connection;
    private final CheckListener listener;
    private final ItemCheck check;
    private final String rows;

    KeyedCheck(Connection connection, int schema, CheckListener listener, ItemCheck check) {
        this.connection = connection;
        this.listener = listener;
        this.check = check;
        rows = "SELECT " + ItemTable.columns(schema)
                + " FROM item WHERE (interconnect, group_index, sequence) > (?, ?, ?)"
                + " ORDER BY interconnect, group_index, sequence LIMIT " + PAGE_ROWS;
    }

    /**
     * Checks all items.
     *
     * @param estimate a query of about how many there are
     */
    void run(String estimate) throws SQLException {
        long total = number(estimate);
        long done = 0;
        long[] last = {Long.MIN_VALUE, 0, 0};
        int count;
        do {
            count = page(last);
            done += count;
            listener.progress("items", done, Math.max(done, total));
        } while (count == PAGE_ROWS);
    }

    private long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private int page(long[] last) throws SQLException {
        int count = 0;
        try (PreparedStatement select = connection.prepareStatement(rows)) {
            select.setLong(1, last[0]);
            select.setInt(2, (int) last[1]);
            select.setLong(3, last[2]);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    boolean unused = check.row(row);
                    last[0] = row.getLong(10);
                    last[1] = row.getInt(11);
                    last[2] = row.getLong(1);
                    count++;
                }
            }
        }
        return count;
    }
}
