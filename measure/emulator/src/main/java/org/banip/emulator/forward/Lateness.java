package org.banip.emulator.forward;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.banip.core.json.JsonWriter;

/** Lateness: the time from the instant at which a packet was due to its delivery. The link's thread writes it, any thread reads it. */
public final class Lateness {
    private static final int DIGITS = 2;
    private static final long MILLI = 1_000_000;

    private final Histogram nanos = new ConcurrentHistogram(DIGITS);

    Lateness() {}

    void record(long late) {
        nanos.recordValue(Math.max(0, late));
    }

    /** Packets delivered. */
    public long packets() {
        return nanos.getTotalCount();
    }

    /** Of these, packets late by more than a millisecond. */
    public long lateByMoreThanAMilli() {
        return packets() == 0 ? 0 : packets() - nanos.getCountBetweenValues(0, MILLI);
    }

    /** The given percentile, in nanoseconds. */
    public long percentileNanos(double percentile) {
        return nanos.getValueAtPercentile(percentile);
    }

    /** The maximum, in nanoseconds. */
    public long maxNanos() {
        return nanos.getMaxValue();
    }

    /** Writes the figures as fields of an object. */
    public void writeTo(JsonWriter json) {
        json.field("packets", packets())
                .field("lateByMoreThanAMilli", lateByMoreThanAMilli())
                .field("medianMicros", percentileNanos(50) / 1000)
                .field("p99Micros", percentileNanos(99) / 1000)
                .field("maxMicros", maxNanos() / 1000);
    }
}
