package org.banip.surrogate.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A query for some of a group's rows, in sequence order.
 *
 * @param rows the query, in the columns of {@link ItemTable#COLUMNS}
 * @param start the number of the first row; {@link Items#NONE} if the database does not know it
 * @param end the number after the last row, if no row is missing; {@link Items#NONE} if the database does not know it
 * @param more whether further rows may follow
 */
record ItemPage(PreparedStatement rows, long start, long end, boolean more) implements AutoCloseable {
    @Override
    public void close() throws SQLException {
        rows.close();
    }
}
