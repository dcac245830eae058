package org.banip.surrogate.store;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Decides how long the writer gathers items before a commit (docs/store.md, "Durability"). A commit costs a sync, and its last page is written
 * again by the next one. So commits begin at least 10 ms apart. But the writer does not wait for items that nobody will send: once as many items
 * are queued as interconnects have sent in the last 100 ms, all of them may be waiting for their acknowledgements. Used by the writer's thread.
 */
final class CommitPace {
    private static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Interconnects are told apart by their identifiers modulo this number. */
    private static final int TOLD_APART = 1024;

    private final BitSet senders = new BitSet(TOLD_APART);
    private int sendersBefore;
    private long windowBegan;
    private long commitBegan;

    CommitPace(long nowNanos) {
        windowBegan = nowNanos;
        commitBegan = nowNanos - APART_NANOS;
    }

    /** A commit of these items begins. */
    void begins(List<WriteRequest> requests, long nowNanos) {
        commitBegan = nowNanos;
        if (nowNanos - windowBegan > WINDOW_NANOS) {
            boolean recent = nowNanos - windowBegan < 2 * WINDOW_NANOS;
            sendersBefore = recent ? senders.cardinality() : 0;
            senders.clear();
            windowBegan = nowNanos;
        }
        for (int i = 0; i < requests.size(); i++) {
            senders.set((int) (requests.get(i).interconnect().id() & TOLD_APART - 1));
        }
    }

    /** When the next commit may begin, whatever is queued. */
    long nextNanos() {
        return commitBegan + APART_NANOS;
    }

    /** With this number of items queued, the next commit may begin at once. */
    int enough() {
        return Math.max(1, Math.max(sendersBefore, senders.cardinality()));
    }
}
