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
 * 64 KiB limits nothing. Where waits for a bearer come in between, the queue may be up to twice as long. Any thread; of one connection.
 */
final class SendWindow {
    /** Bytes of frames in a flush: what fits into two TCP segments of a GPRS link (MTU 576) together with the HTTP around them. */
    static final int FLUSH = 1_024;

    /** What TCP, IP and HTTP add to a flush, about. */
    private static final int HEADERS = 60;

    /** From here on the path is fast: the sockets' own buffers are no longer than this. */
    static final long FAST = 64 << 10;

    private static final long MOST = 4 * FAST;
    /** With less the path would fall idle between a flush and its acknowledgement, however slow it is. */
    private static final long LEAST = 3 * FLUSH;
    /** What is urgent may have under way beyond the window. */
    private static final long BEYOND = 16 << 10;

    /** For a clock that runs 0.01 % faster than the other, a delay of this age is wrong by 24 ms. */
    private static final Duration HISTORY = Duration.ofMinutes(4);

    /** What bearers and retransmissions may add to a round trip; more is a queue. */
    private static final long WAYS_BACK_NANOS = 4_000_000_000L;

    /** While flushes keep the queue short, the window may be larger than they need: it only bounds what a wrong estimate can do. */
    private static final long PACED_NANOS = 1_000_000_000L;

    private static final long UNKNOWN_ROUND_TRIP = 1;

    private static final double GAIN = 0.5;
    /** Growth after the path had to wait for a bearer, because the window had let it fall idle. */
    private static final double IDLE_GAIN = 1.5;
    /** By no more than this part the window shrinks if a wait for a bearer may have been taken for the queue. */
    private static final double SHRINKING = 0.25;

    private final long targetNanos;
    private final SteadyClock clock;
    private final Runnable opened;
    private final PathMeter meter;
    /** Whether receipts are measured and not acknowledgements, which wait for what other paths carry. */
    private final boolean severalPaths;

    private final Receipts receipts = new Receipts();
    private final SentItems sent;

    private final BaseDelay roundTrips = new BaseDelay(HISTORY);
    private final LeastDelay lately = new LeastDelay();
    private final LastingQueue lasting = new LastingQueue();
    private final PathChange change = new PathChange();

    // What is known of the path, since it was known to carry something.
    private long sinceNanos;
    private PathQueue path;
    private Pace pace;
    private OneWayDelay wayOut;
    private ConnectionStart start;
    private AcknowledgementFetch fetch;

    private long window = LEAST;
    private long underWay;
    /** Bytes that were sent beyond the window. An acknowledgement reduces this first. */
    private long beyond;
    /** Something waits because the window is closed. */
    private boolean waits;
    /** Something waits that may exceed the window, because even then there is no room. */
    private boolean waitsBeyond;
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
    /** Something waits until the path's queue is shorter. */
    private boolean paced;
    /** Whether anything waited for that since the last answer to a time request. */
    private boolean slowed;

    /** Nothing was sent since the last acknowledgement, so that what stands in the queue is what the window was too large by. */
    private boolean opening = true;

    /** When an acknowledgement opened the window, the path was idle and needed a bearer. */
    private boolean bearerWaited;

    /** Whether the queue was too long when it was measured last. */
    private boolean queued;

    /**
     * A window of a new connection.
     *
     * @param target the longest queue; zero if nothing is to be limited
     * @param opened runs when an acknowledgement opens the window for what waits
     */
    SendWindow(Duration target, SteadyClock clock, Runnable opened) {
        this(target, clock, opened, new PathMeter(), false);
    }

    /** The same, of one of several paths or the only one; the meter of the path gets the round trips. */
    SendWindow(Duration target, SteadyClock clock, Runnable opened, PathMeter meter, boolean severalPaths) {
        this.meter = meter;
        this.severalPaths = severalPaths;
        targetNanos = target.toNanos();
        sent = new SentItems(receipts, severalPaths);
        this.clock = clock;
        this.opened = opened;
        knowNothing();
    }

