package org.banip.server.audit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Others can cause some entries at will. This bounds them for each event and minute: those of one peer, and those of all peers. The rest is counted.
 * Guarded by its monitor.
 */
final class AuditPace {
    /** Of one event, with the same name and address. */
    static final int OF_PEER = 30;
    /** Of one event. */
    static final int OF_ALL = 600;

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanoClock;
    private final Map<String, Integer> ofPeers = new HashMap<>();
    private final Map<AuditEvent, Integer> ofAll = new EnumMap<>(AuditEvent.class);
    private final Map<AuditEvent, Long> leftOut = new EnumMap<>(AuditEvent.class);
    private long begunNanos;

    AuditPace(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        begunNanos = nanoClock.getAsLong();
    }

    /** Whether there is room for it in this minute; otherwise it is counted. */
    synchronized boolean admits(AuditEntry entry) {
        if (!entry.event().isBounded()) {
            return true;
        }
        long now = nanoClock.getAsLong();
        if (now - begunNanos >= MINUTE_NANOS) {
            begunNanos = now;
            ofPeers.clear();
            ofAll.clear();
        }
        AuditEvent event = entry.event();
        if (ofAll.getOrDefault(event, 0) < OF_ALL
                && ofPeers.merge(event + " " + entry.peer(), 1, Integer::sum) <= OF_PEER) {
            ofAll.merge(event, 1, Integer::sum);
            return true;
        }
        leftOut.merge(event, 1L, Long::sum);
        return false;
    }

    /**
     * What was left out and is not told yet.
     *
     * @param atOnce otherwise not before the minute is over
     */
    synchronized List<AuditEntry> takeLeftOut(boolean atOnce) {
        if (leftOut.isEmpty() || !atOnce && nanoClock.getAsLong() - begunNanos < MINUTE_NANOS) {
            return List.of();
        }
        List<AuditEntry> entries = new ArrayList<>();
        leftOut.forEach((event, count) -> entries.add(
                AuditEntry.of(AuditEvent.LEFT_OUT).with("of", event.token()).with("count", count)));
        leftOut.clear();
        return entries;
    }
}
