package org.banip.measure.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The saw-tooth of latency below the capacity of a link that waits for its bearer after each rest. Latency rises by the wait, then falls
 * while the queue drains (BANip thesis, 2003).
 *
 * @param drainedBytes payload between two waits
 * @param waitMillis latency that the first wait added
 */
public record SawTooth(long drainedBytes, double waitMillis) {
    private static final double MILLIS_PER_SECOND = 1000;
    private static final double BITS = 8;

    /**
     * Finds the first whole tooth.
     *
     * @param riseMillis if latency rises by at least this from one datagram to the next, that is a wait
     */
    public static Optional<SawTooth> first(List<DatagramArrival> arrivals, double riseMillis) {
        List<Integer> rises = new ArrayList<>();
        for (int index = 1; index < arrivals.size() && rises.size() < 2; index++) {
            if (rise(arrivals, index) >= riseMillis) {
                rises.add(index);
            }
        }
        if (rises.size() < 2) {
            return Optional.empty();
        }
        long drained = arrivals.subList(rises.get(0), rises.get(1)).stream()
                .mapToLong(DatagramArrival::payload)
                .sum();
        return Optional.of(new SawTooth(drained, rise(arrivals, rises.get(0))));
    }

    private static double rise(List<DatagramArrival> arrivals, int index) {
        return arrivals.get(index).latencyMillis() - arrivals.get(index - 1).latencyMillis();
    }

    /**
     * The rate of the medium, payload, in kbit/s: {@code R = 8 B / (1000 B / R_ref - T)}.
     *
     * @param referenceBytesPerSecond rate at which payload was sent
     */
    public double mediumKilobits(double referenceBytesPerSecond) {
        return BITS * drainedBytes / (MILLIS_PER_SECOND * drainedBytes / referenceBytesPerSecond - waitMillis);
    }
}
