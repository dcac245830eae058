package org.banip.gateway.session;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The messages of a group that were refused for lack of room, and that their devices will most likely offer again. Until then no later one is taken:
 * otherwise the samples of the earlier one would be declared as left out. A message counts by its time, while it is offered again at least every
 * {@link #PATIENCE_NANOS}. Bounded. Guarded by its user.
 */
final class RefusedMessages {
    /** For how long the first one that found no room makes the later ones wait, if nobody offers it again. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final int MOST = 256;

    /** Until when each is waited for, by its time. */
    private final TreeMap<Long, Long> untilNanos = new TreeMap<>();

    /** Whether a message of this time has to wait for an earlier one. */
    boolean goesBefore(long instantNanos, long nowNanos) {
        untilNanos.values().removeIf(until -> nowNanos - until >= 0);
        return !untilNanos.isEmpty() && untilNanos.firstKey() < instantNanos;
    }

    /** It found no room. */
    void noRoom(long instantNanos, long nowNanos) {
        add(instantNanos, nowNanos + PATIENCE_NANOS);
    }

    /** It has to wait for an earlier one; nobody waits longer for it than for that one, so a device that offers nothing twice is heard again. */
    void waits(long instantNanos) {
        Map.Entry<Long, Long> first = untilNanos.firstEntry();
        if (first != null) {
            add(instantNanos, first.getValue());
        }
    }

    private void add(long instantNanos, long until) {
        if (untilNanos.size() < MOST || untilNanos.containsKey(instantNanos)) {
            untilNanos.merge(instantNanos, until, (before, now) -> now - before > 0 ? now : before);
        }
    }

    /** It is offered again. */
    void offered(long instantNanos) {
        untilNanos.remove(instantNanos);
    }
}
