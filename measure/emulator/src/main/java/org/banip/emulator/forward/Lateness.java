package org.banip.emulator.forward;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.banip.core.json.JsonWriter;

/** By how much packets were handed over later than they should have been; written by the link's thread, read by any. */
public final class Lateness {
    private static final int DIGITS = 2;
    private static final long MILLI = 1_000_000;

    private final Histogram nanos = new ConcurrentHistogram(DIGITS);

    Lateness() {}

    void record(long late) {
        nanos.recordValue(Math.max(0, late));
    }

    /** Packets handed over. */
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

    /** The worst, in nanoseconds. */
    public long maxNanos() {
        return nanos.getMaxValue();
    }

    /** Adds the figures to an object that is being written. */
    public void writeTo(JsonWriter json) {
        json.field("packets", packets())
                .field("lateByMoreThanAMilli", lateByMoreThanAMilli())
                .field("medianMicros", percentileNanos(50) / 1000)
                .field("p99Micros", percentileNanos(99) / 1000)
                .field("maxMicros", maxNanos() / 1000);
    }
}
