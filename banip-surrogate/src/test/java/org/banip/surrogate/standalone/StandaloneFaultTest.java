package org.banip.surrogate.standalone;

import java.net.URI;
import java.nio.file.Path;
import org.banip.surrogate.contract.FaultContract;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class StandaloneFaultTest extends FaultContract {
    @TempDir
    private Path directory;

    private RunningHost host;

    @BeforeEach
    void start() {
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")));
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Override
    protected URI base() {
        return host.base();
    }
}
