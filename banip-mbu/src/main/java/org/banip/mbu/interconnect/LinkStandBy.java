package org.banip.mbu.interconnect;

import java.util.function.BooleanSupplier;
import org.banip.mbu.stage.WakeUp;
import org.jspecify.annotations.Nullable;

/**
 * Whether a link has a connection now. That of a backup that stands by cold has none while it is not needed. Belongs to the link's thread, except for
 * what is volatile.
 */
final class LinkStandBy {
    private final InterconnectSetup setup;
    private final int link;
    private final WakeUp work;
    private final long mostNanos;
    /** Null for a path that always has a connection. Set before the thread begins. */
    private @Nullable ColdStandBy cold;

    private volatile boolean standsBy;

    /**
     * Of a path that always has a connection.
     *
     * @param work raised when there may be something to send
     * @param mostNanos after so long it looks whether the link is needed although nothing has told of a change
     */
    LinkStandBy(InterconnectSetup setup, int link, WakeUp work, long mostNanos) {
        this.setup = setup;
        this.link = link;
        this.work = work;
        this.mostNanos = mostNanos;
    }

    /** The path is a backup without a connection while it is not needed; before the thread begins. */
    void begin(ColdStandBy how) {
        cold = how;
    }

    /** Waits while the link is not needed. Returns whether it goes on. */
    boolean awaitNeed(BooleanSupplier over) throws InterruptedException {
        ColdStandBy how = cold;
        try {
            while (!over.getAsBoolean()) {
                long wait = how == null ? 0 : how.nanosUntilNeeded(setup.clock().epochNanos());
                if (wait <= 0) {
                    return true;
                }
                standsBy = true;
                work.await(setup.clock(), Math.min(wait, mostNanos));
            }
            return false;
        } finally {
            standsBy = false;
        }
    }

    /** Whether the link has no connection because it is not needed. Any thread. */
    boolean isStandingBy() {
        return standsBy;
    }

    /** Whether the link, which has a connection, is to stand by again; the thread that polls. */
    boolean isDue(long nowNanos) {
        ColdStandBy how = cold;
        return how != null && how.isOver(nowNanos) && setup.spool().outstanding(link) == 0;
    }
}
