package org.banip.mbu.send;

import java.util.OptionalLong;
import org.banip.mbu.send.QueuedItem.Lost;
import org.jspecify.annotations.Nullable;

/**
 * The retirements of groups that wait in a {@link SetQueue}. A group may be back before its retirement has left the queue: then the retirement takes
 * the instant along. Guarded by the queue; only {@link #tell} is called without its monitor.
 */
final class WaitingRetirements {
    /** Of each group its last retirement, while it waits. */
    private final @Nullable Lost[] waiting;

    /** Is told of groups that are back, if their retirement has left the queue. */
    private SetQueue.@Nullable Sink returns;

    /** None waits. */
    WaitingRetirements(int groups) {
        waiting = new Lost[groups];
    }

    /** Who is told of groups that are back; before the first retirement. */
    void noteReturns(SetQueue.Sink to) {
        returns = to;
    }

    /** A retirement is in the queue. */
    void waits(Lost retirement) {
        waiting[retirement.group] = retirement;
    }

    /** An item leaves the queue. */
    void leaves(QueuedItem item) {
        if (waiting[item.group] == item) {
            waiting[item.group] = null;
        }
    }

    /** The group is back since this instant. Returns whether its retirement waits and takes the instant along. */
    boolean isBack(int group, long nanos) {
        Lost retirement = waiting[group];
        if (retirement != null) {
            retirement.backNanos = OptionalLong.of(nanos);
        }
        return retirement != null;
    }

    /** Tells that a group is back whose retirement has left the queue. */
    void tell(int group, long nanos) {
        SetQueue.Sink to = returns;
        if (to != null) {
            to.back(group, nanos);
        }
    }
}
