package org.banip.measure.probe;

import java.util.List;

/**
 * Result of a TCP probe.
 *
 * @param beginNanos the instant at which it began to connect
 * @param reads reads of the receiver
 */
public record TcpResult(long beginNanos, List<Read> reads) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** After a lost segment is repeated, the data behind it arrive at once. So only a long window gives a steady rate. */
    private static final double PEAK_WINDOW_SECONDS = 20;

    private static final double USE_WINDOW_SECONDS = 5;

    private static final double FULL = 0.95;

    /**
     * Bytes that arrived together.
     *
     * @param nanos the instant
     * @param bytes number of bytes
     */
    public record Read(long nanos, int bytes) {}

    /** Copies the list. */
    public TcpResult {
        reads = List.copyOf(reads);
    }

    /** Number of all bytes that arrived. */
    public long bytes() {
        return reads.stream().mapToLong(Read::bytes).sum();
    }

    /** Bytes per second, from the beginning to the last arrival. */
    public double averageBytesPerSecond() {
        return reads.isEmpty() ? 0 : bytes() / seconds(reads.get(reads.size() - 1));
    }

    /**
     * Bytes per second from the first arrival to the last; NaN if all arrived at once. It does not begin later, because data behind a lost
     * segment wait for it and then arrive at once, faster than the link.
     */
    public double steadyBytesPerSecond() {
        return reads.size() < 2
                ? Double.NaN
                : (bytes() - reads.get(0).bytes()) / (seconds(reads.get(reads.size() - 1)) - seconds(reads.get(0)));
    }

    /** Bytes per second in the best 20 seconds, or in the whole time if it is shorter; above the link's rate after a repaired loss. */
    public double peakBytesPerSecond() {
        double peak = 0;
        for (double rate : rates(PEAK_WINDOW_SECONDS)) {
            peak = Math.max(peak, rate);
        }
        return peak == 0 ? averageBytesPerSecond() : peak;
    }

    /** Seconds from the beginning to the first five seconds that reach 95 % of the steady rate; NaN if there are none. */
    public double secondsToFullUse() {
        double full = FULL * steadyBytesPerSecond();
        double[] rates = rates(USE_WINDOW_SECONDS);
        for (int index = 0; index < rates.length; index++) {
            if (rates[index] >= full) {
                return seconds(reads.get(index));
            }
        }
        return Double.NaN;
    }

    /** For each read, bytes per second in the window that begins with it; 0 if the window is longer than the rest. */
    private double[] rates(double windowSeconds) {
        double[] rates = new double[reads.size()];
        long bytes = 0;
        int first = 0;
        for (Read read : reads) {
            bytes += read.bytes();
            for (double span = seconds(read) - seconds(reads.get(first));
                    span >= windowSeconds;
                    span = seconds(read) - seconds(reads.get(first))) {
                rates[first] = bytes / span;
                bytes -= reads.get(first++).bytes();
            }
        }
        return rates;
    }

    private double seconds(Read read) {
        return (read.nanos() - beginNanos) / NANOS_PER_SECOND;
    }
}
