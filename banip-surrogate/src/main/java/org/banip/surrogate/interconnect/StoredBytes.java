package org.banip.surrogate.interconnect;

/**
 * Decides when what was stored is to be acknowledged at once: the MBU keeps it, and where it came fast, acknowledgements cost little and the MBU's
 * send window waits for them ("Reverse channel", docs/protocol.md). Belongs to the store's writer.
 */
final class StoredBytes {
    /** When this many bytes wait, they are acknowledged at once, whatever their rate. */
    static final long MOST = 16_384;
    /** A burst is acknowledged after this many bytes, then after twice as many, and so on. The packet that begins it does not count. */
    private static final long LEAST = 2_048;
    /** A burst has at least 40,000 bytes a second. */
    private static final long NANOS_PER_BYTE = 25_000;

    private long waiting;
    private long burst;
    private long limit = LEAST;
    private long sinceNanos;

    /** Begins to count at this instant. */
    StoredBytes(long nowNanos) {
        sinceNanos = nowNanos;
    }

    /** Adds bytes of payload that were stored. Returns whether all of them are to be acknowledged now. */
    boolean add(int bytes, long nowNanos) {
        waiting += bytes;
        if (nowNanos - sinceNanos > limit * NANOS_PER_BYTE) {
            limit = LEAST;
            beginBurst(nowNanos); // how fast these bytes came is not known
        } else {
            burst += bytes;
        }
        if (burst < limit && waiting < MOST) {
            return false;
        }
        limit = Math.min(2 * limit, MOST);
        beginBurst(nowNanos);
        waiting = 0;
        return true;
    }

    /** All that was added is acknowledged for another reason. */
    void acknowledged() {
        waiting = 0;
    }

    private void beginBurst(long nowNanos) {
        burst = 0;
        sinceNanos = nowNanos;
    }
}
