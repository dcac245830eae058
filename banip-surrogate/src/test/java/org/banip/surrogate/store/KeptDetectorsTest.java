package org.banip.surrogate.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite. */
class KeptDetectorsTest extends KeptDetectorsContract {
    @TempDir
    private Path directory;

    @Override
    StoreLocation location() {
        return StoreLocation.of(directory.resolve("store.db").toString());
    }

    @Override
    StoreLocation copy() {
        return StoreLocation.of(directory.resolve("copy.db").toString());
    }

    @Override
    Connection connect() throws SQLException {
        return TestConnections.open("jdbc:sqlite:" + directory.resolve("store.db"));
    }
}
