package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.SQLException;

/** What is to be done on a connection. */
@FunctionalInterface
interface JdbcWork<T> {
    T on(Connection connection) throws SQLException;
}
