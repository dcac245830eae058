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
    private final List<PathNetwork> networks;
    private final List<PathMeter> meters;
    private final List<LinkErrors> errors;

    /** Of each normal path: when it was known last to have a connection. */
    private final long[] connectedNanos;

    private final boolean[] connected;
    /** When all of them were without a connection or waited for an acknowledgement for too long, the last time. */
    private long doubtedNanos;

    /** Of a path beside the normal ones, which have these networks, meters and errors, in the same order. */
    ColdStandBy(InterconnectSetup setup, List<PathNetwork> networks, List<PathMeter> meters, List<LinkErrors> errors) {
        this.setup = setup;
        this.networks = networks;
        this.meters = meters;
        this.errors = errors;
        doubtedNanos = setup.clock().epochNanos();
        connected = new boolean[meters.size()];
        connectedNanos = new long[meters.size()];
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
        for (int n = 0; n < meters.size(); n++) {
            until = Math.max(until, nanosUntilDoubt(n, nowNanos));
        }
        doubtedNanos = until <= 0 ? nowNanos : doubtedNanos;
        return until;
    }

    private long nanosUntilDoubt(int n, long nowNanos) {
        PathMeter meter = meters.get(n);
        if (!networks.get(n).isThere() || errors.get(n).finalError() != null) {
            connected[n] = false;
            return 0;
        }
        boolean was = connected[n];
        connected[n] = meter.isConnected();
        connectedNanos[n] = was || connected[n] ? nowNanos : connectedNanos[n];
        if (!connected[n]) {
            return connectedNanos[n] + meter.doubtNanos() - nowNanos;
        }
        if (setup.spool().packets() == 0) {
            return NOT_WAITING;
        }
        long waited = meter.waitedNanos(setup.spool().overdueNanos(meter.number()), nowNanos);
        return meter.doubtNanos() - waited;
    }

    /** Not positive if all normal paths are late or have no connection. */
    private long nanosUntilLate(long nowNanos) {
        for (int n = 0; n < meters.size(); n++) {
            if (meters.get(n).isGood() && nanosUntilDoubt(n, nowNanos) > 0) {
                return NOT_WAITING;
            }
        }
        return 0;
    }
}
