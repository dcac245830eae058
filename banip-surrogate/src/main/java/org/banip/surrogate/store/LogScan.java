package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.store.LogTail.GroupKey;
import org.slf4j.Logger;

/**
 * Fills the tail from the log itself: when a store is opened, after another process wrote, and repeatedly for readers in other processes. One thread
 * at a time.
 */
final class LogScan {
    private static final Logger LOG = ServerLog.of(LogScan.class);

    private static final String COLUMNS = "SELECT id, interconnect, group_index, sequence, sequence_count, is_key,"
            + " coalesce(length(payload), 0), coalesce(gap_reason, " + RowCrc.NO_REASON + "), received_nanos, crc, ";
    private static final String ROWS = " FROM item WHERE id > ? ORDER BY id";

    private static final String NEXT = "SELECT next_sequence FROM item_extent"
            + " WHERE interconnect = ? AND group_index = ? ORDER BY first_sequence DESC LIMIT 1";

    private final LogTail tail;
    private final String select;
    private final String through;
    private final boolean skipsDamage;
    private boolean begun;
    /** Per group, the number from which on items are not in the table of extents. */
    private final Map<GroupKey, Long> indexed = new HashMap<>();
    /** The row after which the log cannot be read to its end, told once; -1 if it can. */
    private long endsAfter = -1;

    LogScan(LogTail tail, int schema, boolean skipsDamage) {
        this.tail = tail;
        select = COLUMNS + ItemTable.rowCrc(schema) + ROWS;
        through = "SELECT indexed_through, "
                + (schema >= ItemTable.CHECKED_ROWS ? "indexed_check" : "-1 - indexed_through") + " FROM item_log";
        this.skipsDamage = skipsDamage;
    }

    /** Begins after the rows that the table of extents has. */
    void begin(Connection connection) throws SQLException {
        begun = true;
        indexed.clear();
        tail.skip(indexedThrough(connection));
    }

    /** 0, so that the whole log is read, if the stored number is damaged. */
    private long indexedThrough(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(through)) {
            return row.next() && row.getLong(2) == -1 - row.getLong(1) ? row.getLong(1) : 0;
        }
    }

    /**
     * Reads rows that the tail does not have.
     *
     * @param payloadBytes about how many to read at most
     * @return whether there may be more
     */
    boolean readOn(Connection connection, long payloadBytes) throws SQLException {
        Damage damage = new Damage();
        try {
            while (true) {
                try {
                    return readRows(connection, payloadBytes, damage);
                } catch (SQLException e) {
                    if (!passOver(connection, e, damage)) {
                        return false;
                    }
                }
            }
        } finally {
            damage.tell();
        }
    }

    /** Goes on behind rows that cannot be read; returns false if none is known to follow. */
    private boolean passOver(Connection connection, SQLException e, Damage damage) throws SQLException {
        if (!skipsDamage || !Dialect.isDamage(e)) {
            throw e;
        }
        long from = tail.lastRow();
        long last = lastRow(connection);
        if (from >= last) {
            tellEnd(from, e);
            return false;
        }
        tail.skip(damage.skip.after(from, last, row -> reads(connection, row)));
        damage.unreadable(from + 1, tail.lastRow(), e);
        return true;
    }

    private static long lastRow(Connection connection) throws SQLException {
        try {
            return LogEnd.lastRow(connection);
        } catch (SQLException e) {
            if (!Dialect.isDamage(e)) {
                throw e;
            }
            return LogEnd.lastKnown(connection);
        }
    }

    /** A reader in another process looks for new rows again and again. */
    private void tellEnd(long from, SQLException e) {
        if (endsAfter != from) {
            endsAfter = from;
            LOG.error(
                    "the last rows of item cannot be read: if there are rows after row {} that are not in extents, they are not known: {}",
                    from,
                    e.getMessage());
        }
    }

    private boolean reads(Connection connection, long after) throws SQLException {
        try (PreparedStatement from = connection.prepareStatement(select)) {
            from.setLong(1, after);
            try (ResultSet row = from.executeQuery()) {
                return !row.next() || row.getLong(1) > after;
            }
        }
    }

    /** What one reading has met, told in a few lines, however much it is. */
    private static final class Damage {
        private final DamageSkip skip = new DamageSkip();
        private long places;
        private String first = "";
        private long notIntact;
        private long firstNotIntact;

        void unreadable(long from, long through, SQLException why) {
            if (places++ == 0) {
                first = "rows " + from + " to " + through + ": " + why.getMessage();
            }
        }

        void notIntact(long row) {
            if (notIntact++ == 0) {
                firstNotIntact = row;
            }
        }

        void tell() {
            if (notIntact > 0) {
                LOG.error(
                        "{} rows of item are damaged: their checksums do not match; the first is row {}",
                        notIntact,
                        firstNotIntact);
            }
            if (places > 0) {
                LOG.error(
                        "rows of item cannot be read in {} places{}; the first are {}",
                        places,
                        skip.exhausted()
                                ? ", which is too much damage to look for the end of each: rows that can be read are passed over as well"
                                : "",
                        first);
            }
        }
    }

    private boolean readRows(Connection connection, long payloadBytes, Damage damage) throws SQLException {
        long read = 0;
        try (PreparedStatement from = connection.prepareStatement(select);
                PreparedStatement next = connection.prepareStatement(NEXT)) {
            from.setLong(1, tail.lastRow());
            try (ResultSet rows = from.executeQuery()) {
                while (rows.next()) {
                    add(rows, next, damage);
                    read += rows.getInt(7) + 64;
                    if (read > payloadBytes) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private void add(ResultSet row, PreparedStatement next, Damage damage) throws SQLException {
        GroupKey key = new GroupKey(row.getLong(2), row.getInt(3));
        if (!intact(row)) {
            // It may claim any place, and any row; a reader of its group finds it missing.
            damage.notIntact(row.getLong(1));
            tail.skip(Math.min(row.getLong(1), tail.lastRow() + 1));
            return;
        }
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

    private static boolean intact(ResultSet row) throws SQLException {
        OptionalInt stored = RowCrc.stored(row, 11);
        return stored.isEmpty()
                || stored.getAsInt()
                        == RowCrc.ofItem(
                                row.getLong(2),
                                row.getInt(3),
                                row.getLong(4),
                                row.getLong(5),
                                row.getInt(6),
                                row.getInt(8),
                                row.getLong(9),
                                row.getInt(10));
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
