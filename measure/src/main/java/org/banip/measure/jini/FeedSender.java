package org.banip.measure.jini;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.banip.core.ban.SampleLayout;
import org.banip.core.packet.PacketHeader;
import org.banip.measure.cpi.process.Console;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SubscriberStatistics;

/**
 * Delivers packets at a fixed rate, or as fast as the sink's queue takes them. Each packet bears the instant at which it was due, so that a source
 * that is late does not hide the wait.
 */
final class FeedSender implements Runnable {
    /** The rate that stands for: as fast as they are taken. */
    static final long SATURATED = 0;

    private static final long TICK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long WAITING_BYTES = 1 << 20;
    private static final int WAITING_EVENTS = 4096;
    private static final int CHECKED_AFTER = 64;

    private final FeedHost host;
    private final FeedSurrogate surrogate;
    private final SampleLayout layout;
    /** Microseconds from the instant at which a packet was due to its delivery. */
    private final Histogram late = new Histogram(TimeUnit.MINUTES.toMicros(10), 3);

    private long sequence;
    private volatile long setsPerSecond = -1;

    FeedSender(FeedHost host, FeedSurrogate surrogate) {
        this.host = host;
        this.surrogate = surrogate;
        layout = new SampleLayout(surrogate.description().ban().groups().get(0));
    }

    /** Sets how many sensor sets a second it sends from now on. */
    void rate(long sets) {
        setsPerSecond = sets;
    }

    /** How late 99 of 100 packets were delivered since the last call, in milliseconds. */
    double lateMillis() {
        synchronized (late) {
            double millis = late.getTotalCount() == 0 ? 0 : late.getValueAtPercentile(99) / 1000.0;
            late.reset();
            return millis;
        }
    }

    @Override
    public void run() {
        while (!Thread.currentThread().isInterrupted()) {
            long rate = setsPerSecond;
            if (rate < 0) {
                LockSupport.parkNanos(TICK_NANOS);
            } else if (rate == SATURATED) {
                saturate();
            } else {
                pace(rate);
            }
        }
    }

    private void saturate() {
        SubscriberStatistics now = host.statistics();
        if (now.waitingBytes() > WAITING_BYTES || now.waitingEvents() > WAITING_EVENTS) {
            LockSupport.parkNanos(TICK_NANOS / 10);
            return;
        }
        long due = Console.epochNanos();
        for (int packet = 0; packet < CHECKED_AFTER; packet++) {
            deliver(due);
        }
    }

    /** Until the rate changes. */
    private void pace(long rate) {
        double nanosPerPacket = 1e9 * FeedSettings.UNITS / rate;
        long start = Console.epochNanos();
        long sent = 0;
        while (setsPerSecond == rate && !Thread.currentThread().isInterrupted()) {
            long now = Console.epochNanos();
            long due = start + (long) (sent * nanosPerPacket);
            while (due <= now) {
                deliver(due);
                isLate(Console.epochNanos() - due);
                sent++;
                due = start + (long) (sent * nanosPerPacket);
            }
            LockSupport.parkNanos(Math.min(due - now, TICK_NANOS));
        }
    }

    private void isLate(long nanos) {
        synchronized (late) {
            late.recordValue(
                    Math.max(0, Math.min(late.getHighestTrackableValue(), TimeUnit.NANOSECONDS.toMicros(nanos))));
        }
    }

    private void deliver(long due) {
        PacketHeader header = new PacketHeader(0, sequence, 0, sequence * FeedSettings.UNITS, FeedSettings.UNITS, true);
        byte[] sets = new byte[FeedSettings.UNITS * layout.setBytes()];
        for (int at = 0; at < sets.length; at += Long.BYTES) {
            sets[at] = (byte) (sequence + at);
        }
        sequence++;
        host.deliver(new SensorData(surrogate.description(), header, layout, sets, due));
    }
}
