package org.banip.surrogate.interconnect;

/**
 * Decides when what was stored is to be acknowledged at once: the MBU keeps it, and where it came fast, acknowledgements cost little and the MBU's
 * send window waits for them ("Reverse channel", docs/protocol.md). Belongs to the store's writer.
 */
final class StoredBytes {
    /** When this many bytes wait, they are acknowledged at once, whatever their rate. */
    static final long MOST = 16_384;
    /** A burst of two packets or more is acknowledged after this many bytes, a flush of an MBU, then after twice as many, and so on. */
    private static final long LEAST = 1_024;
    /** A burst has at least 40,000 bytes a second. How fast the packet that begins it came is not known. */
    private static final long NANOS_PER_BYTE = 25_000;

    private long waiting;
    private long first;
    private long afterFirst;
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
            beginBurst(bytes, nowNanos);
        } else {
            afterFirst += bytes;
        }
        if (!isDue(nowNanos) && waiting < MOST) {
            return false;
        }
        limit = Math.min(2 * limit, MOST);
        beginBurst(0, nowNanos);
        waiting = 0;
        return true;
    }

    /** All that was added is acknowledged for another reason. */
    void acknowledged() {
        waiting = 0;
    }

    private boolean isDue(long nowNanos) {
        boolean fast = afterFirst > 0 && afterFirst * NANOS_PER_BYTE >= nowNanos - sinceNanos;
        return fast && first + afterFirst >= limit;
    }

    private void beginBurst(int bytes, long nowNanos) {
        first = bytes;
        afterFirst = 0;
        sinceNanos = nowNanos;
    }
}
