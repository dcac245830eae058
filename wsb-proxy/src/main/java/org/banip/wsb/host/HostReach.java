package org.banip.wsb.host;

import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.banip.core.text.Counted;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Logs once for each reason that the surrogate host cannot be reached, and once that it answers again. Failed requests in between are counted, and
 * logged at DEBUG only. Any thread; guarded by the monitor.
 */
public final class HostReach {
    private static final Logger LOG = ServerLog.of(HostReach.class);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    /** Reasons may have the peer's text in them. */
    private static final int MOST_TOLD = 20;

    private final URI host;
    private final LongSupplier nanoClock;
    /** Written under the monitor. */
    private volatile boolean away;

    private long awaySinceNanos;
    private long failed;
    private String last = "it was not asked yet";
    /** All reasons, not only the last one: while many connections break and others are refused, reasons alternate. */
    private final Set<String> told = new HashSet<>();

    HostReach(URI host, LongSupplier nanoClock) {
        this.host = host;
        this.nanoClock = nanoClock;
    }

    /** A request could not connect, or its connection broke. */
    public synchronized void fails(String label, String reason) {
        if (!away) {
            away = true;
            awaySinceNanos = nanoClock.getAsLong();
            failed = 0;
            told.clear();
        }
        if (told.size() < MOST_TOLD && told.add(reason)) {
            LOG.warn("- cannot relay to {}: {}; MBUs are told so and try again", host, reason);
        }
        failed++;
        last = reason;
        LOG.debug("{} cannot relay to {}: {}", label, host, reason);
    }

    /** Why it could not be reached the last time. */
    synchronized String lastReason() {
        return last;
    }

    /** A request was answered. */
    public void answers() {
        if (away) {
            back();
        }
    }

    private synchronized void back() {
        if (away) {
            away = false;
            LOG.info(
                    "- relays to {} again, after {} s in which {} failed",
                    host,
                    (nanoClock.getAsLong() - awaySinceNanos + NANOS_PER_SECOND / 2) / NANOS_PER_SECOND,
                    Counted.of(failed, "request"));
        }
    }
}
