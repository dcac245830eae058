package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.banip.surrogate.store.LogTail.Due;
import org.banip.surrogate.store.LogTail.GroupKey;

/** Removes the first items of a group from the log, with their extents; in a transaction of the writer's. */
final class ForgottenRows {
    /** Those of a group that begin before a number, in order. */
    private static final String BEFORE = ExtentTable.COLUMNS
            + " WHERE interconnect = ? AND group_index = ? AND first_sequence < ? ORDER BY first_sequence";
    /** An extent that leads to wrong rows must not remove those of others. */
    private static final String DELETE = "DELETE FROM item WHERE id IN (SELECT value FROM json_each(?))"
            + " AND interconnect = ? AND group_index = ? AND sequence < ?";

    private static final String DELETE_EXTENT =
            "DELETE FROM item_extent WHERE interconnect = ? AND group_index = ? AND first_sequence = ?";

    private final Connection connection;
    private final GroupKey key;
    private final long before;

    /** Removes items before a sequence number. */
    ForgottenRows(Connection connection, GroupKey key, long before) {
        this.connection = connection;
        this.key = key;
        this.before = before;
    }

    /** Removes those that the table of extents has: whole extents, until there are {@code most} items or more. Returns how many. */
    long inTable(long most) throws SQLException {
        long removed = 0;
        for (Extent extent : extents(most)) {
            removed += rows(extent);
            try (PreparedStatement delete = connection.prepareStatement(DELETE_EXTENT)) {
                delete.setLong(1, key.interconnect());
                delete.setInt(2, key.group());
                delete.setLong(3, extent.first());
                delete.executeUpdate();
            }
            if (extent.next() > before) {
                ExtentTable.write(connection, List.of(new Due(key, extent.from(before))));
            }
        }
        return removed;
    }

    private List<Extent> extents(long most) throws SQLException {
        List<Extent> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(BEFORE)) {
            select.setLong(1, key.interconnect());
            select.setInt(2, key.group());
            select.setLong(3, before);
            try (ResultSet row = select.executeQuery()) {
                long rows = 0;
                while (rows < most && row.next()) {
                    Extent extent = ExtentTable.extent(row);
                    found.add(extent);
                    rows += extent.indexOf(before);
                }
            }
        }
        return found;
    }

    /** Removes the rows of an extent that are before the number. Returns how many. */
    long rows(Extent extent) throws SQLException {
        PageRows.Numbers numbers = new PageRows.Numbers();
        for (int i = 0; i < extent.indexOf(before); i++) {
            numbers.add(extent.row(i));
        }
        try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
            delete.setString(1, numbers.json());
            delete.setLong(2, key.interconnect());
            delete.setInt(3, key.group());
            delete.setLong(4, before);
            return delete.executeUpdate();
        }
    }
}
