package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.BanDescriptionJson;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** The tables of interconnects and their groups. */
final class InterconnectTable {
    private static final Logger LOG = ServerLog.of(InterconnectTable.class);

    private static final String SELECT =
            "SELECT id, session, identity, surrogate_type, ban, registered_nanos FROM interconnect";
    private static final String CHAINS = "SELECT chain FROM sensor_group WHERE interconnect = ? ORDER BY group_index";
    private static final String INSERT =
            "INSERT INTO interconnect (session, identity, surrogate_type, ban, registered_nanos, row_crc)"
                    + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (session) DO NOTHING RETURNING id";
    private static final String INSERT_GROUP =
            "INSERT INTO sensor_group (interconnect, group_index, name, chain, row_crc) VALUES (?, ?, ?, ?, ?)";

    private static final String EXISTS = "SELECT 1 FROM interconnect WHERE id = ?";
    private static final String EPOCH = "SELECT epoch FROM interconnect WHERE id = ?";
    private static final String TAKE_OVER =
            "UPDATE interconnect SET epoch = epoch + 1, epoch_check = -2 - epoch, ended_nanos = NULL, ended_check = NULL"
                    + " WHERE id = ? RETURNING epoch";
    private static final String END =
            "UPDATE interconnect SET ended_nanos = ?, ended_check = ? WHERE id = ? AND epoch = ?";
    private static final String ENDED =
            "SELECT ended_nanos FROM interconnect WHERE id = ? AND ended_check = -1 - ended_nanos";
    private static final String GROUPS =
            "SELECT group_index FROM sensor_group WHERE interconnect = ? ORDER BY group_index";

    private InterconnectTable() {}

