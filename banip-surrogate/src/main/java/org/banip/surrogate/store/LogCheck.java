package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.banip.surrogate.store.LogTail.GroupKey;
import org.jspecify.annotations.Nullable;

/**
 * Checks the items of an SQLite file from schema version 2 on: every row of the log, then whether the extents lead to these rows. Each page is read
 * from a snapshot of its own, so a host may write meanwhile. One thread.
 */
final class LogCheck {
    private static final long UNKNOWN = -2;
    private static final int PAGE_ROWS = 1000;
    private static final int PAGE_EXTENTS = 40;
    private static final String FOUND =
            "SELECT id, interconnect, group_index, sequence, is_key FROM item WHERE id IN (SELECT value FROM json_each(?))";
    private static final String EXTENTS =
            "SELECT first_sequence, next_sequence, last_key, first_item, items, interconnect,"
                    + " group_index, last_item FROM item_extent WHERE (interconnect, group_index, first_sequence) > (?, ?, ?)"
                    + " ORDER BY interconnect, group_index, first_sequence LIMIT " + PAGE_EXTENTS;

    private final Connection connection;
    private final CheckListener listener;
    private final ItemCheck check;
    private final String rows;
    /** Rows that are damaged, which are named already, and the place that each claims. */
    private final Map<Long, Place> damaged = new HashMap<>();
    /** Rows that cannot be read, by the first of them. */
    private final NavigableMap<Long, Unreadable> unreadable = new TreeMap<>();

    /** For each group, the number after the last item that is in an extent. */
    private final Map<GroupKey, Long> indexed = new HashMap<>();

    private final Map<GroupKey, Long> inExtents = new HashMap<>();

    private final DamageSkip skip = new DamageSkip();

    /** Rows up to {@code last} that cannot be read, and how many of them are named by the items that they are. */
    private static final class Unreadable {
        final long last;
        final String why;
        long named;

        Unreadable(long last, String why) {
            this.last = last;
            this.why = why;
        }
    }

    private record Place(GroupKey group, long sequence) {}

    LogCheck(Connection connection, int schema, CheckListener listener, ItemCheck check) {
        this.connection = connection;
        this.listener = listener;
        this.check = check;
        rows = "SELECT " + ItemTable.columns(schema) + ", id FROM item WHERE id > ? AND id <= ? ORDER BY id LIMIT "
                + PAGE_ROWS;
    }

    void run() throws SQLException {
        long through = number("SELECT indexed_through FROM item_log");
        long last = lastRow();
        long from = 0;
        while (from < last) {
            from = page(from, last, through);
            listener.progress("items", Math.min(from, last), last);
        }
        try {
            extents();
            for (Map.Entry<GroupKey, Long> one : indexed.entrySet()) {
                complete(one.getKey(), one.getValue());
            }
        } catch (SQLException e) {
            passOn(e);
            listener.found(new StoreDamage("item_extent", "", "cannot be read: " + e.getMessage()));
        }
        unreadable.forEach(this::tell);
        if (skip.exhausted()) {
            listener.found(new StoreDamage(
                    "item",
                    "",
                    "has too many damaged places: rows that can be read were passed over, and not checked"));
        }
    }

    /** Names rows that are not all in extents. */
    private void tell(long first, Unreadable rows) {
        if (rows.named <= rows.last - first) {
            String place = rows.last == first ? "row " + first : "rows " + first + " to " + rows.last;
            listener.found(new StoreDamage("item", place, rows.why));
        }
    }

    private Optional<Unreadable> unreadable(long row) {
        Map.Entry<Long, Unreadable> rows = unreadable.floorEntry(row);
        return rows == null || rows.getValue().last < row ? Optional.empty() : Optional.of(rows.getValue());
    }

    /** Damage of the file is what is looked for; another failure ends the check. */
    private static void passOn(SQLException e) throws SQLException {
        if (!Dialect.isDamage(e)) {
            throw e;
        }
    }

    private long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private long lastRow() throws SQLException {
        try {
            return LogEnd.lastRow(connection);
        } catch (SQLException e) {
            passOn(e);
            listener.found(new StoreDamage("item", "", "its last rows cannot be read: " + e.getMessage()));
            return LogEnd.lastKnown(connection);
        }
    }

