package org.banip.mbu.interconnect;

import java.util.Arrays;
import java.util.List;

/**
 * Says when a backup that stands by without a connection is needed: when all normal paths are in doubt (docs/paths.md, "Backups that stand by"). One
 * thread at a time.
 */
final class ColdStandBy {
    /** What is not under way yet may be soon. */
    private static final long NOT_WAITING = Long.MAX_VALUE;

    private final InterconnectSetup setup;
    private final List<Link> normal;

    /** Of each normal path: when it was known last to have a connection. */
    private final long[] connectedNanos;

    private final boolean[] connected;
    /** When all of them were without a connection or waited for an acknowledgement for too long, the last time. */
    private long doubtedNanos;

    /** Of a path beside these normal ones. */
    ColdStandBy(InterconnectSetup setup, List<Link> normal) {
        this.setup = setup;
        this.normal = normal;
        doubtedNanos = setup.clock().epochNanos();
        connected = new boolean[normal.size()];
        connectedNanos = new long[normal.size()];
        Arrays.fill(connectedNanos, doubtedNanos);
    }

    /** Time until the path is needed if nothing changes: not positive if it is needed now, {@link Long#MAX_VALUE} if nothing is under way. */
    long nanosUntilNeeded(long nowNanos) {
        return Math.min(nanosUntilDoubt(nowNanos), nanosUntilLate(nowNanos));
    }

    /** Whether it is no longer needed: a normal path is good, and has not been in doubt for a while. */
    boolean isOver(long nowNanos) {
        return nanosUntilDoubt(nowNanos) > 0
                && nanosUntilLate(nowNanos) > 0
                && nowNanos - doubtedNanos >= setup.policy().returnAfter().toNanos();
    }

    /** Until all normal paths have no connection, or have waited for too long. */
    private long nanosUntilDoubt(long nowNanos) {
        long until = Long.MIN_VALUE;
        for (int n = 0; n < normal.size(); n++) {
            until = Math.max(until, nanosUntilDoubt(n, nowNanos));
        }
        doubtedNanos = until <= 0 ? nowNanos : doubtedNanos;
        return until;
    }

    private long nanosUntilDoubt(int n, long nowNanos) {
        Link link = normal.get(n);
        if (!link.network().isThere()) {
            connected[n] = false;
            return 0;
        }
        boolean was = connected[n];
        connected[n] = link.meter().isConnected();
        connectedNanos[n] = was || connected[n] ? nowNanos : connectedNanos[n];
        if (!connected[n]) {
            return connectedNanos[n] + link.meter().doubtNanos() - nowNanos;
        }
        if (setup.spool().packets() == 0) {
            return NOT_WAITING;
        }
        long waited = link.meter().waitedNanos(setup.spool().overdueNanos(link.number()), nowNanos);
        return link.meter().doubtNanos() - waited;
    }

    /** Not positive if all normal paths are late or have no connection. */
    private long nanosUntilLate(long nowNanos) {
        for (int n = 0; n < normal.size(); n++) {
            if (normal.get(n).meter().isGood() && nanosUntilDoubt(n, nowNanos) > 0) {
                return NOT_WAITING;
            }
        }
        return 0;
    }
}
