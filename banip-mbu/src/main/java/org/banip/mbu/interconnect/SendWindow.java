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

    /** What is urgent may have under way beyond the window. */
    private static final long BEYOND = 16 << 10;

    private final long targetNanos;
    private final SteadyClock clock;
    private final Runnable opened;
    private final PathMeter meter;
    /** Whether receipts are measured and not acknowledgements, which wait for what other paths carry. */
    private final boolean severalPaths;

    private final Receipts receipts = new Receipts();
    private final SentItems sent;
    private final PathEstimate path;
    private final WindowSize size;
    private final RoomFetch roomFetch = new RoomFetch();

    private long underWay;
    /** Bytes that were sent beyond the window. An acknowledgement reduces this first. */
    private long beyond;
    /** Something waits because the window is closed. */
    private boolean waits;
    /** Something waits that may exceed the window, because even then there is no room. */
    private boolean waitsBeyond;
    /** A flush begins with the next item. */
    private boolean flushBegins;
    /** Something waits until the path's queue is shorter. */
    private boolean paced;
    /** Whether anything waited for that since the last answer to a time request. */
    private boolean slowed;

    /** Nothing was sent since the last acknowledgement, so that what stands in the queue is what the window was too large by. */
    private boolean opening = true;

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
        path = new PathEstimate(targetNanos, severalPaths);
        size = new WindowSize(targetNanos, path, meter, severalPaths);
    }

    /**
     * The path was interrupted and carries again. How long the interruption held up what was under way says nothing of the path: it is learned anew, as
     * on a new connection.
     */
    synchronized void interrupted() {
        long now = clock.epochNanos();
        path.interrupted(now);
        meter.unknownRate();
        size.interrupted(now);
        roomFetch.interrupted();
        slowed = false;
        opening = true;
    }

    // --- the sending thread ---

    /** How many bytes of frames may be sent in one flush now; 0 if the window is closed. */
    synchronized int room() {
        flushBegins = true;
        size.keepLeast();
        if (size.isUnlimited()) {
            return Integer.MAX_VALUE;
        }
        if (underWay < size.bytes()) {
            paced = path.isPaced() && nanosUntilFlush() > 0;
            slowed |= paced;
            return paced ? 0 : FLUSH;
        }
        paced = false;
        waits = true;
        size.limits();
        return 0;
    }

    private long nanosUntilFlush() {
        return path.nanosUntilFlush(underWay, clock.epochNanos());
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
        if (size.isUnlimited()) {
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
        return underWay < size.bytes() + BEYOND || beyond < BEYOND;
    }

    /** Whether a time request is to be sent with the next packets, to measure the way out or to fetch an acknowledgement. It has this time. */
    synchronized boolean takeTimeRequest(long nowNanos) {
        return isUseful() && isNeeded() && path.takeMeasurement(nowNanos)
                || path.takeFetch(isNeeded() && !size.isUnlimited(), nowNanos);
    }

    /** Whether the answer would say more than acknowledgements do. */
    private boolean isUseful() {
        boolean uncertain = path.isUncertain();
        return path.isPaced() ? uncertain || slowed : uncertain && opening;
    }

    /** Whether the window has limited something, or should. */
    private boolean isNeeded() {
        return targetNanos != 0 && (size.hasLimited() || slowed || underWay > Math.min(size.bytes(), FAST) / 2);
    }

    /**
     * Whether a time request is to be sent behind what was sent, because the spool is nearly full: the host acknowledges at once what came before it.
     * It has this time.
     */
    synchronized boolean takeRoomRequest(long nowNanos) {
        return underWay > 0 && roomFetch.take(path.roundTripNanos(), nowNanos);
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
        beyond += size.isUnlimited() || underWay < size.bytes() ? 0 : all;
        underWay += all;
        roomFetch.sent();
        path.sent(all, underWay, now);
    }

    /** Whether a time request is to be sent behind what was sent, because its answer tells what has arrived on this path. */
    synchronized boolean isReceiptDue() {
        boolean closed = underWay >= size.bytes() && !size.isUnlimited();
        return severalPaths && receipts.isDue(Math.min(size.bytes(), FAST), closed);
    }

    /** The time of the request. */
    synchronized long takeReceiptRequest() {
        roomFetch.covered();
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
        if (path.isForgotten(sentNanos)) {
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
        size.acknowledged(bytes);
        if (!severalPaths) {
            opening = true;
            size.arrived(bytes, now - sentNanos, underWay, waits, now);
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
            size.acknowledged(bytes);
            opening = true;
            if (targetNanos != 0) {
                size.arrived(bytes, nanos, underWay, waits, now);
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

    private boolean opens() {
        boolean opens = waits && (size.isUnlimited() || underWay < size.bytes());
        boolean opensBeyond = waitsBeyond && (size.isUnlimited() || isRoomBeyond());
        waits &= !opens;
        waitsBeyond &= !opensBeyond;
        return opens || opensBeyond;
    }

    /** The host has answered a time request. Returns whether the window had asked for it; the window learns from others, too. */
    boolean timed(long requestSentNanos, long receivedNanos) {
        boolean own;
        boolean opens;
        synchronized (this) {
            long now = clock.epochNanos();
            if (path.isForgotten(requestSentNanos)) {
                return false;
            }
            own = roomFetch.answered(requestSentNanos);
            opens = own && roomFetch.isDue() && underWay > 0;
            if (path.isMeasuring(requestSentNanos)) {
                own = true;
                size.measured(path.measured(receivedNanos, now), underWay, now);
                opens |= opens() || paced;
                slowed = false;
            } else {
                own |= path.learn(requestSentNanos, receivedNanos, now);
            }
        }
        if (opens) {
            opened.run();
        }
        return own;
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
        return path.start().socketBytes(clock.epochNanos());
    }

    /** What may be under way, also if the window limits nothing. */
    synchronized long mayHoldBytes() {
        return size.isUnlimited() ? Math.max(FAST, path.start().socketBytes(clock.epochNanos())) : size.bytes();
    }

    /** The limit for them; {@link Long#MAX_VALUE} if there is none. */
    synchronized long bytes() {
        return size.isUnlimited() ? Long.MAX_VALUE : size.bytes();
    }
}
