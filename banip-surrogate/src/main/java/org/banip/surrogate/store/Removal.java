package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;

/** What is removed from a store while it is written: all on the writer's thread, in transactions between those of items. Any thread. */
final class Removal {
    /** Items that are forgotten in one transaction, during which no item is acknowledged. */
    private static final int ITEMS_PER_TRANSACTION = 4 * Extent.CAPACITY;

    private static final String WANTED_ALERT = "SELECT 1 FROM alert a WHERE a.ban = ? AND a.session = ?"
            + " AND (a.ended_nanos IS NULL"
            + " OR EXISTS (SELECT 1 FROM alert_delivery d WHERE d.alert = a.id AND d.outcome = 0))";
    private static final String ALERTS = "DELETE FROM alert WHERE ban = ? AND session = ?";

    private final WriterThread writer;
    private final Dialect dialect;
    private final Items items;

    Removal(WriterThread writer, Dialect dialect, Items items) {
        this.writer = writer;
        this.dialect = dialect;
        this.items = items;
    }

    /** Removes an interconnect without items, unless another host has taken it over. */
    boolean removeIfEmpty(InterconnectRecord interconnect) {
        return writer.transact("remove an interconnect", connection -> {
            boolean there = isAt(connection, interconnect, new long[0]);
            if (there) {
                items.removeEmpty(connection, interconnect.id());
                writer.forget(interconnect.id());
            }
            return there;
        });
    }

    /** Removes the interconnects without items that were registered before an instant. */
    void removeEmpty(long registeredBeforeNanos) {
        boolean unused = writer.transact("remove empty interconnects", connection -> {
            items.indexAll(connection);
            InterconnectTable.deleteEmpty(connection, dialect.forUpdate, items.index(), registeredBeforeNanos);
            return true;
        });
    }

    /** Removes the items of a group before one of its key packets, piece by piece. */
    long forgetBefore(InterconnectRecord interconnect, int group, long key) {
        long removed = 0;
        long piece;
        do {
            piece = writer.transact("forget items", connection -> {
                KeptFrom.raise(connection, interconnect.id(), group, key);
                return items.forgetBefore(connection, interconnect.id(), group, key, ITEMS_PER_TRANSACTION);
            });
            removed += piece;
        } while (piece >= ITEMS_PER_TRANSACTION);
        return removed;
    }

    /**
     * Removes an interconnect that has no items from these numbers on, with its alerts, unless one of them is wanted or another host has taken it
     * over.
     */
    boolean remove(InterconnectRecord interconnect, long[] next) {
        return writer.transact("remove an interconnect", connection -> {
            boolean done = isAt(connection, interconnect, next) && !alerts(connection, WANTED_ALERT, interconnect);
            if (done) {
                items.remove(connection, interconnect.id());
                boolean unused = alerts(connection, ALERTS, interconnect);
                writer.forget(interconnect.id());
            }
            return done;
        });
    }

    /** Whether the store has the interconnect in this epoch, and each group's next number is this one. Locks it. */
    private boolean isAt(Connection connection, InterconnectRecord interconnect, long[] next) throws SQLException {
        if (!InterconnectTable.lock(connection, dialect.forUpdate, interconnect.id())) {
            return false;
        }
        List<Long> groups = InterconnectTable.groups(connection, interconnect.id());
        for (int group = 0; group < groups.size(); group++) {
            long expected = group < next.length ? next[group] : 0;
            if (items.next(connection, interconnect.id(), group) != expected) {
                return false;
            }
        }
        OptionalLong epoch = InterconnectTable.epoch(connection, interconnect.id());
        return epoch.equals(OptionalLong.of(interconnect.epoch()));
    }

    private static boolean alerts(Connection connection, String text, InterconnectRecord of) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            statement.setString(1, of.ban().id());
            statement.setString(2, of.session().toString());
            if (!statement.execute()) {
                return statement.getUpdateCount() > 0;
            }
            try (ResultSet row = statement.getResultSet()) {
                return row.next();
            }
        }
    }
}
