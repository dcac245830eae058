package org.banip.measure.probe;

import java.util.List;

/**
 * Result of a UDP probe.
 *
 * @param sent number of sent datagrams
 * @param bytesPerSecond rate of sending, headers included
 * @param arrivals the datagrams that arrived, in order
 */
public record UdpResult(int sent, double bytesPerSecond, List<DatagramArrival> arrivals) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    /** Copies the list. */
    public UdpResult {
        arrivals = List.copyOf(arrivals);
    }

    /** Share of datagrams that did not arrive. */
    public double loss() {
        return 1 - (double) arrivals.size() / sent;
    }

    /** Bytes per second that arrived, headers included, from the first arrival to the last; NaN with fewer than two. */
    public double receivedBytesPerSecond() {
        if (arrivals.size() < 2) {
            return Double.NaN;
        }
        DatagramArrival first = arrivals.get(0);
        DatagramArrival last = arrivals.get(arrivals.size() - 1);
        long bytes =
                arrivals.stream().skip(1).mapToLong(DatagramArrival::wireBytes).sum();
        return bytes * NANOS_PER_SECOND / (last.arrivedNanos() - first.arrivedNanos());
    }

    /** Median latency; NaN if none arrived. */
    public double medianLatencyMillis() {
        double[] sorted = arrivals.stream()
                .mapToDouble(DatagramArrival::latencyMillis)
                .sorted()
                .toArray();
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    /** Growth of latency in seconds per second: slope of the least-squares line; 0 if the link keeps up. */
    public double latencyTrend() {
        double meanSent =
                arrivals.stream().mapToDouble(this::sentSeconds).average().orElse(0);
        double meanLatency = arrivals.stream()
                        .mapToDouble(DatagramArrival::latencyMillis)
                        .average()
                        .orElse(0)
                / MILLIS_PER_SECOND;
        double covariance = 0;
        double variance = 0;
        for (DatagramArrival arrival : arrivals) {
            double time = sentSeconds(arrival) - meanSent;
            covariance += time * (arrival.latencyMillis() / MILLIS_PER_SECOND - meanLatency);
            variance += time * time;
        }
        return variance == 0 ? 0 : covariance / variance;
    }

    private double sentSeconds(DatagramArrival arrival) {
        return (arrival.sentNanos() - arrivals.get(0).sentNanos()) / NANOS_PER_SECOND;
    }

    /**
     * The rate that the link achieves, headers included, computed from a rate slightly above it. If latency grows by g seconds per second, data
     * sent in one second arrive in 1 + g seconds. Without growth the result is the rate of sending, and the link may achieve more.
     */
    public double achievableBytesPerSecond() {
        return bytesPerSecond / (1 + Math.max(0, latencyTrend()));
    }
}
