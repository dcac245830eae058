package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/**
 * Reads one group page by page. While the visitor works, it uses no connection and no snapshot, so a slow reader does not prevent the database's
 * checkpoints. One thread at a time.
 */
final class GroupReader {
    private static final int PAGE_ROWS = 200;
    private static final long PAGE_BYTES = 4L << 20;
    private static final long ANYWHERE = -1;

    private final Readers readers;
    private final Items items;
    /** Whether this process has no writer that keeps the items current. */
    private final boolean refreshes;

    private final InterconnectRecord interconnect;
    private final int group;

    private final List<Sequenced> page = new ArrayList<>();
    private @Nullable DamagedItemException damage;
    private long from;
    private long next;
    private long expected = ANYWHERE;
    /** The first number that the index had. */
    private long begun = Items.NONE;
    /** Whether the last damage may be one of the index. */
    private boolean misplaced;

    GroupReader(Readers readers, Items items, boolean refreshes, InterconnectRecord interconnect, int group) {
        this.readers = readers;
        this.items = items;
        this.refreshes = refreshes;
        this.interconnect = interconnect;
        this.group = group;
    }

    void read(long fromSequence, Store.SequencedVisitor visitor) {
        from = fromSequence;
        next = fromSequence;
        boolean more = true;
        while (more) {
            page.clear();
            more = readers.query(this::fill);
            for (Sequenced item : page) {
                if (!visitor.visit(item)) {
                    return;
                }
            }
            if (damage != null) {
                throw damage;
            }
        }
    }

    /** Reads one page; false at the end. */
    private boolean fill(Connection connection) throws SQLException {
        if (expected == ANYWHERE && refreshes) {
            items.refresh(connection);
        }
        try {
            return fill(connection, PAGE_ROWS);
        } catch (DamagedItemException e) {
            if (misplaced && items.distrustIndex(connection)) {
                restart();
                return true;
            }
            damage = e;
            return false;
        } catch (SQLException e) {
            if (!Dialect.isDamage(e)) {
                throw e;
            }
            return page.isEmpty() ? fillBeyondDamage(connection) : true;
        }
    }

    /** The index led to other rows than it says: if it did so from the beginning, even the first number may be wrong. */
    private void restart() {
        if (begun == Items.NONE || next == begun) {
            next = from;
            expected = ANYWHERE;
        }
    }

    /** Reads row by row, because the first row of the page, or one near it, cannot be read. */
    private boolean fillBeyondDamage(Connection connection) throws SQLException {
        if (next >= items.next(connection, interconnect.id(), group)) {
            return false;
        }
        try {
            return fill(connection, 1);
        } catch (DamagedItemException e) {
            damage = e;
        } catch (SQLException e) {
            if (!Dialect.isDamage(e)) {
                throw e;
            }
            damage = damaged(next, next + 1, "cannot be read: " + e.getMessage());
        }
        return false;
    }

    private boolean fill(Connection connection, int limit) throws SQLException {
        long bytes = 0;
        try (ItemPage wanted = items.page(connection, interconnect.id(), group, next, limit)) {
            if (expected == ANYWHERE && wanted.start() != Items.NONE) {
                expected = wanted.start();
                if (expected > next) {
                    refuseForgotten(connection);
                    if (items.distrustIndex(connection)) {
                        expected = ANYWHERE;
                        return true;
                    }
                }
                next = expected;
                begun = next;
            }
            try (ResultSet rows = wanted.rows().executeQuery()) {
                while (bytes < PAGE_BYTES && page.size() < limit) {
                    if (!rows.next()) {
                        if (wanted.end() > next && InterconnectTable.exists(connection, interconnect.id())) {
                            refuseForgotten(connection);
                            misplaced = true;
                            throw damaged(next, wanted.end(), "is missing");
                        }
                        return wanted.more();
                    }
                    Sequenced item = check(connection, rows);
                    page.add(item);
                    next = item.nextSequence();
                    expected = next;
                    bytes += item instanceof Packet packet ? packet.payload().length : 0;
                }
                return true;
            }
        }
    }

    private Sequenced check(Connection connection, ResultSet row) throws SQLException {
        long sequence = row.getLong(1);
        if (sequence > next) {
            refuseForgotten(connection);
        }
        misplaced = row.getLong(10) != interconnect.id() || row.getInt(11) != group;
        if (misplaced) {
            long wanted = expected == ANYWHERE ? sequence : expected;
            throw damaged(wanted, wanted + 1, "is in the place of another group's");
        }
        if (expected == ANYWHERE || sequence == expected) {
            return ItemTable.item(row, interconnect.session(), group);
        }
        if (sequence > expected && isIntact(row)) {
            misplaced = true;
            throw damaged(expected, sequence, "is missing, the next one is " + sequence);
        }
        misplaced = sequence < expected;
        throw damaged(expected, expected + 1, "is damaged: its row has the number " + sequence);
    }

    /** The next item may have been passed on and removed, also while this reads: that is no damage of the index, or of the items. */
    private void refuseForgotten(Connection connection) throws SQLException {
        long kept = KeptFrom.of(connection, items.schema(), interconnect.id(), group);
        if (kept > next) {
            misplaced = false;
            throw damaged(next, kept, "is forgotten with all before number " + kept + ": they were passed on");
        }
    }

    /** If it is not, its number may be wrong, too. */
    private boolean isIntact(ResultSet row) throws SQLException {
        try {
            Sequenced unused = ItemTable.item(row, interconnect.session(), group);
            return true;
        } catch (DamagedItemException e) {
            return false;
        }
    }

    private DamagedItemException damaged(long sequence, long resume, String what) {
        return new DamagedItemException(interconnect.session(), group, sequence, resume, what);
    }
}
