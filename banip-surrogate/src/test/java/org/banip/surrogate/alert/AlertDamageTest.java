package org.banip.surrogate.alert;

import java.nio.file.Path;
import org.banip.surrogate.store.StoreLocation;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite. */
class AlertDamageTest extends AlertDamageContract {
    @TempDir
    private Path directory;

    @Override
    StoreLocation location() {
        return StoreLocation.of(directory.resolve("store.db").toString());
    }
}
