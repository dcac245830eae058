package org.banip.mbu.interconnect;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures one path over all its connections: round trip, rate, and what was sent. The sending thread counts, the threads that read acknowledgements
 * report them, one at a time. Any thread reads.
 */
public final class PathMeter {
    private static final int ROUND_TRIP_SHARE = 8; // RFC 6298, section 2.3
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final int link;
    private final AtomicLong packets = new AtomicLong();
    private final AtomicLong packetsRedundant = new AtomicLong();
    private final AtomicLong bytesRedundant = new AtomicLong();

    private final DeliveryRate rate = new DeliveryRate(); // guarded by this
    private volatile long bytesPerSecond;
    private volatile long roundTripNanos;

    /** Nothing is known yet of the path of this link. */
    PathMeter(int link) {
        this.link = link;
    }

    /** The link's number. */
    int link() {
        return link;
    }

    /** An item is sent. */
    void sent() {
        packets.incrementAndGet();
    }

    /** An item is sent that another path has under way. */
    void sentAsWell(int bytes) {
        packets.incrementAndGet();
        packetsRedundant.incrementAndGet();
        bytesRedundant.addAndGet(bytes);
    }

    /** Bytes were acknowledged, the last of them after this time. */
    synchronized void acknowledged(long bytes, long nanos, long nowNanos) {
        long before = roundTripNanos;
        roundTripNanos = before == 0 ? nanos : before + (nanos - before) / ROUND_TRIP_SHARE;
        rate.delivered(bytes, nanos, nowNanos);
        bytesPerSecond = rate.bytesIn(SECOND_NANOS);
    }

    /** The round trip, smoothed; 0 until it is known. */
    public long roundTripNanos() {
        return roundTripNanos;
    }

    /** The highest rate that was measured lately; 0 until it is known. */
    public long bytesPerSecond() {
        return bytesPerSecond;
    }

    /** Packets and gaps sent. */
    public long packets() {
        return packets.get();
    }

    /** Those that another path had under way. */
    public long packetsRedundant() {
        return packetsRedundant.get();
    }

    /** The bytes of those. */
    public long bytesRedundant() {
        return bytesRedundant.get();
    }
}
