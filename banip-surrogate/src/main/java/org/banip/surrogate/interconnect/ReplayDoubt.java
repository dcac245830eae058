package org.banip.surrogate.interconnect;

import java.time.Duration;

/**
 * Whether a request may be what somebody recorded and sends again. It is possible of early data (RFC 8470) until the server that took it has seen the
 * client complete the handshake, or has closed the connection (docs/protocol.md, section 2.8). Immutable.
 */
final class ReplayDoubt {
    /** Of requests that came in the usual way. */
    static final ReplayDoubt NONE = new ReplayDoubt(false, 0);

    /** The longest that a server waits for a handshake. */
    private static final long LONGEST_NANOS = Duration.ofSeconds(10).toNanos();

    private final boolean early;
    private final long beganNanos;

    private ReplayDoubt(boolean early, long beganNanos) {
        this.early = early;
        this.beganNanos = beganNanos;
    }

    /** Of a request that begins now. */
    static ReplayDoubt of(boolean early, long nowNanos) {
        return early ? new ReplayDoubt(true, nowNanos) : NONE;
    }

    /** Whether it may be a replay at this time. */
    boolean persists(long nowNanos) {
        return early && nowNanos - beganNanos < LONGEST_NANOS;
    }
}
