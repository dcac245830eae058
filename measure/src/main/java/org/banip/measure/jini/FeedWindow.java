package org.banip.measure.jini;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.banip.core.json.JsonWriter;
import org.banip.measure.cpi.process.Console;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/** Counts what the sink gets, and how late. A window is longer than wanted if too little comes to be measured. Guarded by its monitor. */
final class FeedWindow implements SurrogateListener {
    private static final long LONGEST_MICROS = 600_000_000;
    private static final int DIGITS = 3;
    private static final int NANOS_PER_MICRO = 1000;
    /** Enough for the mean of a call, even if a call is counted on one side of the window and its packets on the other. */
    private static final long LEAST_PACKETS = 100;

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final Histogram micros = new Histogram(LONGEST_MICROS, DIGITS);
    private final Runnable atAppearance;
    private long sets;
    private long missed;
    private long disordered;
    private long nextUnit;
    private long beganNanos = System.nanoTime();

    FeedWindow(Runnable atAppearance) {
        this.atAppearance = atAppearance;
    }

    /** Forgets what came so far. */
    synchronized void begin() {
        micros.reset();
        sets = 0;
        missed = 0;
        disordered = 0;
        beganNanos = System.nanoTime();
    }

    /** What came since then, as an event; waits until that is enough. */
    synchronized JsonWriter end() throws InterruptedException {
        long until = System.nanoTime() + LONGEST_WAIT.toNanos();
        for (long left = LONGEST_WAIT.toNanos();
                micros.getTotalCount() < LEAST_PACKETS && left > 0;
                left = until - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        double seconds = (System.nanoTime() - beganNanos) / 1e9;
        return Console.event("window")
                .field("sets", sets)
                .field("missed", missed)
                .field("disordered", disordered)
                .field("seconds", seconds)
                .field("latency", encoded(micros));
    }

    /** A histogram as text. */
    static String encoded(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    @Override
    public void appeared(SurrogateDescription surrogate) {
        atAppearance.run();
    }

    @Override
    public synchronized void delivered(SensorData data) {
        long late = (Console.epochNanos() - data.receivedNanos()) / NANOS_PER_MICRO;
        micros.recordValue(Math.max(0, Math.min(LONGEST_MICROS, late)));
        sets += data.unitCount();
        disordered += data.header().firstUnit() < nextUnit ? 1 : 0;
        nextUnit = data.header().firstUnit() + data.unitCount();
        if (micros.getTotalCount() == LEAST_PACKETS) {
            notifyAll();
        }
    }

    @Override
    public synchronized void missed(SurrogateDescription surrogate, long packets, long units) {
        missed += units;
    }
}
