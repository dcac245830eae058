package org.banip.wsb.announce;

import java.time.Duration;

/**
 * How long a broker waits before it probes again. "If fifteen conflicts occur within any ten-second period, then the host MUST wait at least five
 * seconds before each successive additional probe attempt" (RFC 6762, section 8.1). Here conflicts count until there was none for ten seconds, pauses
 * not counted. One thread.
 */
final class ConflictPauses {
    private static final int MANY = 15;
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final long QUIET_NANOS = Duration.ofSeconds(10).toNanos();

    private int conflicts;
    private long lastNanos;

    /** Whether there was no conflict for ten seconds. */
    boolean isQuiet(long nowNanos) {
        return conflicts == 0 || nowNanos - lastNanos > QUIET_NANOS + pause().toNanos();
    }

    /** Whether there were too many conflicts: then each pause is long. */
    boolean areLong(long nowNanos) {
        return !isQuiet(nowNanos) && !pause().isZero();
    }

    private Duration pause() {
        return conflicts < MANY ? Duration.ZERO : PAUSE;
    }

    /** Counts a conflict; the pause that follows it. */
    Duration next(long nowNanos) {
        conflicts = isQuiet(nowNanos) ? 1 : Math.min(conflicts + 1, MANY);
        lastNanos = nowNanos;
        return pause();
    }
}
