package org.banip.server.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.banip.server.quota.PeerPace;

/**
 * Others can cause some entries at will. This bounds them for each event and minute: those of one peer, and those of all peers. The rest is counted.
 * Any thread.
 */
final class AuditPace {
    /** Of one event, with the same name and address. */
    static final int OF_PEER = 30;
    /** Of one event. */
    static final int OF_ALL = 600;

    private final PeerPace<AuditEvent> pace;

    AuditPace(LongSupplier nanoClock) {
        pace = new PeerPace<>(nanoClock, Duration.ofMinutes(1), OF_PEER, OF_ALL);
    }

    /** Whether there is room for it in this minute; otherwise it is counted. */
    boolean admits(AuditEntry entry) {
        return !entry.event().isBounded() || pace.admits(entry.event(), entry.peer());
    }

    /**
     * What was left out and is not told yet.
     *
     * @param atOnce otherwise not before the minute is over
     */
    List<AuditEntry> takeLeftOut(boolean atOnce) {
        List<AuditEntry> entries = new ArrayList<>();
        if (atOnce || pace.isPeriodOver()) {
            pace.takeLeftOut()
                    .forEach((event, count) -> entries.add(AuditEntry.of(AuditEvent.LEFT_OUT)
                            .with("of", event.token())
                            .with("count", count)));
        }
        return entries;
    }
}
