package org.banip.mbu.interconnect;

import java.time.Duration;
import java.util.OptionalLong;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.PathScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Measures one path over all its connections: round trip, rate, and whether acknowledgements come in time. The sending thread counts,
 * the threads that read the host's frames report them. Any thread.
 */
public final class PathMeter implements PathScheduler.Path {
    private static final long SECOND_NANOS = 1_000_000_000L;
    /** So little says nothing about a queue. */
    private static final long LITTLE = 2 << 10;
    /** What sockets and the network take of a path whose window limits nothing, beyond its own round trip. */
    private static final long SOCKET = 64 << 10;

    /** A late path that is silent for so long, and for longer than an acknowledgement may take, is connected anew. */
    private static final long SILENT_NANOS = 2_000_000_000L;

    /** Without anything under way for so long, the sender had nothing to send. */
    private static final long PAUSE_NANOS = 250_000_000L;

    /** What takes only a little longer than usual arrives before its copy would: it is overdue after this many times the usual. */
    private static final double LATER = 1.25;

    /** With a longer round trip a new path is not taken for a fast one: that of a GPRS link may be 215 ms. */
    private static final long QUICK_NANOS = 150_000_000L;
    /** What may be under way on a fast path at first, as with TCP (RFC 6928). */
    private static final long BEGINNING = 10 * SendWindow.FLUSH;
    /** Length of the least window: a path carries it in one and a half of its round trips. */
    private static final double LEAST_ROUND_TRIPS = 1.5;

    /** A packet that would be sent next. */
    private static final long PACKET = 1 << 10;

    private final int link;
    private final PathSettings settings;
    private final PathEnd end;
    private final PathCounters counters = new PathCounters();
    private volatile @Nullable SendWindow window;
    private volatile boolean answers;
    private volatile boolean asks;
    private volatile boolean good = true;
    private volatile boolean answering;
    /** Something was heard since the last look. */
    private volatile boolean heard;

    private volatile boolean givenUp;

    // Guarded by this.
    private final DeliveryRate rate = new DeliveryRate();
    private final AnswerTimes times;
    private final PathHealth health;
    private final TimeRequests requests = new TimeRequests();
    /** Since when nothing was heard, or the path was not late. */
    private long silentSinceNanos;
    /** When it was last known that what was sent has arrived. */
    private long receiptNanos;
    /** When bytes were acknowledged last. */
    private long acknowledgedNanos;

    private volatile long bytesPerSecond;
    /** The same, without what was measured before the connection began or the rate fell. */
    private volatile long presentBytesPerSecond;
    /** How long the last receipt took for each byte that was under way, in nanoseconds; infinite before the first one. */
    private volatile double lately = Double.POSITIVE_INFINITY;
    /** For how long the first acknowledgement has been waited for. */
    private volatile long overdueNanos;

    /** Of the only path. */
    PathMeter() {
        this(0, PathSettings.named("default"), PathPolicySettings.DEFAULT, Duration.ZERO, PathEnd.none("default"));
    }

    /**
     * Nothing is known yet of the path of this link.
     *
     * @param acknowledgeWithin how long the host may let an acknowledgement wait
     * @param end when the path will be lost
     */
    PathMeter(int link, PathSettings settings, PathPolicySettings policy, Duration acknowledgeWithin, PathEnd end) {
        this.link = link;
        this.settings = settings;
        times = new AnswerTimes(policy.detectAfter().toNanos(), acknowledgeWithin.toNanos());
        this.end = end;
        health = new PathHealth(policy.returnAfter().toNanos());
    }

    // --- the sending thread ---

    /** A connection begins. */
    void opened(SendWindow limit) {
        answers = false;
        asks = false;
        heard = true;
        givenUp = false;
        lately = Double.POSITIVE_INFINITY;
        unknownRate();
        window = limit;
    }

    /** The path may have changed: the least window no longer follows the rate that was measured. */
    synchronized void unknownRate() {
        rate.begins();
        presentBytesPerSecond = 0;
    }

    /** It has ended. */
    void closed() {
        window = null;
        answers = false;
        asks = false;
    }

    /** It can take packets. */
    void asks() {
        asks = true;
    }

    /** Whether a time request is to be sent to find out whether the path is good again. */
    synchronized boolean takeProbe(long nowNanos) {
        return health.takeProbe(times.shortestNanos(), nowNanos);
    }