    private void knowNothing() {
        path = new PathQueue();
        pace = new Pace(path, targetNanos);
        wayOut = new OneWayDelay(path, pace, targetNanos, HISTORY);
        start = new ConnectionStart(targetNanos);
        fetch = new AcknowledgementFetch(start, severalPaths);
    }

    /**
     * The path was interrupted and carries again. How long the interruption held up what was under way says nothing of the path: it is learned anew, as
     * on a new connection.
     */
    synchronized void interrupted() {
        knowNothing();
        roundTrips.forget();
        lasting.forget();
        meter.unknownRate();
        sinceNanos = clock.epochNanos();
        changedNanos = sinceNanos;
        window = Math.min(window, ConnectionStart.UNCERTAIN);
        acknowledged = 0;
        roundTripNanos = UNKNOWN_ROUND_TRIP; // an acknowledgement that waits is fetched with the next flush
        uncertain = false;
        queued = false;
        limited = false;
        slowed = false;
        opening = true;
    }

    // --- the sending thread ---

    /** How many bytes of frames may be sent in one flush now; 0 if the window is closed. */
    synchronized int room() {
        flushBegins = true;
        window = Math.max(window, least());
        if (isUnlimited()) {
            return Integer.MAX_VALUE;
        }
        if (underWay < window) {
            paced = isPaced() && nanosUntilFlush() > 0;
            slowed |= paced;
            return paced ? 0 : FLUSH;
        }
        paced = false;
        waits = true;
        limited = true;
        return 0;
    }

    /**
     * The window is never smaller. Of several paths: what the path is known to carry, because a lost segment makes all receipts late for a while.
     */
    private long least() {
        boolean begins = start.isGrowing() && !lasting.isSeen();
        return severalPaths ? Math.max(LEAST, Math.min(MOST, meter.leastWindow(begins))) : LEAST;
    }

    /** Whether flushes go at the rate of the path. */
    private boolean isPaced() {
        return !start.isGrowing() && path.isSlow();
    }

    private long nanosUntilFlush() {
        long now = clock.epochNanos();
        return pace.nanosUntilFlush(underWay, wayOut.mayRequest(now), now);
    }

    /** No packet waits. */
    synchronized void nothingWaits() {
        paced = false;
    }

    /** How long until a flush may go that waits for the path's queue; {@link Long#MAX_VALUE} if none does. */
    synchronized long nanosUntilPace() {
        return paced ? Math.max(0, nanosUntilFlush()) : Long.MAX_VALUE;
    }

    /** The same as {@link #room} for what may exceed the window. */
    synchronized int roomBeyond() {
        if (isUnlimited()) {
            return Integer.MAX_VALUE;
        }
        waitsBeyond = !isRoomBeyond();
        return waitsBeyond ? 0 : FLUSH;
    }

    /**
     * Whether something may be sent beyond the window. If the window has shrunk, more than that may be under way. Perhaps all of it waits at the host for
     * an item that another path left behind: then the host acknowledges nothing before that item has come.
     */
    private boolean isRoomBeyond() {
        return underWay < window + BEYOND || beyond < BEYOND;
    }

    private boolean isUnlimited() {
        return targetNanos == 0 || window >= FAST;
    }

    /** Whether a time request is to be sent with the next packets, to measure the way out or to fetch an acknowledgement. It has this time. */
    synchronized boolean takeTimeRequest(long nowNanos) {
        if (isUseful() && isNeeded() && wayOut.mayRequest(nowNanos)) {
            wayOut.request(nowNanos, start.isGrowing());
            return true;
        }
        return fetch.take(!uncertain && isNeeded() && !isUnlimited(), roundTripNanos, nowNanos);
    }

    /** Whether the answer would say more than acknowledgements do. */
    private boolean isUseful() {
        return isPaced() ? uncertain || slowed : uncertain && opening;
    }

