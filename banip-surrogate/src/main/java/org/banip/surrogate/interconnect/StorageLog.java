package org.banip.surrogate.interconnect;

import java.util.concurrent.TimeUnit;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.settings.HostClock;
import org.slf4j.Logger;

/**
 * Says that the store failed, once, and then once a minute how often: a full disk fails each interconnect again and again. Guarded by
 * its monitor.
 */
public final class StorageLog {
    private static final Logger LOG = ServerLog.of(StorageLog.class);
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final HostClock clock;
    private boolean quiet;
    private long quietSince;
    private long unsaid;

    /** Nothing failed yet. */
    public StorageLog(HostClock clock) {
        this.clock = clock;
    }

    synchronized void failed(String id, String why) {
        if (quiet) {
            unsaid++;
            return;
        }
        LOG.error("{}: the store failed: {}", id, why);
        quiet = true;
        quietSince = clock.monotonicNanos();
    }

    /** Says what was not said. */
    synchronized void tick() {
        if (!quiet || clock.monotonicNanos() - quietSince < QUIET_NANOS) {
            return;
        }
        if (unsaid > 0) {
            LOG.error("the store failed {} more times in the last minute", unsaid);
        }
        quiet = unsaid > 0;
        quietSince = clock.monotonicNanos();
        unsaid = 0;
    }
}
