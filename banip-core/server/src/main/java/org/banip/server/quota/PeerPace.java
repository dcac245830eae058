package org.banip.server.quota;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Bounds what others can cause at will, such as log lines: for each kind and period, those of one peer, and those of all peers. The first ones are
 * admitted, the rest is counted. A period begins with the first one that comes after the period before. Memory is bounded by the number that is
 * admitted. Any thread; guarded by its monitor.
 *
 * @param <K> the kinds, of which there are few; needs {@code equals} and {@code hashCode}
 */
public final class PeerPace<K> {
    private final LongSupplier nanoClock;
    private final long periodNanos;
    private final int ofPeer;
    private final int ofAll;

    private final Map<K, Map<String, Integer>> byPeer = new HashMap<>();
    private final Map<K, Integer> admitted = new HashMap<>();
    private final Map<K, Long> leftOut = new LinkedHashMap<>();
    private long begunNanos;

    /**
     * Nothing was admitted yet.
     *
     * @param nanoClock a monotonic clock
     * @param period at least a nanosecond
     * @param ofPeer most of one kind in a period of one peer, at least 1
     * @param ofAll most of one kind in a period, at least 1
     */
    public PeerPace(LongSupplier nanoClock, Duration period, int ofPeer, int ofAll) {
        if (period.toNanos() < 1 || ofPeer < 1 || ofAll < 1) {
            throw new IllegalArgumentException(
                    "period " + period + ", of a peer " + ofPeer + ", of all " + ofAll + ": each must be above 0");
        }
        this.nanoClock = nanoClock;
        periodNanos = period.toNanos();
        this.ofPeer = ofPeer;
        this.ofAll = ofAll;
    }

    /** Whether there is room for one more in this period; otherwise it is counted. */
    public synchronized boolean admits(K kind, String peer) {
        if (isPeriodOver()) {
            begunNanos = nanoClock.getAsLong();
            byPeer.clear();
            admitted.clear();
        }
        if (admitted.getOrDefault(kind, 0) < ofAll
                && byPeer.computeIfAbsent(kind, unused -> new HashMap<>()).merge(peer, 1, Integer::sum) <= ofPeer) {
            admitted.merge(kind, 1, Integer::sum);
            return true;
        }
        leftOut.merge(kind, 1L, Long::sum);
        return false;
    }

    /** Whether no period is under way. */
    public synchronized boolean isPeriodOver() {
        return admitted.isEmpty() || nanoClock.getAsLong() - begunNanos >= periodNanos;
    }

    /** Until the period under way is over, in nanoseconds; 0 if there is none. */
    public synchronized long nanosLeft() {
        return isPeriodOver() ? 0 : periodNanos - (nanoClock.getAsLong() - begunNanos);
    }

    /** How many of this kind were left out since this was asked last. */
    public synchronized long takeLeftOut(K kind) {
        Long count = leftOut.remove(kind);
        return count == null ? 0 : count;
    }

    /** How many of each kind were left out since this was asked last; in the order in which kinds were first left out. */
    public synchronized Map<K, Long> takeLeftOut() {
        Map<K, Long> counts = new LinkedHashMap<>(leftOut);
        leftOut.clear();
        return counts;
    }
}
