package org.banip.surrogate.interconnect;

import java.io.IOException;
import java.nio.file.Path;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of a host whose clock it moves: one MBU is registered, and one subscriber records. */
abstract class ClockedHostTest {
    @TempDir
    Path directory;

    final TestClock clock = new TestClock();
    final Recorded recorded = new Recorded();
    RunningHost host;
    TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> builder.clock(clock));
        host.host().subscribe("test", recorded);
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    @AfterEach
    void stop() {
        host.close();
    }
}
