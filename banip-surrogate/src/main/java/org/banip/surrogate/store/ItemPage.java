package org.banip.surrogate.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A query for some of a group's rows, in sequence order.
 *
 * @param rows the query, in the columns of {@link ItemTable#COLUMNS}
 * @param start the number the first row must have; {@link Items#NONE} if the database cannot tell
 * @param end the number after the last row, where all rows are there; {@link Items#NONE} if the database cannot tell
 * @param more whether there may be further rows behind the last one
 */
record ItemPage(PreparedStatement rows, long start, long end, boolean more) implements AutoCloseable {
    @Override
    public void close() throws SQLException {
        rows.close();
    }
}