    /** Whether the window has limited something, or should. */
    private boolean isNeeded() {
        return targetNanos != 0 && (limited || slowed || underWay > Math.min(window, FAST) / 2);
    }

    /** An item is sent in the exchange's only request body, or in that without alarms. */
    void sent(int group, long nextSequence, int bytes) {
        sent(SentItems.TOGETHER, group, nextSequence, bytes);
    }

    /** An alarm is sent in a request body of its own. */
    void sentApart(int group, long nextSequence, int bytes) {
        sent(SentItems.APART, group, nextSequence, bytes);
    }

    private synchronized void sent(int body, int group, long nextSequence, int bytes) {
        long now = clock.epochNanos();
        int all = flushBegins ? bytes + HEADERS : bytes;
        flushBegins = false;
        opening = false;
        sent.add(body, group, nextSequence, all, now);
        beyond += isUnlimited() || underWay < window ? 0 : all;
        underWay += all;
        path.sent(all, underWay, now);
    }

    /** Whether a time request is to be sent behind what was sent, because its answer tells what has arrived on this path. */
    synchronized boolean isReceiptDue() {
        return severalPaths && receipts.isDue(Math.min(window, FAST), underWay >= window && !isUnlimited());
    }

    /** The time of the request. */
    synchronized long takeReceiptRequest() {
        return receipts.request(clock.epochNanos());
    }

    // --- the thread that reads the host's frames ---

    /** The host has stored all items of each group before these numbers. */
    void acknowledged(long[] next) {
        acknowledged(next, true);
    }

    /**
     * The same with several paths.
     *
     * @param alone whether the first item was under way on this path alone. If not, the round trip may be another path's
     */
    void acknowledged(long[] next, boolean alone) {
        if (takeAcknowledgement(next, alone)) {
            opened.run();
        }
    }

    private synchronized boolean takeAcknowledgement(long[] next, boolean alone) {
        long sentNanos = sent.removeStored(next);
        if (sentNanos == 0) {
            return false;
        }
        long now = clock.epochNanos();
        long bytes = sent.storedBytes();
        if (sentNanos < sinceNanos) {
            left(bytes);
            return opens();
        }
        arrived(bytes, now - sentNanos, now);
        if (alone) {
            meter.roundTrip(now - sentNanos, now);
        }
        if (targetNanos == 0) {
            return false;
        }
        acknowledged += bytes;
        if (!severalPaths) {
            opening = true;
            measure(bytes, now - sentNanos, now);
        }
        return opens() || paced && underWay == 0;
    }

    /** Of several paths: the host has answered a request for a receipt. Returns whether it was one. */
    boolean arrived(long requestSentNanos) {
        boolean opens;
        synchronized (this) {
            if (!severalPaths || !receipts.isKnown(requestSentNanos)) {
                return false;
            }
            long now = clock.epochNanos();
            long nanos = now - requestSentNanos;
            long bytes = receipts.answered(requestSentNanos);
            meter.receipt(nanos, receipts.flight(), now);
            arrived(bytes, nanos, now);
            acknowledged += bytes;
            opening = true;
            if (targetNanos != 0) {
                measure(bytes, nanos, now);
            }
            opens = opens() || paced && underWay == 0;
        }
        if (opens) {
            opened.run();
        }
        return true;
    }

    private void left(long bytes) {
        underWay -= bytes;
        beyond = Math.max(0, beyond - bytes);
    }

    private void arrived(long bytes, long nanos, long now) {
        left(bytes);
        if (bytes > 0) {
            meter.acknowledged(bytes, nanos, now);
        }
    }

