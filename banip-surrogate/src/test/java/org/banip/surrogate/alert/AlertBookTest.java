package org.banip.surrogate.alert;

import java.nio.file.Path;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite. */
class AlertBookTest extends AlertBookContract {
    @TempDir
    private Path directory;

    @Override
    Store openStore() {
        return JdbcStore.open(directory.resolve("store.db"));
    }
}