    /** Time until one is to be sent; {@link Long#MAX_VALUE} if none is. */
    long nanosUntilProbe(long nowNanos) {
        if (good) {
            return Long.MAX_VALUE;
        }
        synchronized (this) {
            return health.nanosUntilProbe(nowNanos);
        }
    }

    /** A time request is sent. */
    synchronized void requested(long nowNanos) {
        requests.add(nowNanos);
    }

    // --- the threads that read the host's frames ---

    /** The host has sent something on the present connection. */
    void heard() {
        answers = true;
        heard = true;
    }

    /** Bytes were acknowledged. */
    synchronized void acknowledged(long some, long nanos, long nowNanos) {
        if (nowNanos - acknowledgedNanos > nanos + PAUSE_NANOS) {
            rate.pause();
        }
        acknowledgedNanos = nowNanos;
        rate.delivered(some, nanos, nowNanos);
        bytesPerSecond = rate.bytesSoonIn(SECOND_NANOS);
        presentBytesPerSecond = rate.presentBytesPerSecond();
    }

    /** The path's queue has been too long for some round trips. */
    synchronized void queueLasts() {
        rate.queueLasts();
        presentBytesPerSecond = rate.presentBytesPerSecond();
    }

    /** The host has acknowledged a packet as soon as it came by this path. */
    synchronized void roundTrip(long nanos, long nowNanos) {
        times.acknowledged(nanos, nowNanos);
    }

    /** So many bytes that were under way have arrived, and an answer that waits for nothing else took so long. */
    synchronized void receipt(long nanos, long flight, long nowNanos) {
        lately = flight == 0 ? lately : (double) nanos / flight;
        receiptNanos = nowNanos;
        times.answered(nanos, nowNanos);
    }

    /** A time request was answered. Returns whether it was sent on this path, the first time that its answer comes. */
    synchronized boolean answered(long sentNanos, long nowNanos) {
        if (!requests.take(sentNanos)) {
            return false;
        }
        times.answered(nowNanos - sentNanos, nowNanos);
        boolean before = health.isGood();
        long mistakeNanos = health.answered(sentNanos, times.allowedNanos(before), times.promptNanos(before), nowNanos);
        times.tookAtMost(mistakeNanos, nowNanos);
        healthMayHaveChanged(nowNanos);
        return true;
    }

    /** Looks at the forecast, and at what is under way: for how long its first acknowledgement has been waited for. One call at a time. */
    void observe(long firstNanos, long nowNanos) {
        // Asks the window, so that this must not be guarded here.
        end.observe(expectedNanos(PACKET), times.shortestNanos() / 2, nowNanos);
        look(firstNanos, nowNanos);
    }

    private synchronized void look(long unstoredNanos, long nowNanos) {
        long firstNanos = waitedNanos(unstoredNanos, nowNanos); // what arrives is not late
        overdueNanos = firstNanos;
        if (heard || good) {
            heard = false;
            silentSinceNanos = nowNanos;
        }
        boolean before = health.isGood();
        if (before) {
            times.remember();
        }
        health.observe(firstNanos, times.allowedNanos(before), times.promptNanos(before), nowNanos);
        healthMayHaveChanged(nowNanos);
    }

    private void healthMayHaveChanged(long nowNanos) {
        good = health.isGood();
        answering = health.isAnswering(nowNanos);
    }

    /** Another path is good. If this one is late and silent, its connection is given up: TCP would try again much later than the path may be back. */
    synchronized void giveUpIfSilent(long nowNanos) {
        if (!good
                && window != null
                && nowNanos - silentSinceNanos > Math.max(SILENT_NANOS, times.allowedNanos(health.isGood()))) {
            givenUp = true;
        }
    }

    // --- any thread ---

    /** After how long without an acknowledgement, or without a connection, the path is in doubt. */
    synchronized long doubtNanos() {
        return times.doubtNanos();
    }

    /** For how long an acknowledgement has been waited for, if what is under way has been for so long. */
    synchronized long waitedNanos(long unstoredNanos, long nowNanos) {
        return Math.min(unstoredNanos, nowNanos - receiptNanos);
    }

    /** Whether the present connection is to be replaced by another one. */
    boolean isGivenUp() {
        return givenUp;
    }

    @Override
    public int number() {
        return link;
    }

    @Override
    public PathSettings settings() {
        return settings;
    }

    @Override
    public boolean isConnected() {
        return window != null && (answers || asks);
    }

    @Override
    public boolean isGood() {
        return good;
    }

