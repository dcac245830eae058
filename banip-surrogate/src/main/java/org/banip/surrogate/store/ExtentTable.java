package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.banip.surrogate.store.LogTail.Due;

/** The rows of the table {@code item_extent}, which index the log of items. */
final class ExtentTable {
    private static final String INSERT = "INSERT INTO item_extent (interconnect, group_index, first_sequence,"
            + " next_sequence, last_key, first_item, last_item, items) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8"
            + " WHERE EXISTS (SELECT 1 FROM sensor_group WHERE interconnect = ?1 AND group_index = ?2)";
    static final String COLUMNS = "SELECT first_sequence, next_sequence, last_key, first_item, items FROM item_extent";
    /** Those of a group, from the one on that has a number. */
    static final String FROM = COLUMNS + " WHERE interconnect = ?1 AND group_index = ?2"
            + " AND first_sequence >= coalesce((SELECT max(first_sequence) FROM item_extent"
            + " WHERE interconnect = ?1 AND group_index = ?2 AND first_sequence <= ?3), 0) ORDER BY first_sequence";
    /** A group's last one, and its last row as it is stored beside the list. */
    static final String LAST = COLUMNS.replace(" FROM", ", last_item FROM")
            + " WHERE interconnect = ? AND group_index = ? ORDER BY first_sequence DESC LIMIT 1";
    /** Those of a group that have a key packet, up to a number, the last one first. */
    static final String UP_TO_WITH_KEYS = COLUMNS + " WHERE interconnect = ? AND group_index = ?"
            + " AND first_sequence <= ? AND last_key IS NOT NULL ORDER BY first_sequence DESC";

    private static final String LAST_KEY_OF_ROWS =
            "SELECT max(sequence) FROM item WHERE id IN (SELECT value FROM json_each(?)) AND is_key = 1";

    private ExtentTable() {}

    /** Adds extents. */
    static void write(Connection connection, List<Due> extents) throws SQLException {
        if (extents.isEmpty()) {
            return;
        }
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (Due due : extents) {
                Extent extent = due.extent();
                insert.setLong(1, due.key().interconnect());
                insert.setInt(2, due.key().group());
                insert.setLong(3, extent.first());
                insert.setLong(4, extent.next());
                if (extent.lastKey() == Items.NONE) {
                    insert.setNull(5, Types.BIGINT);
                } else {
                    insert.setLong(5, extent.lastKey());
                }
                insert.setLong(6, extent.firstRow());
                insert.setLong(7, extent.lastRow());
                insert.setBytes(8, extent.encodeRows());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** The extent in a row that begins with its first and next sequence number, last key, first item and items. */
    static Extent extent(ResultSet row) throws SQLException {
        long lastKey = row.getLong(3);
        boolean noKey = row.wasNull();
        byte[] rows = row.getBytes(5);
        if (rows == null) {
            throw Dialect.damage("the extent from " + row.getLong(1) + " on has no items");
        }
        return Extent.decode(row.getLong(1), row.getLong(2), noKey ? Items.NONE : lastKey, row.getLong(4), rows);
    }

    /** The last key packet of the extent up to a number. */
    static long lastKey(Connection connection, Extent extent, long sequence) throws SQLException {
        if (extent.lastKey() <= sequence) {
            return extent.lastKey();
        }
        PageRows.Numbers before = new PageRows.Numbers();
        for (int i = 0; i < extent.count() && extent.first() + i <= sequence; i++) {
            before.add(extent.row(i));
        }
        try (PreparedStatement select = connection.prepareStatement(LAST_KEY_OF_ROWS)) {
            select.setString(1, before.json());
            try (ResultSet row = select.executeQuery()) {
                long key = row.next() ? row.getLong(1) : Items.NONE;
                return row.wasNull() ? Items.NONE : key;
            }
        }
    }
}