    static Optional<InterconnectRecord> find(Connection connection, long id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT + " WHERE id = ?")) {
            select.setLong(1, id);
            return all(connection, select).stream().findFirst();
        }
    }

    /** The numbers of all, newest first. */
    static List<Long> ids(Connection connection) throws SQLException {
        return numbers(connection, "SELECT id FROM interconnect WHERE id > ? ORDER BY id DESC", -1);
    }

    /** The numbers of the groups of one. */
    static List<Long> groups(Connection connection, long id) throws SQLException {
        return numbers(connection, GROUPS, id);
    }

    static Optional<InterconnectRecord> find(Connection connection, UUID session) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT + " WHERE session = ?")) {
            select.setString(1, session.toString());
            return all(connection, select).stream().findFirst();
        }
    }

    static List<InterconnectRecord> all(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT + " ORDER BY id DESC")) {
            return all(connection, select);
        }
    }

    private static List<InterconnectRecord> all(Connection connection, PreparedStatement select) throws SQLException {
        List<InterconnectRecord> found = new ArrayList<>();
        try (PreparedStatement chains = connection.prepareStatement(CHAINS);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                add(rows, chains, found);
            }
        }
        return found;
    }

    /** A damaged row does not hide the others. */
    private static void add(ResultSet row, PreparedStatement chains, List<InterconnectRecord> found)
            throws SQLException {
        try {
            found.add(record(row, chains));
        } catch (BanipException | IllegalArgumentException e) {
            LOG.error("{} row {} of interconnect cannot be read: {}", row.getString(2), row.getLong(1), e.getMessage());
        }
    }

    /**
     * The record of a row.
     *
     * @throws BanipException if the description is none
     * @throws IllegalArgumentException if the session is no UUID, or a text or a chain is missing
     */
    static InterconnectRecord record(ResultSet row, PreparedStatement chains) throws SQLException {
        long id = row.getLong(1);
        List<String> found = new ArrayList<>();
        chains.setLong(1, id);
        try (ResultSet rows = chains.executeQuery()) {
            while (rows.next()) {
                found.add(text(rows, 1));
            }
        }
        BanDescription ban = BanDescriptionJson.fromJson(text(row, 5));
        // Read later than the row: a host may have added groups in between.
        int described = Math.min(found.size(), ban.groups().size());
        return new InterconnectRecord(
                id,
                UUID.fromString(text(row, 2)),
                text(row, 3),
                ban,
                text(row, 4),
                found.subList(0, described),
                row.getLong(6));
    }

    /** A column that a damaged row may be without, whatever the schema says. */
    static String text(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        if (text == null) {
            throw new IllegalArgumentException("its column " + column + " has no text");
        }
        return text;
    }

    static boolean exists(Connection connection, long id) throws SQLException {
        return !numbers(connection, EXISTS, id).isEmpty();
    }

    /** Its epoch; empty if the store does not have it. */
    static OptionalLong epoch(Connection connection, long id) throws SQLException {
        List<Long> found = numbers(connection, EPOCH, id);
        return found.isEmpty() ? OptionalLong.empty() : OptionalLong.of(found.get(0));
    }

    /** The statement that {@link #epochs} fills in, once per connection. */
    static PreparedStatement epochs(Connection connection, Dialect dialect) throws SQLException {
        return connection.prepareStatement(
                "SELECT id, epoch FROM interconnect WHERE id IN (" + dialect.numbersQuery + ")");
    }

    /** The epochs of these interconnects, by id; without those that the store does not have. */
    static Map<Long, Long> epochs(PreparedStatement select, Dialect dialect, Collection<Long> ids) throws SQLException {
        Map<Long, Long> found = new HashMap<>();
        select.setString(1, dialect.numbers(ids));
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                found.put(rows.getLong(1), rows.getLong(2));
            }
        }
        return found;
    }

    /**
     * Begins the next epoch of an interconnect; not yet committed. The lock on its groups makes this safe while the former host writes: what that
     * host has inserted and not committed makes the lock fail, and what it inserts later waits for the commit of the new epoch, which it then sees
     * ({@link GroupHeads#takenOver}).
     *
     * @return empty if another host is adding an item now, or the store does not have it
     */
    static OptionalLong takeOver(Connection connection, String forUpdate, long id) throws SQLException {
        if (!lock(connection, forUpdate, id)) {
            return OptionalLong.empty();
        }
        List<Long> epoch = numbers(connection, TAKE_OVER, id);
        return epoch.isEmpty() ? OptionalLong.empty() : OptionalLong.of(epoch.get(0));
    }

    /** The name that tells whether two hosts share this store. */
    static String storeName(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT name FROM store_name");
                ResultSet rows = select.executeQuery()) {
            String name = rows.next() ? rows.getString(1) : null;
            if (name == null) {
                throw new SQLException("the store's name is missing");
            }
            return name;
        }
    }

    /** Removes the interconnects registered before this instant that have no row in the table {@code index}; not yet committed. */
    static void deleteEmpty(Connection connection, String forUpdate, String index, long beforeNanos)
            throws SQLException {
        String noItems = " AND NOT EXISTS (SELECT 1 FROM " + index + " i WHERE i.interconnect = n.id)";
        String old = "SELECT n.id FROM interconnect n WHERE n.registered_nanos < ?" + noItems;
        String one = "SELECT n.id FROM interconnect n WHERE n.id = ?" + noItems;
        for (long id : numbers(connection, old, beforeNanos)) {
            if (lock(connection, forUpdate, id) && !numbers(connection, one, id).isEmpty()) {
                delete(connection, id);
            }
        }
    }

    /**
     * Locks an interconnect until the transaction ends: another host's first item waits from here on, and the next query finds what was committed
     * before. Without the lock, PostgreSQL may take an item between the search for items and the removal, and the foreign key's cascade removes
     * it, though it was acknowledged ({@code PostgresRemovalIT}).
     *
     * @param forUpdate what the dialect adds to a query that locks rows
     * @return false if another host is adding an item now, so that it must not be removed
     */
    static boolean lock(Connection connection, String forUpdate, long id) throws SQLException {
        int locked = numbers(connection, GROUPS + forUpdate, id).size();
        return locked == numbers(connection, GROUPS, id).size();
    }

    private static List<Long> numbers(Connection connection, String query, long parameter) throws SQLException {
        List<Long> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(query)) {
            select.setLong(1, parameter);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getLong(1));
                }
            }
        }
        return found;
    }

    /** Removes an interconnect with its groups; not yet committed. */
    static void delete(Connection connection, long id) throws SQLException {
        try (PreparedStatement groups = connection.prepareStatement("DELETE FROM sensor_group WHERE interconnect = ?");
                PreparedStatement delete = connection.prepareStatement("DELETE FROM interconnect WHERE id = ?")) {
            groups.setLong(1, id);
            groups.executeUpdate();
            delete.setLong(1, id);
            delete.executeUpdate();
        }
    }

    /** Notes that an interconnect has ended in order, unless another host has taken it over. */
    static boolean end(Connection connection, InterconnectRecord record, long nowNanos) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(END)) {
            update.setLong(1, nowNanos);
            update.setLong(2, -1 - nowNanos);
            update.setLong(3, record.id());
            update.setLong(4, record.epoch());
            return update.executeUpdate() == 1;
        }
    }

    /** Whether it has ended in order. A row that is damaged does not say so: then its BAN is missed, rather than not. */
    static boolean hasEnded(Connection connection, long id) throws SQLException {
        return !numbers(connection, ENDED, id).isEmpty();
    }

    /** A write that changes nothing; it fails where any write would. */
    static boolean touchNothing(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("DELETE FROM interconnect WHERE id = -1")) {
            return update.executeUpdate() == 0;
        }
    }

    /** Adds an interconnect; not yet committed. Another host that is adding the same one is waited for. */
    static InterconnectRecord insert(Connection connection, InterconnectRecord record) throws SQLException {
        InterconnectRecord added = record.withId(insertRow(connection, record));
        insertGroups(connection, added, 0);
        return added;
    }

    /** Adds the groups of an interconnect from a number on; not yet committed. */
    static void insertGroups(Connection connection, InterconnectRecord of, int from) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT_GROUP)) {
            for (int group = from; group < of.chains().size(); group++) {
                insert.setLong(1, of.id());
                String name = of.ban().groups().get(group).name();
                String chain = of.chains().get(group);
                insert.setInt(2, group);
                insert.setString(3, name);
                insert.setString(4, chain);
                insert.setInt(5, RowCrc.of(of.id(), group, name, chain));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static long insertRow(Connection connection, InterconnectRecord record) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, record.session().toString());
            insert.setString(2, record.identity());
            insert.setString(3, record.surrogateType());
            String ban = BanDescriptionJson.toJson(record.ban());
            insert.setString(4, ban);
            insert.setLong(5, record.registeredNanos());
            insert.setInt(
                    6,
                    RowCrc.of(
                            record.session(),
                            record.identity(),
                            record.surrogateType(),
                            ban,
                            record.registeredNanos()));
            try (ResultSet rows = insert.executeQuery()) {
                if (!rows.next()) {
                    throw new BanipException(
                            ErrorCode.SESSION_MISMATCH,
                            "session is in the store already, interconnect " + record.session());
                }
                return rows.getLong(1);
            }
        }
    }
}