    /** Checks some rows after this one; returns the last row that is done with. */
    private long page(long from, long last, long through) throws SQLException {
        long done = from;
        int count = 0;
        try (PreparedStatement select = connection.prepareStatement(rows)) {
            select.setLong(1, from);
            select.setLong(2, last);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    long id = row.getLong(14);
                    if (id <= done || id > last) {
                        // Otherwise the same rows may be read again for each of these numbers.
                        return passOver(done, last, "out of order: row " + id + " follows row " + done);
                    }
                    row(row, through);
                    done = id;
                    count++;
                }
            }
        } catch (SQLException e) {
            passOn(e);
            return passOver(done, last, "cannot be read: " + e.getMessage());
        }
        return count < PAGE_ROWS ? last : done;
    }

    /** Returns the last row to pass over. */
    private long passOver(long done, long last, String why) throws SQLException {
        long through = skip.after(done, last, this::reads);
        unreadable.put(done + 1, new Unreadable(through, why));
        return through;
    }

    private boolean reads(long after) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(rows)) {
            select.setLong(1, after);
            select.setLong(2, Long.MAX_VALUE);
            try (ResultSet row = select.executeQuery()) {
                return !row.next() || row.getLong(14) > after;
            }
        }
    }

    private void row(ResultSet row, long through) throws SQLException {
        long id = row.getLong(14);
        if (!check.row(row)) {
            damaged.put(id, new Place(new GroupKey(row.getLong(10), row.getInt(11)), row.getLong(1)));
        } else if (id <= through) {
            indexed.put(new GroupKey(row.getLong(10), row.getInt(11)), row.getLong(1) + row.getLong(2));
        }
    }

    private void extents() throws SQLException {
        GroupKey group = new GroupKey(Long.MIN_VALUE, 0);
        long first = 0;
        boolean more = true;
        while (more) {
            int count = 0;
            connection.setAutoCommit(false); // one snapshot for the extents and their rows
            try (PreparedStatement select = connection.prepareStatement(EXTENTS)) {
                select.setLong(1, group.interconnect());
                select.setInt(2, group.group());
                select.setLong(3, first);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        group = new GroupKey(row.getLong(6), row.getInt(7));
                        first = row.getLong(1);
                        count++;
                        extent(group, ExtentTable.extent(row), row.getLong(8));
                    }
                }
            } finally {
                connection.setAutoCommit(true);
            }
            more = count == PAGE_EXTENTS;
        }
    }

    private void extent(GroupKey group, Extent extent, long lastItem) throws SQLException {
        long expected = inExtents.getOrDefault(group, extent.first());
        inExtents.put(group, extent.next());
        String wrong = "";
        if (extent.first() != expected && !check.forgot(group, extent.first())) {
            wrong = "follows number " + (expected - 1);
        } else if (extent.next() < extent.first() + extent.count()) {
            wrong = "ends with number " + (extent.next() - 1) + " and has " + extent.count() + " rows";
        } else if (lastItem != extent.lastRow()) {
            wrong = "ends with row " + lastItem + ", its list ends with row " + extent.lastRow();
        }
        long lastKey = rows(group, extent);
        if (wrong.isEmpty() && lastKey != UNKNOWN && lastKey != extent.lastKey()) {
            wrong = "has " + extent.lastKey() + " as its last key packet, the last one is " + lastKey;
        }
        if (!wrong.isEmpty()) {
            wrong(group, extent, wrong);
        }
    }

    private void wrong(GroupKey group, Extent extent, String what) {
        listener.found(new StoreDamage("item_extent", check.place(group) + ", from number " + extent.first(), what));
    }

    /** Compares the extent with its rows; returns the last key packet, {@link #UNKNOWN} if a row is damaged or another one. */
    private long rows(GroupKey group, Extent extent) throws SQLException {
        Map<Long, Integer> indexes = new HashMap<>();
        PageRows.Numbers numbers = new PageRows.Numbers();
        for (int i = 0; i < extent.count(); i++) {
            indexes.put(extent.row(i), i);
            numbers.add(extent.row(i));
        }
        long lastKey = Items.NONE;
        boolean known = true;
        try (PreparedStatement select = connection.prepareStatement(FOUND)) {
            select.setString(1, numbers.json());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    long id = row.getLong(1);
                    int index = indexes.getOrDefault(id, 0);
                    indexes.remove(id);
                    Place claimed = damaged.get(id);
                    if (claimed != null) {
                        known = false;
                        lost(claimed, new Place(group, extent.first() + index), row.getLong(1));
                    } else if (row.getLong(2) != group.interconnect()
                            || row.getInt(3) != group.group()
                            || row.getLong(4) != extent.first() + index) {
                        known = false;
                        wrong(group, extent, "has row " + row.getLong(1) + ", which is another item");
                    } else if (row.getInt(5) == 1) {
                        lastKey = Math.max(lastKey, row.getLong(4));
                    }
                }
            }
        } catch (SQLException e) {
            passOn(e);
            known = false;
            indexes.keySet()
                    .removeIf(
                            row -> !damaged.containsKey(row) && unreadable(row).isEmpty());
        }
        for (Map.Entry<Long, Integer> missing : indexes.entrySet()) {
            known = false;
            lost(
                    damaged.get(missing.getKey()),
                    new Place(group, extent.first() + missing.getValue()),
                    missing.getKey());
        }
        return known ? lastKey : UNKNOWN;
    }

    /** A row is damaged, not to be read or not there: names the item that was stored in it, unless the row itself is named so. */
    private void lost(@Nullable Place claimed, Place place, long row) {
        Optional<Unreadable> rows = unreadable(row);
        if (rows.isPresent()) {
            rows.get().named++;
            check.found(place.group(), place.sequence(), rows.get().why);
        } else if (!place.equals(claimed)) {
            check.found(place.group(), place.sequence(), "is not intact in row " + row + ", where it was stored");
        }
    }

    private void complete(GroupKey group, long next) throws SQLException {
        long found = inExtents.getOrDefault(group, 0L);
        if (found < next && !check.forgot(group, next)) {
            listener.found(new StoreDamage(
                    "item_extent", check.place(group), "numbers " + found + " to " + (next - 1) + " are in no extent"));
        }
    }
}
