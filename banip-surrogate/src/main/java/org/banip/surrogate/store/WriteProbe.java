package org.banip.surrogate.store;

import java.time.Duration;
import org.banip.core.error.BanipException;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** Finds out by writes without effect, one at a time, whether a store takes writes. Any thread; guarded by its monitor. */
final class WriteProbe {
    private static final Logger LOG = ServerLog.of(WriteProbe.class);
    private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private boolean running;
    private long sinceNanos;
    private boolean failed;

    /** What became of the last write. Begins another one, unless one is under way; on the writer's thread. */
    synchronized boolean takesWrites(StoreWriter writer, WriteQueue queue) {
        if (!running) {
            sinceNanos = System.nanoTime();
            running = queue.execute(() -> write(writer));
            failed |= !running;
        }
        return !failed && System.nanoTime() - sinceNanos < PATIENCE_NANOS;
    }

    private void write(StoreWriter writer) {
        boolean succeeded = false;
        try {
            succeeded = writer.transact("be written", InterconnectTable::touchNothing);
        } catch (BanipException e) {
            LOG.debug("{}", e.getMessage());
        } finally {
            ended(succeeded);
        }
    }

    private synchronized void ended(boolean succeeded) {
        running = false;
        failed = !succeeded;
    }
}