    @Override
    public boolean isAnswering() {
        return answering;
    }

    @Override
    public boolean isLeaving() {
        return end.isNear();
    }

    @Override
    public long nanosLeft() {
        return end.leftNanos();
    }

    @Override
    public long roundTripNanos() {
        return times.shortestNanos();
    }

    @Override
    public long bytesPerSecond() {
        return bytesPerSecond;
    }

    @Override
    public long bytesUnderWay() {
        SendWindow now = window;
        return now == null ? 0 : now.underWay();
    }

    @Override
    public long bytesSent() {
        return counters.bytes();
    }

    @Override
    public long room() {
        SendWindow now = window;
        if (now == null) {
            return 0;
        }
        long most = now.bytes();
        long limit = most == Long.MAX_VALUE ? SOCKET + bytesPerSecond * times.shortestNanos() / SECOND_NANOS : most;
        return limit - now.underWay();
    }

    @Override
    public long expectedNanos(long some) {
        long firstNanos = overdueNanos;
        long usual = times.usualNanos();
        long without = withoutDelayNanos(some);
        return usual > 0 && firstNanos > usual ? Math.max(firstNanos, without) : without;
    }

    private long withoutDelayNanos(long some) {
        long way = times.shortestNanos() / 2;
        long before = bytesUnderWay();
        long rateNow = bytesPerSecond == 0 ? expectedRate() : bytesPerSecond;
        if (rateNow == 0 || before + some < LITTLE) {
            return way;
        }
        // While the path has not yet been used wholly, its rate is known too low; what was under way lately took less.
        double nanosPerByte = Math.min((double) SECOND_NANOS / rateNow, lately);
        return Math.max(way, (long) ((before + some) * nanosPerByte) - way);
    }

    /** While the rate is not known: what the window allows in a round trip. */
    private long expectedRate() {
        SendWindow now = window;
        long nanos = times.shortestNanos();
        return now == null || nanos == 0 ? 0 : (long) ((double) now.mayHoldBytes() / nanos * SECOND_NANOS);
    }

    /**
     * For how long a packet is still to be waited for that was sent so long ago, with a margin. If it has taken longer than usual: as long again. Else only
     * the first of its group counts: half of what is left of the usual way, because what came after it waits at the host.
     */
    long waitNanos(long sinceNanos, boolean first) {
        long usual = times.usualNanos();
        if (usual == 0) {
            return 0;
        }
        if (isOverdue(sinceNanos)) {
            return sinceNanos;
        }
        return first ? Math.max(0, times.smoothedNanos() - times.shortestNanos() / 2 - sinceNanos) / 2 : 0;
    }

    /** Whether a packet that was sent so long ago has taken clearly longer than usual. */
    boolean isOverdue(long sinceNanos) {
        long usual = times.usualNanos();
        return usual > 0 && sinceNanos > LATER * usual;
    }

    /** What the path carries in its own round trip and this time, or may carry as the start of its connection shows; 0 if neither is known. */
    long bytesInFlight(Duration queue) {
        SendWindow now = window;
        long byRate = (long) ((double) bytesPerSecond * (times.shortestNanos() + queue.toNanos()) / SECOND_NANOS);
        return now == null ? byRate : Math.max(byRate, now.socketBytes());
    }

    /**
     * The least window, in bytes, which stays open while receipts are late: what the path carries in one and a half of its round trips. So it keeps a
     * queue of half a round trip at most. The rate is the highest of the present connection, or, if the rate has fallen, the highest since then. Until it
     * is known, a path with a short round trip begins with what TCP and QUIC begin with.
     *
     * @param begins whether the connection begins and shows no queue
     */
    long leastWindow(boolean begins) {
        long nanos = times.shortestNanos();
        long byRate = (long) (LEAST_ROUND_TRIPS * presentBytesPerSecond * nanos / SECOND_NANOS);
        return begins && nanos > 0 && nanos < QUICK_NANOS ? Math.max(byRate, BEGINNING) : byRate;
    }

    /** How many bytes the send window allows; empty if there is no connection or no limit. */
    OptionalLong windowBytes() {
        SendWindow now = window;
        long most = now == null ? Long.MAX_VALUE : now.bytes();
        return most == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(most);
    }

    /** From sending a packet to its acknowledgement, smoothed; 0 until it is known. */
    public long smoothedRoundTripNanos() {
        return times.smoothedNanos();
    }

    /** What was sent. */
    public PathCounters counters() {
        return counters;
    }
}
