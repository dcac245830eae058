package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.LongSupplier;

/**
 * Transactions over the tables of a store that are not the record of interconnects: what other parts of the host keep durably. Any thread; blocks.
 *
 * <p>Every method may throw {@link org.banip.core.error.BanipException} with {@code STORAGE_UNAVAILABLE}.
 */
public interface SideTables {
    /**
     * Does work in a transaction of its own, on the thread that writes packets, so it must be short. What the work throws takes the transaction back.
     *
     * @param what the work, after "cannot", for the error
     */
    <T> T write(String what, JdbcWork<T> work);

    /** Reads what is committed. */
    <T> T read(JdbcWork<T> work);

    /**
     * The instant by the clock that all hosts of the database share, nanoseconds since the epoch: the database server's. SQLite has one host, whose
     * clock it is.
     */
    long nowNanos(Connection connection, LongSupplier hostClock) throws SQLException;

    /** Ends a query whose rows this transaction alone works on; leaves out those that another host works on. */
    String skipLocked();
}
