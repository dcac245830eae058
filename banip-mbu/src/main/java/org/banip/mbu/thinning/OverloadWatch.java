package org.banip.mbu.thinning;

import java.util.function.IntPredicate;
import org.banip.mbu.settings.SendPolicySettings;

/**
 * Decides how many groups are thinned. The groups have an order: the first is thinned first, and gets its full rate back last. Belongs to the
 * encoding thread.
 *
 * <p>An overload is lasting if packets are late for {@code thinAfter} although the host acknowledges, and are no less late at the end of that time
 * than at its beginning. So neither an outage nor the backlog after an outage is an overload. After each such time one more group is thinned. When
 * no packet was late for the calm time ({@code fullRateAfter}), one group gets its full rate back. If an overload follows within twice the calm
 * time, the calm time doubles, up to {@code fullRateAfterAtMost}. A group that is sent at its lower rate anyway costs no time: thinning it changes
 * nothing, so the next one is thinned, or gets its full rate back, as well.
 */
public final class OverloadWatch {
    private static final long EVERY_NANOS = 1_000_000_000L;
    /** A backlog that shrinks by this part of the time that passes is drained, and not an overload. */
    private static final int DRAINED_PART = 10;

    private final SendPolicySettings settings;
    private final IntPredicate ordered;

    private long nextNanos = Long.MIN_VALUE;
    private int thinned;

    // While packets are late.
    private boolean late;
    private long lateFromNanos;
    private long lateBy;
    private long progressBefore;

    // While they are not.
    private long calmFromNanos = Long.MIN_VALUE;
    private long calmNanos;
    private long returnedNanos = Long.MIN_VALUE;

    /**
     * A watch that has thinned nothing.
     *
     * @param ordered whether the group with this place in the order is sent at its lower rate anyway, by order of the host
     */
    public OverloadWatch(SendPolicySettings settings, IntPredicate ordered) {
        this.settings = settings;
        this.ordered = ordered;
        calmNanos = settings.fullRateAfter().toNanos();
    }

    /** Whether it is time to look again: once a second. */
    public boolean isDue(long nowNanos) {
        return nowNanos >= nextNanos;
    }

    /** The number of groups that are thinned. */
    public int thinned() {
        return thinned;
    }

    /**
     * Looks at the waiting packets.
     *
     * @param lateBy by how much longer than its latency bound a packet waits; zero or less if none does
     * @param mayThin how many groups may be thinned for that packet. If more are thinned, the last of them has no part in the delay
     * @param progress a number that changes when the host has acknowledged something
     * @return how many groups are thinned from now on
     */
    public int look(long nowNanos, long lateBy, int mayThin, long progress) {
        nextNanos = nowNanos + EVERY_NANOS;
        if (lateBy > 0 && mayThin >= thinned) {
            calmFromNanos = Long.MIN_VALUE;
            lookWhileLate(nowNanos, lateBy, mayThin, progress);
        } else {
            late = false;
            lookWhileCalm(nowNanos);
        }
        return thinned;
    }

    private void lookWhileLate(long nowNanos, long by, int mayThin, long progress) {
        if (!late) {
            startLate(nowNanos, by, progress);
        }
        long passed = nowNanos - lateFromNanos;
        if (passed >= settings.thinAfter().toNanos()) {
            boolean lasting = by > lateBy - passed / DRAINED_PART && progress != progressBefore;
            if (lasting && thinned < mayThin) {
                do {
                    thinned++;
                } while (thinned < mayThin && ordered.test(thinned - 1));
                lengthenCalm(nowNanos);
            }
            startLate(nowNanos, by, progress);
        }
    }

    private void startLate(long nowNanos, long by, long progress) {
        late = true;
        lateFromNanos = nowNanos;
        lateBy = by;
        progressBefore = progress;
    }

    private void lengthenCalm(long nowNanos) {
        boolean soon = returnedNanos != Long.MIN_VALUE && nowNanos - returnedNanos < 2 * calmNanos;
        calmNanos = soon
                ? Math.min(2 * calmNanos, settings.fullRateAfterAtMost().toNanos())
                : settings.fullRateAfter().toNanos();
    }

    private void lookWhileCalm(long nowNanos) {
        if (calmFromNanos == Long.MIN_VALUE) {
            calmFromNanos = nowNanos;
        }
        if (thinned > 0 && nowNanos - calmFromNanos >= calmNanos) {
            do {
                thinned--;
            } while (thinned > 0 && ordered.test(thinned));
            calmFromNanos = nowNanos;
            returnedNanos = nowNanos;
        }
    }
}
