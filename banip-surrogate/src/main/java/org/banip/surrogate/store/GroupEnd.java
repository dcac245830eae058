package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.UUID;

/** Where a group ends by its extents. Any thread. */
final class GroupEnd {
    private static final UUID ANY = new UUID(0, 0);
    /** The end of an item that cannot be found or read, or whose checksums do not match. */
    private static final long LOST = -1;

    private static final long ANOTHER = 0;

    private final boolean readOnly;
    private final String item;

    GroupEnd(boolean readOnly, int schema) {
        this.readOnly = readOnly;
        item = "SELECT " + ItemTable.columns(schema) + " FROM item WHERE id = ?";
    }

    /**
     * The number after the group's last item in extents, 0 without extents. A reader gets an empty result if the last extent is wrong: it is compared
     * with its last item, or with itself if that item is lost.
     */
    OptionalLong next(Connection connection, long interconnect, int group) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ExtentTable.LAST)) {
            select.setLong(1, interconnect);
            select.setInt(2, group);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return OptionalLong.of(0);
                }
                Extent last = ExtentTable.extent(row);
                long lastItem = row.getLong(6);
                long ofItem = ofItem(connection, interconnect, group, lastItem);
                if (!readOnly) {
                    return OptionalLong.of(ofItem > 0 ? ofItem : last.next());
                }
                boolean right = ofItem == LOST ? last.lastRow() == lastItem : ofItem == last.next();
                return right ? OptionalLong.of(last.next()) : OptionalLong.empty();
            }
        }
    }

    /** The same, 0 also if the extents are wrong or cannot be read. */
    long nextOrNone(Connection connection, long interconnect, int group) throws SQLException {
        try {
            return next(connection, interconnect, group).orElse(0);
        } catch (SQLException e) {
            if (!Dialect.isDamage(e)) {
                throw e;
            }
            return 0;
        }
    }

    private long ofItem(Connection connection, long interconnect, int group, long number) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(item)) {
            select.setLong(1, number);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return LOST;
                }
                long next = ItemTable.item(row, ANY, group).nextSequence();
                return row.getLong(10) == interconnect && row.getInt(11) == group ? next : ANOTHER;
            }
        } catch (DamagedItemException e) {
            return LOST;
        } catch (SQLException e) {
            if (!readOnly || !Dialect.isDamage(e)) {
                throw e;
            }
            return LOST;
        }
    }
}
