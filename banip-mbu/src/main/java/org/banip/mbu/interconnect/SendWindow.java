package org.banip.mbu.interconnect;

import java.time.Duration;
import org.banip.mbu.spi.SteadyClock;

/**
 * Limits what a link has under way, so that the queue in front of the path is no longer than a set time. The rest waits in the spool, where what is
 * urgent goes first. The control follows LEDBAT (RFC 6817): the window grows while the queue is shorter, and shrinks while it is longer
 * (docs/links.md).
 *
 * <p>The queue is known from acknowledgements: it is no longer than the time by which one is later than the earliest. What the way back adds, such as
 * the wait for a bearer, is in that time, too. So when that time is long, the way out is measured alone, by a time request among the packets.
 *
 * <p>While the window is open, a flush may be sent. When an acknowledgement opens it again, what has gathered meanwhile shares a flush. A window of
 * 64 KiB limits nothing. Any thread; of one connection.
 */
final class SendWindow {
    /** Bytes of frames in a flush: what fits into two TCP segments of a GPRS link (MTU 576) together with the HTTP around them. */
    static final int FLUSH = 1_024;

    /** What TCP, IP and HTTP add to a flush, about. */
    private static final int HEADERS = 60;

    /** From here on the path is fast: the sockets' own buffers are no longer than this. */
    private static final long FAST = 64 << 10;

    private static final long MOST = 4 * FAST;
    /** With less the path would fall idle between a flush and its acknowledgement, however slow it is. */
    private static final long LEAST = 3 * FLUSH;
    /** So far the window grows as fast even if only the way out shows no queue: with less, bearers would hide what the path can deliver. */
    private static final long UNCERTAIN = 5 * FLUSH;
    /** What is urgent may have under way beyond the window. */
    private static final long BEYOND = 16 << 10;

    /** For a clock that runs 0.01 % faster than the other, a delay of this age is wrong by 24 ms. */
    private static final Duration HISTORY = Duration.ofMinutes(4);

    private static final long BETWEEN_REQUESTS_NANOS = 1_000_000_000L;
    private static final long LOST_NANOS = 60_000_000_000L;
    /** If the least window does not end the queue for so long, the path has changed. */
    private static final long CHANGED_NANOS = 10_000_000_000L;

    /** The wait for a bearer (GPRS: up to 0.75 s) and the flush itself take no longer. */
    private static final long BEARER_NANOS = 1_300_000_000L;
    /** For so long after an idle time packets may be late because they waited for a bearer. */
    private static final long WAKING_NANOS = 2_000_000_000L;

    /** What bearers and retransmissions may add to a round trip; more is a queue. */
    private static final long WAYS_BACK_NANOS = 4_000_000_000L;

    private static final double GAIN = 0.5;
    /** Growth after the path had to wait for a bearer, because the window had let it fall idle. */
    private static final double IDLE_GAIN = 1.5;
    /** By no more than this part the window shrinks if a wait for a bearer may have been taken for the queue. */
    private static final double SHRINKING = 0.25;

    private static final int NONE = 0;

    private final long targetNanos;
    private final SteadyClock clock;
    private final Runnable opened;
    /** The items of each request body: the host may store those of one before older ones of another. */
    private final SentFlushes[] sent = {new SentFlushes(), new SentFlushes()};
    private final BaseDelay roundTrips = new BaseDelay(HISTORY);
    private final BaseDelay waysOut = new BaseDelay(HISTORY);
    private final DeliveryRate rate = new DeliveryRate();

    private long window = LEAST;
    private long underWay;
    /** No queue was seen yet: the window becomes three times as large in each round trip. */
    private boolean growing = true;
    /** Something waits because the window is closed. */
    private boolean waits;
    /** Whether anything waited since the last change of the window. */
    private boolean limited;
    /** What was acknowledged since then. */
    private long acknowledged;

