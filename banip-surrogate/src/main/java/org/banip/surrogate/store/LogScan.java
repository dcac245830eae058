package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.banip.surrogate.store.LogTail.GroupKey;

/**
 * Fills the tail from the log itself: when a store is opened, after another process wrote, and repeatedly for readers in other processes. One thread
 * at a time.
 */
final class LogScan {
    private static final String ROWS = "SELECT id, interconnect, group_index, sequence, sequence_count, is_key,"
            + " coalesce(length(payload), 0) FROM item WHERE id > ? ORDER BY id";
    private static final String NEXT = "SELECT next_sequence FROM item_extent"
            + " WHERE interconnect = ? AND group_index = ? ORDER BY first_sequence DESC LIMIT 1";

    private final LogTail tail;
    private final boolean skipsDamage;
    /** Per group, the number from which on items are not in the table of extents. */
    private boolean begun;

    private final Map<GroupKey, Long> indexed = new HashMap<>();

    LogScan(LogTail tail, boolean skipsDamage) {
        this.tail = tail;
        this.skipsDamage = skipsDamage;
    }

    /** Begins after the rows that the table of extents has. */
    void begin(Connection connection) throws SQLException {
        begun = true;
        indexed.clear();
        tail.skip(indexedThrough(connection));
    }

    private static long indexedThrough(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT indexed_through FROM item_log")) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /**
     * Reads rows that the tail does not have.
     *
     * @param payloadBytes about how many to read at most
     * @return whether there may be more
     */
    boolean readOn(Connection connection, long payloadBytes) throws SQLException {
        while (true) {
            try {
                return readRows(connection, payloadBytes);
            } catch (SQLException e) {
                if (!skipsDamage || !Dialect.isDamage(e) || tail.lastRow() >= lastRow(connection)) {
                    throw e;
                }
                tail.skip(tail.lastRow() + 1);
            }
        }
    }

    private static long lastRow(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT max(id) FROM item")) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private boolean readRows(Connection connection, long payloadBytes) throws SQLException {
        long read = 0;
        try (PreparedStatement select = connection.prepareStatement(ROWS);
                PreparedStatement next = connection.prepareStatement(NEXT)) {
            select.setLong(1, tail.lastRow());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    add(rows, next);
                    read += rows.getInt(7) + 64;
                    if (read > payloadBytes) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private void add(ResultSet row, PreparedStatement next) throws SQLException {
        GroupKey key = new GroupKey(row.getLong(2), row.getInt(3));
        Long from = indexed.get(key);
        if (from == null) {
            from = begun ? next(next, key) : 0L;
            indexed.put(key, from);
        }
        long sequence = row.getLong(4);
        if (sequence >= from) {
            tail.add(key, row.getLong(1), sequence, row.getLong(5), row.getInt(6) == 1, row.getInt(7));
        } else {
            tail.skip(row.getLong(1));
        }
    }

    private static long next(PreparedStatement select, GroupKey key) throws SQLException {
        select.setLong(1, key.interconnect());
        select.setInt(2, key.group());
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /** Called by a reader in another process: forgets rows that are indexed now, and reads new ones. */
    synchronized void refresh(Connection connection) throws SQLException {
        long through = indexedThrough(connection);
        tail.forgetThrough(through);
        tail.skip(through);
        boolean unused = readOn(connection, Long.MAX_VALUE);
    }
}