    /** The path has carried these bytes. The time is from sending the last of them until the answer came. */
    private void measure(long bytes, long nanos, long now) {
        roundTripNanos = nanos;
        path.acknowledged(bytes, nanos, now);
        long longest = roundTrips.above(nanos, now);
        if (waits && path.nanos(now) < 0 && !queued && longest < WAYS_BACK_NANOS) {
            // The path had carried all that was sent, and more waited: it could have carried more.
            window = Math.min(MOST, window + Math.min(FLUSH, path.bytesIn(-path.nanos(now))) / 2);
        }
        long least = lately.add(longest, roundTrips.shortest(), now);
        // Receipts come in the order of TCP, so each waits for what was lost before it.
        long queue = severalPaths ? least : longest;
        lasting.add(queue > targetNanos, roundTrips.shortest(), now);
        if (lasting.isSeen()) {
            meter.queueLasts();
        }
        uncertain = 2 * queue >= targetNanos;
        if (!uncertain) { // else there may be a queue, which a fuller socket would make longer until it is measured
            start.acknowledged(bytes, underWay + bytes);
            queueIs(queue, now);
        }
        window = Math.max(window, least());
    }

    private boolean opens() {
        boolean opens = waits && (isUnlimited() || underWay < window);
        boolean opensBeyond = waitsBeyond && (isUnlimited() || isRoomBeyond());
        waits &= !opens;
        waitsBeyond &= !opensBeyond;
        return opens || opensBeyond;
    }

    /** The host has answered a time request. Returns whether it was one of {@link #takeTimeRequest}; the window learns from others, too. */
    boolean timed(long requestSentNanos, long receivedNanos) {
        boolean opens;
        synchronized (this) {
            long now = clock.epochNanos();
            if (requestSentNanos < sinceNanos) {
                return false;
            }
            if (!wayOut.isRequested(requestSentNanos)) {
                wayOut.learn(requestSentNanos, receivedNanos, now);
                return fetch.answered(requestSentNanos);
            }
            long late = wayOut.answered(receivedNanos, now);
            long queue = severalPaths ? Math.min(late, lately.least()) : late;
            bearerWaited = wayOut.bearerWaited();
            queueIs(queue, now);
            opens = opens() || paced;
            slowed = false;
        }
        if (opens) {
            opened.run();
        }
        return true;
    }

    private void queueIs(long nanos, long now) {
        long missing = (isPaced() ? targetNanos + PACED_NANOS : targetNanos) - nanos;
        queued = missing < 0;
        start.queueIs(nanos, roundTripNanos, underWay, now);
        // What the path delivers in the time by which the queue is too short or too long.
        double bytes = (double) acknowledged * missing / Math.max(roundTripNanos, now - changedNanos);
        if (missing < 0) {
            window = Math.min(window, Math.max(underWay + acknowledged, LEAST));
            window += (long) Math.max(-(nanos < 2 * OneWayDelay.BEARER_NANOS ? SHRINKING : GAIN) * window, bytes);
        } else if (limited) {
            start.limited(uncertain, window, roundTripNanos, now);
            window += start.isGrowing()
                    ? start.growth(acknowledged, window, nanos, roundTripNanos)
                    : (long) ((bearerWaited ? IDLE_GAIN : GAIN) * bytes);
        }
        window = Math.max(least(), Math.min(MOST, window));
        acknowledged = 0;
        changedNanos = now;
        limited = false;
        bearerWaited = false;
        if (change.isNoticed(missing < 0 && window == least(), now)) {
            wayOut.forget();
            roundTrips.forget();
        }
    }

    // --- any thread ---

    /** Measures the path. */
    PathMeter meter() {
        return meter;
    }

    /** Bytes of frames that are sent and not acknowledged. */
    synchronized long underWay() {
        return underWay;
    }

    /** How many bytes the socket may hold at the start of the connection; 0 if the rate of the path says it. */
    synchronized long socketBytes() {
        return start.socketBytes(clock.epochNanos());
    }

    /** What may be under way, also if the window limits nothing. */
    synchronized long mayHoldBytes() {
        return isUnlimited() ? Math.max(FAST, start.socketBytes(clock.epochNanos())) : window;
    }

    /** The limit for them; {@link Long#MAX_VALUE} if there is none. */
    synchronized long bytes() {
        return isUnlimited() ? Long.MAX_VALUE : window;
    }
}
