package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.SQLException;

/** Work on a connection. */
@FunctionalInterface
interface JdbcWork<T> {
    T on(Connection connection) throws SQLException;
}
