package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/**
 * Reads one group page by page: while the visitor works, no connection is taken and no snapshot is held, so that a slow reader
 * never keeps the database from tidying up behind the writer. One thread at a time.
 */
final class GroupReader {
    private static final int PAGE_ROWS = 200;
    private static final long PAGE_BYTES = 4L << 20;
    private static final long ANYWHERE = -1;

    private final JdbcStore store;
    private final InterconnectRecord interconnect;
    private final int group;

    private final List<Sequenced> page = new ArrayList<>();
    private @Nullable DamagedItemException damage;
    private long next;
    private long expected = ANYWHERE;

    GroupReader(JdbcStore store, InterconnectRecord interconnect, int group) {
        this.store = store;
        this.interconnect = interconnect;
        this.group = group;
    }

    void read(long fromSequence, Store.SequencedVisitor visitor) {
        next = fromSequence;
        boolean more = true;
        while (more) {
            page.clear();
            more = store.query(this::fill);
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
        long bytes = 0;
        try (PreparedStatement select = ItemTable.select(connection, interconnect.id(), group, next, PAGE_ROWS);
                ResultSet rows = select.executeQuery()) {
            while (bytes < PAGE_BYTES && page.size() < PAGE_ROWS) {
                if (!rows.next()) {
                    return false;
                }
                Sequenced item = check(rows);
                page.add(item);
                next = item.nextSequence();
                expected = next;
                bytes += item instanceof Packet packet ? packet.payload().length : 0;
            }
            return true;
        } catch (DamagedItemException e) {
            damage = e;
            return false;
        }
    }

    private Sequenced check(ResultSet row) throws SQLException {
        long sequence = row.getLong(1);
        if (expected != ANYWHERE && sequence != expected) {
            throw new DamagedItemException(
                    interconnect.session(), group, expected, sequence, "is missing, the next one is " + sequence);
        }
        return ItemTable.item(row, interconnect.session(), group);
    }
}
