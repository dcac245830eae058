package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.banip.core.error.ErrorCode;

/** Copies of an SQLite file. */
class StoreBackupTest extends StoreBackupContract {
    @Override
    StoreLocation location() {
        return file("store.db");
    }

    @Override
    StoreLocation another() {
        return file("another.db");
    }

    @Override
    Store open(StoreSettings settings) {
        return JdbcStore.open(location(), settings);
    }

    @Override
    Store openForReading() {
        return JdbcStore.openForReading(location());
    }

    @Override
    ErrorCode afterARemoval() {
        return ErrorCode.UNKNOWN_INTERCONNECT;
    }

    @Override
    Connection connect() throws SQLException {
        return TestConnections.open("jdbc:sqlite:" + directory.resolve("store.db"));
    }
}
