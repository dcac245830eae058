package org.banip.measure.probe;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What a TCP probe saw.
 *
 * @param beginNanos when it began to connect
 * @param reads what the receiver got
 */
public record TcpResult(long beginNanos, List<Read> reads) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** As long as a link that delivers a burst every now and then needs to look steady. */
    private static final double WINDOW_SECONDS = 5;

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

    /** Bytes a second once it is under way: those of the second half of all bytes; NaN if they came at once. */
    public double steadyBytesPerSecond() {
        long all = bytes();
        long before = 0;
        int middle = 0;
        while (middle < reads.size() && before < all / 2) {
            before += reads.get(middle++).bytes();
        }
        if (middle == 0 || middle == reads.size()) {
            return Double.NaN;
        }
        return (all - before) / (seconds(reads.get(reads.size() - 1)) - seconds(reads.get(middle - 1)));
    }

    /** Bytes a second in the best five seconds, or all the time if there were fewer. */
    public double peakBytesPerSecond() {
        double peak = 0;
        for (double rate : rates()) {
            peak = Math.max(peak, rate);
        }
        return peak == 0 ? averageBytesPerSecond() : peak;
    }

    /** Seconds from the beginning until the link is used to 95 % of the peak, looking five seconds ahead; NaN if that is never. */
    public double secondsToFullUse() {
        double full = FULL * peakBytesPerSecond();
        double[] rates = rates();
        for (int index = 0; index < rates.length; index++) {
            if (rates[index] >= full) {
                return seconds(reads.get(index));
            }
        }
        return Double.NaN;
    }

    /** For each read, bytes a second in the five seconds that it begins; 0 if there were no five more. */
    private double[] rates() {
        double[] rates = new double[reads.size()];
        Deque<Integer> open = new ArrayDeque<>();
        long[] sums = new long[reads.size() + 1];
        for (int index = 0; index < reads.size(); index++) {
            sums[index + 1] = sums[index] + reads.get(index).bytes();
            open.add(index);
            double now = seconds(reads.get(index));
            while (now - seconds(reads.get(open.element())) >= WINDOW_SECONDS) {
                int first = open.remove();
                rates[first] = (sums[index + 1] - sums[first + 1]) / (now - seconds(reads.get(first)));
            }
        }
        return rates;
    }

    private double seconds(Read read) {
        return (read.nanos() - beginNanos) / NANOS_PER_SECOND;
    }
}
