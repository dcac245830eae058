package org.banip.mbu.interconnect;

/**
 * The items that were sent on a connection and are not acknowledged, of each request body. Guarded by its {@link SendWindow}.
 *
 * <p>With several paths an acknowledgement may wait for what other paths carry, and {@link Receipts} tell what has arrived.
 */
final class SentItems {
    /** The exchange's only request body, or that without alarms. */
    static final int TOGETHER = 0;
    /** The request body of alarms alone. */
    static final int APART = 1;

    private static final int LEFT_BEHIND = 2;
    /** The position of an item whose arrival only an acknowledgement tells: with one path, and of alarms in a body of their own. */
    private static final long NO_RECEIPT = 0;

    private final Receipts receipts;
    private final boolean severalPaths;
    /** Those of each request body, and those that another path left behind: the host may store those of one before older ones of another. */
    private final SentFlushes[] sent = {new SentFlushes(), new SentFlushes(), new SentFlushes()};

    private long storedBytes;

    SentItems(Receipts receipts, boolean severalPaths) {
        this.receipts = receipts;
        this.severalPaths = severalPaths;
    }

    /** An item is sent in a request body. */
    void add(int body, int group, long nextSequence, int bytes, long nowNanos) {
        long position = severalPaths && body != APART ? receipts.sent(bytes) : NO_RECEIPT;
        sent[sent[body].hadLater(group, nextSequence) ? LEFT_BEHIND : body].add(
                group, nextSequence, bytes, position, nowNanos);
    }

    /**
     * The host has stored all items of each group before these numbers. Removes them.
     *
     * @return when the last of them was sent; 0 if there is none
     */
    long removeStored(long[] next) {
        long sentNanos = 0;
        long position = 0;
        storedBytes = 0;
        for (SentFlushes items : sent) {
            while (items.firstIsStored(next)) {
                sentNanos = Math.max(sentNanos, items.firstSentNanos());
                // Of what was sent after later items, another path may have brought it: then nothing is known of what
                // went before it here.
                position = items == sent[LEFT_BEHIND] ? position : Math.max(position, items.firstPosition());
                storedBytes += items.firstPosition() == NO_RECEIPT ? items.firstBytes() : 0;
                items.removeFirst();
            }
        }
        position = isEmpty() ? receipts.position() : position;
        storedBytes += sentNanos == 0 ? 0 : receipts.arrivedUpTo(position);
        return sentNanos;
    }

    private boolean isEmpty() {
        for (SentFlushes items : sent) {
            if (!items.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** How many bytes are known to have arrived by those that were removed last, and were not known before. */
    long storedBytes() {
        return storedBytes;
    }
}
