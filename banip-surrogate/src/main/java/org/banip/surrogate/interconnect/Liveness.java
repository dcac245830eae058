package org.banip.surrogate.interconnect;

import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.settings.LivenessSettings;

/** Liveness of an interconnect: active, silent after missed keep-alives, ended after the grace time. Owned by the
 * interconnect's serial executor; any thread may ask for the state. */
final class Liveness {
    private final long silentNanos;
    private final long expiresNanos;
    private volatile SurrogateState state = SurrogateState.ACTIVE;
    private long heardNanos;

    Liveness(LivenessSettings settings, long nowNanos) {
        silentNanos = settings.silentAfter().toNanos();
        expiresNanos = settings.expiresAfter().toNanos();
        heardNanos = nowNanos;
    }

    SurrogateState state() {
        return state;
    }

    /** The MBU was heard. Returns whether it was silent until now. */
    boolean heard(long nowNanos) {
        heardNanos = nowNanos;
        boolean wasSilent = state == SurrogateState.SILENT;
        if (wasSilent) {
            state = SurrogateState.ACTIVE;
        }
        return wasSilent;
    }

    /** Returns true once, when the MBU falls silent. */
    boolean fallsSilent(long nowNanos) {
        boolean falls = state == SurrogateState.ACTIVE && nowNanos - heardNanos > silentNanos;
        if (falls) {
            state = SurrogateState.SILENT;
        }
        return falls;
    }

    boolean expired(long nowNanos) {
        return state == SurrogateState.SILENT && nowNanos - heardNanos > expiresNanos;
    }

    /** How long the state stays as it is, at most the given time, if the MBU is not heard. */
    long quietNanos(long nowNanos, long most) {
        long next = state == SurrogateState.ACTIVE ? silentNanos : expiresNanos;
        return Math.min(most, heardNanos + next - nowNanos);
    }

    void end() {
        state = SurrogateState.ENDED;
    }
}