    private long changedNanos;
    private long roundTripNanos;
    /** There may be a queue: the way out is to be measured. */
    private boolean uncertain;
    /** A flush begins with the next item. */
    private boolean flushBegins;
    /** Until then the path is busy with what was sent, by its rate. */
    private long busyUntilNanos;

    private long busySinceNanos;
    /** What stood before the time request in the path's queue, by its rate. */
    private long requestedQueueNanos;
    /** Whether the path had been idle shortly before the time request was sent. */
    private boolean requestedWaking;

    /** Nothing was sent since the last acknowledgement, so that what stands in the queue is what the window was too large by. */
    private boolean opening = true;

    /** When an acknowledgement opened the window, the path was idle and needed a bearer. */
    private boolean bearerWaited;

    private long requestedNanos = NONE;
    private long nextRequestNanos;
    private long longSinceNanos = NONE;
    /** Whether the queue was too long when it was measured last. */
    private boolean queued;

    /**
     * A window of a new connection.
     *
     * @param target the longest queue; zero if nothing is to be limited
     * @param opened runs when an acknowledgement opens the window for what waits
     */
    SendWindow(Duration target, SteadyClock clock, Runnable opened) {
        targetNanos = target.toNanos();
        this.clock = clock;
        this.opened = opened;
    }

    // --- the sending thread ---

    /** How many bytes of frames may be sent in one flush now; 0 if the window is closed. */
    synchronized int room() {
        flushBegins = true;
        if (isUnlimited()) {
            return Integer.MAX_VALUE;
        }
        if (underWay < window) {
            return FLUSH;
        }
        waits = true;
        limited = true;
        return 0;
    }

    /** The same for what may exceed the window. */
    synchronized int roomBeyond() {
        return isUnlimited() ? Integer.MAX_VALUE : underWay < window + BEYOND ? FLUSH : 0;
    }

    private boolean isUnlimited() {
        return targetNanos == 0 || window >= FAST;
    }

    /** Whether a time request is to be sent with the next packets. If so, the caller sends one with this time. */
    synchronized boolean takeTimeRequest(long nowNanos) {
        boolean pending = requestedNanos != NONE && nowNanos - requestedNanos < LOST_NANOS;
        if (pending || !opening || !uncertain || !isNeeded() || nowNanos < nextRequestNanos) {
            return false;
        }
        requestedNanos = nowNanos;
        requestedQueueNanos = Math.max(0, busyUntilNanos - nowNanos);
        requestedWaking = requestedQueueNanos == 0 || nowNanos - busySinceNanos < WAKING_NANOS;
        nextRequestNanos = nowNanos + BETWEEN_REQUESTS_NANOS;
        return true;
    }

    /** Whether the window has limited something, or should. */
    private boolean isNeeded() {
        return targetNanos != 0 && (limited || underWay > Math.min(window, FAST) / 2);
    }

    /** An item is sent in the exchange's only request body, or in that without alarms. */
    void sent(int group, long nextSequence, int bytes) {
        sent(0, group, nextSequence, bytes);
    }

    /** An alarm is sent in a request body of its own. */
    void sentApart(int group, long nextSequence, int bytes) {
        sent(1, group, nextSequence, bytes);
    }

    private synchronized void sent(int body, int group, long nextSequence, int bytes) {
        long now = clock.epochNanos();
        int all = flushBegins ? bytes + HEADERS : bytes;
        flushBegins = false;
        opening = false;
        sent[body].add(group, nextSequence, all, now);
        underWay += all;
        if (busyUntilNanos <= now) {
            busySinceNanos = now;
            busyUntilNanos = now;
        }
        busyUntilNanos = Math.min(busyUntilNanos + rate.nanosFor(all), now + rate.nanosFor(underWay));
    }

    // --- the thread that reads the host's frames ---

    /** The host has stored all items of each group before these numbers. */
    void acknowledged(long[] next) {
        if (takeAcknowledgement(next)) {
            opened.run();
        }
    }

