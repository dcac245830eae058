package org.banip.gateway.session;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Sends the messages of a group soon, whatever its latency bound: a message after a pause at once, and the others at most {@link #PAUSE_NANOS}
 * later, so that many messages share a packet. If devices wait until the spool has a message, at most {@link #AWAITED_PAUSE_NANOS} later. Any thread;
 * guarded by itself.
 */
final class PacketRelease {
    /** Between two packets that are sent although they are not full. */
    static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The same, if devices wait for the packet. */
    static final long AWAITED_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Runs a task later. */
    interface Timer {
        void after(long nanos, Runnable task);
    }

    private final Runnable flush;
    private final long pauseNanos;
    private final Timer timer;
    private final LongSupplier nanoTime;

    private boolean began;
    private boolean waits;
    private long lastNanos;

    /**
     * Nothing was taken yet.
     *
     * @param flush sends what the group's chain holds back; does not block
     * @param pauseNanos between two packets that are sent although they are not full
     * @param nanoTime a clock that is never set
     */
    PacketRelease(Runnable flush, long pauseNanos, Timer timer, LongSupplier nanoTime) {
        this.flush = flush;
        this.pauseNanos = pauseNanos;
        this.timer = timer;
        this.nanoTime = nanoTime;
    }

    /** The MBU has taken a message. */
    synchronized void taken() {
        if (waits) {
            return;
        }
        long left = began ? pauseNanos - (nanoTime.getAsLong() - lastNanos) : 0;
        if (left <= 0) {
            release();
        } else {
            waits = true;
            timer.after(left, this::due);
        }
    }

    private synchronized void due() {
        waits = false;
        release();
    }

    private void release() {
        began = true;
        lastNanos = nanoTime.getAsLong();
        flush.run();
    }
}
