package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The items of all groups in a database: {@link KeyedItems} with an index over all rows, {@link ItemLog} with rows that are appended and indexed
 * later.
 *
 * <p>The writer's thread calls {@link #begin} first in each transaction, then {@link #committed} or {@link #rolledBack}. Everything
 * else may be called by any thread, on a connection of its own.
 */
interface Items {
    /** The result of {@link #lastKey} and {@link #lastReceived} if there is none. */
    long NONE = -1;

    /**
     * Begins a transaction of the writer's.
     *
     * @return whether another process changed the database, so that the writer's cached numbers may be wrong
     */
    boolean begin(Connection connection) throws SQLException;

    /** The statement that {@link #bind} fills in, once per row and connection. */
    PreparedStatement insert(Connection connection) throws SQLException;

    /** Fills in the statement for the next row. */
    void bind(PreparedStatement insert, WriteRequest request) throws SQLException;

    /** The transaction's rows are durable. */
    void committed();

    /** Nothing of the transaction is stored. */
    void rolledBack();

    /** Makes all that is stored visible in the table {@link #index()}; on the writer's thread, in a transaction. */
    void indexAll(Connection connection) throws SQLException;

    /** The table that, after {@link #indexAll}, has a row of every interconnect with items; by its column {@code interconnect}. */
    String index();

    /** Removes an interconnect that has no items; on the writer's thread, in a transaction. */
    void removeEmpty(Connection connection, long interconnect) throws SQLException;

    /**
     * Removes items of a group from the first one on; on the writer's thread, in a transaction.
     *
     * @param before removes items before this number, which is that of an item
     * @param most removes this number, or a few more
     * @return how many were removed; fewer than {@code most} if no more are there
     */
    long forgetBefore(Connection connection, long interconnect, int group, long before, int most) throws SQLException;

    /** Removes an interconnect with its items; on the writer's thread, in a transaction. */
    void remove(Connection connection, long interconnect) throws SQLException;

    /** Reads what other processes wrote; called before a reader's first query of a group. */
    void refresh(Connection connection) throws SQLException;

    /** The next sequence number of a group, 0 if it has no items. */
    long next(Connection connection, long interconnect, int group) throws SQLException;

    /** When the group's last item came, nanoseconds since the epoch; {@link #NONE} if it has no items. */
    long lastReceived(Connection connection, long interconnect, int group) throws SQLException;

    /** The sequence number of the group's last key packet up to this number, {@link #NONE} if it has none. */
    long lastKey(Connection connection, long interconnect, int group, long sequence) throws SQLException;

    /**
     * Finds items without the index from now on, because it leads to wrong ones.
     *
     * @return false if nothing changes by that: the index is not used already, or cannot be done without
     */
    default boolean distrustIndex(Connection connection) throws SQLException {
        return false;
    }

    /** The group's items from a sequence number on, at most this number. */
    ItemPage page(Connection connection, long interconnect, int group, long from, int limit) throws SQLException;
}
