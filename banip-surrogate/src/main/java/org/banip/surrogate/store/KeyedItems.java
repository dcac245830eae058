package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Items found by a unique index over (interconnect, group, sequence): PostgreSQL, and SQLite files of schema version 1. */
final class KeyedItems implements Items {
    private static final String INSERT =
            "INSERT INTO item (" + ItemTable.INSERT_COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String PAGE =
            " FROM item" + " WHERE interconnect = ? AND group_index = ? AND sequence >= ? ORDER BY sequence LIMIT ?";
    private static final String NEXT = "SELECT sequence + sequence_count FROM item"
            + " WHERE interconnect = ? AND group_index = ? ORDER BY sequence DESC LIMIT 1";
    private static final String LAST_RECEIVED = "SELECT received_nanos FROM item"
            + " WHERE interconnect = ? AND group_index = ? ORDER BY sequence DESC LIMIT 1";
    private static final String LAST_KEY = "SELECT sequence FROM item"
            + " WHERE interconnect = ? AND group_index = ? AND sequence <= ? AND is_key = 1 ORDER BY sequence DESC LIMIT 1";

    private static final String FORGET = "DELETE FROM item WHERE interconnect = ? AND group_index = ? AND sequence < ?"
            + " AND sequence <= (SELECT max(sequence) FROM (SELECT sequence FROM item"
            + " WHERE interconnect = ? AND group_index = ? ORDER BY sequence LIMIT ?) first)";

    private final String select;

    /** Items of a database with this schema version. */
    KeyedItems(int schema) {
        select = "SELECT " + ItemTable.columns(schema) + PAGE;
    }

    @Override
    public boolean begin(Connection connection) {
        return false;
    }

    @Override
    public PreparedStatement insert(Connection connection) throws SQLException {
        return connection.prepareStatement(INSERT);
    }

    @Override
    public void bind(PreparedStatement insert, WriteRequest request) throws SQLException {
        ItemTable.bind(insert, request);
    }

    @Override
    public void committed() {}

    @Override
    public void rolledBack() {}

    @Override
    public void indexAll(Connection connection) {}

    @Override
    public String index() {
        return "item";
    }

    @Override
    public void removeEmpty(Connection connection, long interconnect) throws SQLException {
        InterconnectTable.delete(connection, interconnect);
    }

    @Override
    public long forgetBefore(Connection connection, long interconnect, int group, long before, int most)
            throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(FORGET)) {
            delete.setLong(1, interconnect);
            delete.setInt(2, group);
            delete.setLong(3, before);
            delete.setLong(4, interconnect);
            delete.setInt(5, group);
            delete.setInt(6, most);
            return delete.executeUpdate();
        }
    }

    @Override
    public void remove(Connection connection, long interconnect) throws SQLException {
        InterconnectTable.delete(connection, interconnect);
    }

    @Override
    public void refresh(Connection connection) {}

    @Override
    public long next(Connection connection, long interconnect, int group) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NEXT)) {
            return number(statement, interconnect, group, 0);
        }
    }

    @Override
    public long lastReceived(Connection connection, long interconnect, int group) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LAST_RECEIVED)) {
            return number(statement, interconnect, group, NONE);
        }
    }

    @Override
    public long lastKey(Connection connection, long interconnect, int group, long sequence) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LAST_KEY)) {
            statement.setLong(3, sequence);
            return number(statement, interconnect, group, NONE);
        }
    }

    private static long number(PreparedStatement statement, long interconnect, int group, long otherwise)
            throws SQLException {
        statement.setLong(1, interconnect);
        statement.setInt(2, group);
        try (ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getLong(1) : otherwise;
        }
    }

    @Override
    public ItemPage page(Connection connection, long interconnect, int group, long from, int limit)
            throws SQLException {
        PreparedStatement rows = connection.prepareStatement(select);
        rows.setLong(1, interconnect);
        rows.setInt(2, group);
        rows.setLong(3, from);
        rows.setInt(4, limit);
        return new ItemPage(rows, NONE, NONE, false);
    }
}
