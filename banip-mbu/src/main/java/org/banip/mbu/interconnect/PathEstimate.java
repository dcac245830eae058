package org.banip.mbu.interconnect;

import java.time.Duration;

/**
 * What acknowledgements and answers to time requests tell of a path since it was known to carry something: the queue in front of it, the way out, the
 * pace, and the start of the connection. Guarded by its {@link SendWindow}.
 */
final class PathEstimate {
    /** For a clock that runs 0.01 % faster than the other, a delay of this age is wrong by 24 ms. */
    private static final Duration HISTORY = Duration.ofMinutes(4);

    /** What bearers and retransmissions may add to a round trip; more is a queue. */
    private static final long WAYS_BACK_NANOS = 4_000_000_000L;

    private static final long UNKNOWN_ROUND_TRIP = 1;

    private final long targetNanos;
    /** Whether receipts are measured and not acknowledgements, which wait for what other paths carry. */
    private final boolean severalPaths;

    private final BaseDelay roundTrips = new BaseDelay(HISTORY);
    private final LeastDelay lately = new LeastDelay();
    private final LastingQueue lasting = new LastingQueue();
    private final PathChange change = new PathChange();

    // What is known since the path was known to carry something.
    private long sinceNanos;
    private PathQueue queue;
    private Pace pace;
    private OneWayDelay wayOut;
    private ConnectionStart start;
    private AcknowledgementFetch fetch;

    private long roundTripNanos;
    /** By how much the last round trip was longer than the shortest. */
    private long longerNanos;
    /** There may be a queue: the way out is to be measured. */
    private boolean uncertain;

    /**
     * Of a new connection.
     *
     * @param targetNanos the longest queue
     */
    PathEstimate(long targetNanos, boolean severalPaths) {
        this.targetNanos = targetNanos;
        this.severalPaths = severalPaths;
        knowNothing();
    }

    private void knowNothing() {
        queue = new PathQueue();
        Rests rests = new Rests(targetNanos);
        pace = new Pace(queue, rests, targetNanos);
        wayOut = new OneWayDelay(queue, pace, rests, targetNanos, HISTORY);
        start = new ConnectionStart(targetNanos);
        fetch = new AcknowledgementFetch(start, severalPaths);
    }

    /** The path was interrupted and carries again: it is learned anew. */
    void interrupted(long now) {
        knowNothing();
        roundTrips.forget();
        lasting.forget();
        sinceNanos = now;
        roundTripNanos = UNKNOWN_ROUND_TRIP; // an acknowledgement that waits is fetched with the next flush
        uncertain = false;
    }

    /**
     * The window follows the queue. Forgets the shortest delays if the path has changed.
     *
     * @param tooLong whether the queue is too long although the window is the least
     */
    void windowChanged(boolean tooLong, long now) {
        if (change.isNoticed(tooLong, now)) {
            wayOut.forget();
            roundTrips.forget();
        }
    }

    /** Bytes are sent; these are under way then. */
    void sent(int bytes, long underWay, long now) {
        queue.sent(bytes, underWay, now);
    }

    /** Whether what was sent then says nothing of the path, because it was interrupted since. */
    boolean isForgotten(long sentNanos) {
        return sentNanos < sinceNanos;
    }

    /**
     * The path has carried these bytes.
     *
     * @param nanos from sending the last of them until the answer came
     * @return how long the queue is, at most
     */
    long arrived(long bytes, long nanos, long now) {
        roundTripNanos = nanos;
        queue.acknowledged(bytes, nanos, now);
        longerNanos = roundTrips.above(nanos, now);
        long least = lately.add(longerNanos, roundTrips.shortest(), now);
        // Receipts come in the order of TCP, so each waits for what was lost before it.
        long longest = severalPaths ? least : longerNanos;
        lasting.add(longest > targetNanos, roundTrips.shortest(), now);
        uncertain = 2 * longest >= targetNanos;
        return longest;
    }

    /** How many bytes more the path could have carried, because it had carried all that was sent before the last that arrived. */
    long idleBytes(long now) {
        long idleNanos = -queue.nanos(now);
        return idleNanos > 0 && longerNanos < WAYS_BACK_NANOS ? queue.bytesIn(idleNanos) : 0;
    }

    /** Whether the queue has been too long for some round trips. */
    boolean isQueueLasting() {
        return lasting.isSeen();
    }

    /** Whether there may be a queue: then the way out is to be measured. */
    boolean isUncertain() {
        return uncertain;
    }

    /** The round trip of what arrived last; 0 if nothing has. */
    long roundTripNanos() {
        return roundTripNanos;
    }

    /** The start of the connection, or of what followed the last interruption. */
    ConnectionStart start() {
        return start;
    }

    /** Whether the connection begins and shows no queue. */
    boolean begins() {
        return start.isGrowing() && !lasting.isSeen();
    }

    /** Whether flushes go at the rate of the path. */
    boolean isPaced() {
        return !start.isGrowing() && queue.isSlow();
    }

    /** How long until the next flush may go at that rate; not positive if it may go now. */
    long nanosUntilFlush(long underWay, long now) {
        return pace.nanosUntilFlush(underWay, wayOut.mayRequest(now), now);
    }

    /** Whether a time request is to be sent with the next packets, to measure the way out. It has this time. */
    boolean takeMeasurement(long now) {
        boolean may = wayOut.mayRequest(now);
        if (may) {
            wayOut.request(now, start.isGrowing());
        }
        return may;
    }

    /**
     * Whether a time request is to be sent with the next packets, to fetch an acknowledgement. It has this time.
     *
     * @param limits whether the window limits what is sent
     */
    boolean takeFetch(boolean limits, long now) {
        return fetch.take(!uncertain && limits, roundTripNanos, now);
    }

    /** Whether a request of this time measures the way out. */
    boolean isMeasuring(long requestSentNanos) {
        return wayOut.isRequested(requestSentNanos);
    }

    /** It was answered, and had come to the host at this time of its clock. Returns how long the queue is. */
    long measured(long receivedNanos, long now) {
        long late = wayOut.answered(receivedNanos, now);
        return severalPaths ? Math.min(late, lately.least()) : late;
    }

    /** Whether the path was idle and needed a bearer when the way out was measured last. */
    boolean bearerWaited() {
        return wayOut.bearerWaited();
    }

    /** Whether the path had rested when the way out was measured last. */
    boolean hasRested() {
        return wayOut.hasRested();
    }

    /** Another time request was answered. Returns whether it was to fetch an acknowledgement. */
    boolean learn(long requestSentNanos, long receivedNanos, long now) {
        wayOut.learn(requestSentNanos, receivedNanos, now);
        return fetch.answered(requestSentNanos);
    }
}
