package org.banip.mbu.interconnect;

import java.util.concurrent.TimeUnit;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.mbu.spi.PathForecast;

/** Tells the host on one connection when to leave its path (docs/protocol.md, section 4.4). Belongs to the thread that polls. */
final class EndReport {
    /** How often the forecast is looked at; at most one frame goes each time. */
    private static final long LOOK_NANOS = 250_000_000L;
    /** What is later is not in sight for the host. */
    private static final long HORIZON_NANOS = 60_000_000_000L;
    /** How much longer than it needs the host is to have for a frame. */
    private static final long SPARE_NANOS = 100_000_000L;
    /** By so much, or by a quarter of the time left, another forecast differs. */
    private static final long TOLERANCE_NANOS = 250_000_000L;

    private static final int PART = 4;

    private final PathEnd end;
    private final PathMeter meter;
    private long nextLookNanos;
    /** When the host leaves the path, as it was told last. */
    private long toldNanos = PathForecast.NO_END;
    /** The host may hold to what it was told on an earlier connection. */
    private boolean doubtful;
    /** Anything was told on this connection or before. */
    private volatile boolean told;

    /** @param toldBefore whether anything was told on an earlier connection of the path */
    EndReport(PathEnd end, PathMeter meter, boolean toldBefore, long nowNanos) {
        this.end = end;
        this.meter = meter;
        doubtful = toldBefore;
        told = toldBefore;
        nextLookNanos = end.isForeseen() ? nowNanos : PathForecast.NO_END;
    }

    /** Whether the host was told anything of the path's end. Any thread. */
    boolean hasTold() {
        return told;
    }

    /** When the forecast is to be looked at. */
    long nextLookNanos() {
        return nextLookNanos;
    }

    /** Appends a frame if the host does not know the forecast. */
    void append(FrameBuffer out, long nowNanos) {
        if (nowNanos < nextLookNanos) {
            return;
        }
        nextLookNanos = nowNanos + LOOK_NANOS;
        long leaves = leavesNanos(nowNanos);
        if (doubtful || isOther(leaves, nowNanos)) {
            toldNanos = leaves;
            doubtful = false;
            told = true;
            boolean inSight = leaves != PathForecast.NO_END;
            long millis = inSight ? TimeUnit.NANOSECONDS.toMillis(leaves - nowNanos) : Control.PathEnd.NO_END_MILLIS;
            FrameEncoder.encode(new Control.PathEnd(millis), out);
        }
    }

    /** From when on what the host sends may not arrive. */
    private long leavesNanos(long nowNanos) {
        long left = end.nanosLeft(nowNanos);
        if (left > HORIZON_NANOS) {
            return PathForecast.NO_END;
        }
        return nowNanos + Math.max(0, left - meter.roundTripNanos() / 2 - SPARE_NANOS);
    }

    private boolean isOther(long leaves, long nowNanos) {
        if (leaves == PathForecast.NO_END || toldNanos == PathForecast.NO_END) {
            return leaves != toldNanos;
        }
        long sooner = Math.min(leaves, toldNanos) - nowNanos;
        boolean both = Math.max(leaves, toldNanos) <= nowNanos; // it is left already
        return !both && Math.abs(leaves - toldNanos) > Math.max(TOLERANCE_NANOS, sooner / PART);
    }
}
