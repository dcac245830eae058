package org.banip.measure.probe;

import java.util.List;

/**
 * What a TCP probe saw.
 *
 * @param beginNanos when it began to connect
 * @param reads what the receiver got
 */
public record TcpResult(long beginNanos, List<Read> reads) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** What is behind a lost segment comes at once when that is repaired: only a long look makes it steady. */
    private static final double PEAK_WINDOW_SECONDS = 20;

    private static final double USE_WINDOW_SECONDS = 5;

    private static final double FULL = 0.95;

    /**
     * Bytes that arrived together.
     *
     * @param nanos when
     * @param bytes how many
     */
    public record Read(long nanos, int bytes) {}

    /** Owns its list. */
    public TcpResult {
        reads = List.copyOf(reads);
    }

    /** What arrived in all. */
    public long bytes() {
        return reads.stream().mapToLong(Read::bytes).sum();
    }

    /** Bytes a second, from the beginning to the last arrival. */
    public double averageBytesPerSecond() {
        return reads.isEmpty() ? 0 : bytes() / seconds(reads.get(reads.size() - 1));
    }

    /**
     * Bytes a second from the first arrival to the last; NaN if all came at once. Not from a later beginning: what is behind a lost
     * segment waits for it and then comes at once, faster than the link.
     */
    public double steadyBytesPerSecond() {
        return reads.size() < 2
                ? Double.NaN
                : (bytes() - reads.get(0).bytes()) / (seconds(reads.get(reads.size() - 1)) - seconds(reads.get(0)));
    }

    /** Bytes a second in the best 20 seconds, or all the time if there were fewer; beyond the link's rate where a loss was repaired. */
    public double peakBytesPerSecond() {
        double peak = 0;
        for (double rate : rates(PEAK_WINDOW_SECONDS)) {
            peak = Math.max(peak, rate);
        }
        return peak == 0 ? averageBytesPerSecond() : peak;
    }

    /** Seconds from the beginning until five seconds begin that reach 95 % of the steady rate; NaN if there are none. */
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

    /** For each read, bytes a second in the time that it begins; 0 if there was not so much time left. */
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
