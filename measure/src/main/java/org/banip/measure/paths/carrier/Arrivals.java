package org.banip.measure.paths.carrier;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** When bytes arrived, in the order of arrival. One thread at a time. */
public final class Arrivals {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long NANOS = 1_000_000_000;
    private static final long STEP_NANOS = 10_000_000;
    /** Ten minutes; what arrives later is in the last step, so that a soak needs no more memory. */
    private static final long LAST_STEP = 60_000;

    private final long originNanos;
    private final long gapsFromNanos;
    private long lastNanos;
    private long longestNanos;
    private long bytes;
    private final List<Double> alarmSeconds = new ArrayList<>();
    private final Map<Long, Long> perSecond = new HashMap<>();
    /** Bytes by the step in which they arrived. */
    private final NavigableMap<Long, Long> perStep = new TreeMap<>();

    /**
     * None yet.
     *
     * @param originNanos when the first byte was sent
     * @param gapsFrom how long after it gaps count; the start of a JVM is not of interest
     */
    Arrivals(long originNanos, Duration gapsFrom) {
        this.originNanos = originNanos;
        gapsFromNanos = gapsFrom.toNanos();
        lastNanos = originNanos;
    }

    /** Some bytes arrived. */
    void add(long nanos, long count) {
        if (nanos - originNanos >= gapsFromNanos) {
            longestNanos = Math.max(longestNanos, nanos - lastNanos);
        }
        perSecond.merge((nanos - originNanos) / NANOS, count, Long::sum);
        perStep.merge(Math.min(LAST_STEP, (nanos - originNanos) / STEP_NANOS), count, Long::sum);
        lastNanos = Math.max(lastNanos, nanos);
        bytes += count;
    }

    /** An alarm took so long. */
    void alarm(double seconds) {
        alarmSeconds.add(seconds);
    }

    /** All bytes that arrived. */
    public long bytes() {
        return bytes;
    }

    /** From the first byte sent to the last one received. */
    public double seconds() {
        return (lastNanos - originNanos) / NANOS_PER_SECOND;
    }

    /**
     * From the first byte sent until a share of all bytes had arrived, to 10 ms.
     *
     * @param share above 0, at most 1
     */
    public double secondsUntil(double share) {
        long some = 0;
        for (Map.Entry<Long, Long> step : perStep.entrySet()) {
            some += step.getValue();
            if (some >= share * bytes) {
                return (step.getKey() + 1) * STEP_NANOS / NANOS_PER_SECOND;
            }
        }
        return 0;
    }

    /** The longest time without an arrival, of the gaps that end late enough to count. */
    public double longestGap() {
        return longestNanos / NANOS_PER_SECOND;
    }

    /** The fewest bytes that arrived in a whole second that counts; the last second does not. */
    public long leastInASecond() {
        long first = (gapsFromNanos + NANOS - 1) / NANOS;
        return LongStream.range(first, (lastNanos - originNanos) / NANOS)
                .map(second -> perSecond.getOrDefault(second, 0L))
                .min()
                .orElse(0);
    }

    /** Seconds that each alarm took, sorted. */
    public List<Double> alarms() {
        return alarmSeconds.stream().sorted().toList();
    }
}
