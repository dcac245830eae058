package org.banip.surrogate.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite. */
class ForgettingTest extends ForgettingContract {
    @TempDir
    private Path directory;

    @Override
    StoreLocation location() {
        return StoreLocation.of(directory.resolve("store.db").toString());
    }
}
