package org.banip.mbu.interconnect;

import java.time.Duration;

/** The shortest delay that was seen lately: that of a path without a queue (RFC 6817, section 2.4.2). One thread at a time. */
final class BaseDelay {
    private final long historyNanos;
    private long before = Long.MAX_VALUE;
    private long current = Long.MAX_VALUE;
    private long currentFromNanos;

    /** Delays are forgotten after one to two histories. */
    BaseDelay(Duration history) {
        historyNanos = history.toNanos();
    }

    /** Takes a delay; returns how much longer it is than the base. */
    long above(long nanos, long nowNanos) {
        if (current == Long.MAX_VALUE) {
            currentFromNanos = nowNanos;
        } else if (nowNanos - currentFromNanos > historyNanos) {
            before = current;
            current = Long.MAX_VALUE;
            currentFromNanos = nowNanos;
        }
        current = Math.min(current, nanos);
        return nanos - shortest();
    }

    /** The base; {@link Long#MAX_VALUE} if nothing is known. */
    long shortest() {
        return Math.min(before, current);
    }

    /** Nothing is known any more. */
    void forget() {
        before = Long.MAX_VALUE;
        current = Long.MAX_VALUE;
    }
}
