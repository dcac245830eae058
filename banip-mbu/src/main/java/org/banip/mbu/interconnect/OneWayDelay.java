package org.banip.mbu.interconnect;

import java.time.Duration;

/**
 * Measures the queue on the way out alone, by one time request at a time among the packets (one-way delay, RFC 7679). The host's clock need not be
 * right: only differences count. Guarded by its {@link SendWindow}.
 */
final class OneWayDelay {
    private static final long BETWEEN_REQUESTS_NANOS = 1_000_000_000L;
    private static final long LOST_NANOS = 60_000_000_000L;

    /** The wait for a bearer (GPRS: up to 0.75 s) and the flush itself take no longer. */
    static final long BEARER_NANOS = 1_300_000_000L;
    /** For so long after an idle time packets may be late because they waited for a bearer. */
    private static final long WAKING_NANOS = 2_000_000_000L;

    private static final int NONE = 0;

    private final PathQueue path;
    private final Pace pace;
    private final Rests rests;
    private final long targetNanos;
    private final BaseDelay base;

    private long requestedNanos = NONE;
    private long nextRequestNanos;
    /** What stood before the time request in the path's queue, by its rate. */
    private long requestedQueueNanos;
    /** Whether the path had been idle shortly before the time request was sent. */
    private boolean requestedWaking;
    /** When the last request was sent, the path was idle and needed a bearer. */
    private boolean bearerWaited;

    /**
     * Of a new connection.
     *
     * @param path the queue, which learns from the answers
     * @param pace the same
     * @param rests the same
     * @param targetNanos how long the queue may be
     * @param history how long delays are remembered
     */
    OneWayDelay(PathQueue path, Pace pace, Rests rests, long targetNanos, Duration history) {
        this.path = path;
        this.pace = pace;
        this.rests = rests;
        this.targetNanos = targetNanos;
        base = new BaseDelay(history);
    }

    /** Whether another request may be sent: the last one is answered or lost, and long enough ago. */
    boolean mayRequest(long nowNanos) {
        boolean pending = requestedNanos != NONE && nowNanos - requestedNanos < LOST_NANOS;
        return !pending && nowNanos >= nextRequestNanos;
    }

    /**
     * A request is sent with the next packets.
     *
     * @param soon whether another one may follow as soon as it is answered
     */
    void request(long nowNanos, boolean soon) {
        requestedNanos = nowNanos;
        path.requested(nowNanos);
        requestedQueueNanos = Math.max(0, path.nanos(nowNanos));
        rests.measures(requestedQueueNanos > 0, nowNanos);
        requestedWaking = requestedQueueNanos == 0 || path.busyNanos(nowNanos) < WAKING_NANOS;
        nextRequestNanos = nowNanos + (soon ? 0 : BETWEEN_REQUESTS_NANOS);
    }

    /** Whether a request of this time is the one that is unanswered. */
    boolean isRequested(long requestSentNanos) {
        return requestSentNanos == requestedNanos;
    }

    /** A request of somebody else was answered. */
    void learn(long requestSentNanos, long receivedNanos, long nowNanos) {
        long unused = base.above(receivedNanos - requestSentNanos, nowNanos);
    }

    /** The request was answered, and had come to the host at this time of its clock. Returns how long the queue is. */
    long answered(long receivedNanos, long nowNanos) {
        long nanos = receivedNanos - requestedNanos;
        requestedNanos = NONE;
        long shortest = base.shortest();
        long later = base.above(nanos, nowNanos);
        rests.found(shortest - base.shortest(), later - requestedQueueNanos, requestedWaking, nowNanos);
        path.answered(receivedNanos, later, rests.isMeasured(), nowNanos);
        pace.beCautious(later - requestedQueueNanos, later < BEARER_NANOS);
        return queue(later);
    }

    private long queue(long later) {
        long unexplained = later - requestedQueueNanos;
        boolean bearer = requestedWaking && unexplained < BEARER_NANOS;
        bearerWaited = bearer && requestedQueueNanos == 0 && 2 * unexplained > targetNanos;
        return bearer ? requestedQueueNanos : later;
    }

    /** Whether the last request that was answered had found the path idle, and waited for a bearer. */
    boolean bearerWaited() {
        return bearerWaited;
    }

    /** Whether the last request that was answered went behind a rest. */
    boolean hasRested() {
        return rests.isMeasured();
    }

    /** The path has changed: nothing is known of its delay any more. */
    void forget() {
        base.forget();
    }
}
