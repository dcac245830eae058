package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.SQLException;

/** Work on a connection. */
@FunctionalInterface
public interface JdbcWork<T> {
    /** Does the work; commits nothing. */
    T on(Connection connection) throws SQLException;
}