    private synchronized boolean takeAcknowledgement(long[] next) {
        long bytes = 0;
        long sentNanos = 0;
        for (SentFlushes body : sent) {
            while (body.firstIsStored(next)) {
                sentNanos = Math.max(sentNanos, body.firstSentNanos());
                bytes += body.firstBytes();
                body.removeFirst();
            }
        }
        if (bytes == 0 || targetNanos == 0) {
            underWay -= bytes;
            return false;
        }
        underWay -= bytes;
        opening = true;
        acknowledged += bytes;
        long now = clock.epochNanos();
        roundTripNanos = now - sentNanos;
        rate.delivered(bytes, roundTripNanos, now);
        long longest = roundTrips.above(roundTripNanos, now);
        if (waits && now > busyUntilNanos && !queued && longest < WAYS_BACK_NANOS) {
            growForIdlePath(now - busyUntilNanos);
        }
        uncertain = 2 * longest >= targetNanos;
        if (!uncertain) {
            queueIs(longest, now);
        }
        return opens();
    }

    /** The path had carried all that was sent, and more waited: it could have carried more. */
    private void growForIdlePath(long idleNanos) {
        window = Math.min(MOST, window + Math.min(FLUSH, rate.bytesIn(idleNanos)) / 2);
    }

    private boolean opens() {
        boolean opens = waits && (isUnlimited() || underWay < window);
        waits &= !opens;
        return opens;
    }

    /** The host has answered a time request. Returns whether it was one of the window's; it learns from others, too. */
    boolean timed(long requestSentNanos, long receivedNanos) {
        boolean opens;
        synchronized (this) {
            long now = clock.epochNanos();
            if (requestSentNanos != requestedNanos) {
                long unused = waysOut.above(receivedNanos - requestSentNanos, now);
                return false;
            }
            requestedNanos = NONE;
            queueIs(queue(receivedNanos - requestSentNanos, now), now);
            opens = opens();
        }
        if (opens) {
            opened.run();
        }
        return true;
    }

    private long queue(long wayOutNanos, long now) {
        long above = waysOut.above(wayOutNanos, now);
        long unexplained = above - requestedQueueNanos;
        if (!requestedWaking || unexplained >= BEARER_NANOS) {
            return above;
        }
        bearerWaited = requestedQueueNanos == 0 && 2 * unexplained > targetNanos;
        return requestedQueueNanos;
    }

    private void queueIs(long nanos, long now) {
        long missing = targetNanos - nanos;
        queued = missing < 0;
        growing &= 2 * missing > targetNanos;
        // What the path delivers in the time by which the queue is too short or too long.
        double bytes = (double) acknowledged * missing / Math.max(roundTripNanos, now - changedNanos);
        if (missing < 0) {
            window = Math.min(window, Math.max(underWay + acknowledged, LEAST));
            window += (long) Math.max(-(nanos < 2 * BEARER_NANOS ? SHRINKING : GAIN) * window, bytes);
        } else if (limited) {
            growing &= !uncertain || window < UNCERTAIN;
            window += growing ? 2 * acknowledged : (long) ((bearerWaited ? IDLE_GAIN : GAIN) * bytes);
        }
        window = Math.max(LEAST, Math.min(MOST, window));
        acknowledged = 0;
        changedNanos = now;
        limited = false;
        bearerWaited = false;
        noticeChange(missing < 0 && window == LEAST, now);
    }

    private void noticeChange(boolean tooLong, long now) {
        if (!tooLong) {
            longSinceNanos = NONE;
        } else if (longSinceNanos == NONE) {
            longSinceNanos = now;
        } else if (now - longSinceNanos > CHANGED_NANOS) {
            longSinceNanos = NONE;
            waysOut.forget();
            roundTrips.forget();
        }
    }

    // --- any thread ---

    /** Bytes of frames that are sent and not acknowledged. */
    synchronized long underWay() {
        return underWay;
    }

    /** The limit for them; {@link Long#MAX_VALUE} if there is none. */
    synchronized long bytes() {
        return isUnlimited() ? Long.MAX_VALUE : window;
    }
}
