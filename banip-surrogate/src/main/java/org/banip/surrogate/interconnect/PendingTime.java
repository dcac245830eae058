package org.banip.surrogate.interconnect;

import org.banip.core.frame.Control;

/**
 * A time request that waits to be answered.
 *
 * @param sentNanos t1, the MBU's clock
 * @param receivedNanos t2, the host's clock
 */
record PendingTime(long sentNanos, long receivedNanos) {
    Control.TimeAnswer answer(long nowNanos) {
        return new Control.TimeAnswer(sentNanos, receivedNanos, nowNanos);
    }
}
