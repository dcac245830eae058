package org.banip.surrogate.alert;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.store.SideTables;
import org.slf4j.Logger;

/**
 * Contacts for which something waits, and which are not in the file any more: what waits for them ends after a while. Until then they may come back, and
 * another host of the store may have a newer file. Owned by the outbox's thread.
 */
final class MissingContacts {
    private static final Logger LOG = ServerLog.of(MissingContacts.class);

    private final SideTables tables;
    private final LongSupplier clock;
    private final Duration endsAfter;
    /** When each was first missed, by {@link System#nanoTime}. */
    private final Map<String, Long> missedAt = new HashMap<>();

    private final AtomicLong ended = new AtomicLong();

    MissingContacts(SideTables tables, LongSupplier clock, Duration endsAfter) {
        this.tables = tables;
        this.clock = clock;
        this.endsAfter = endsAfter;
    }

    /** Ends what waits for those that have been missing for long. Without a file no contact is missing. */
    void look(ContactRules rules, Set<String> waits) {
        missedAt.keySet().removeIf(name -> rules.contacts().containsKey(name) || !waits.contains(name));
        if (rules == ContactRules.NONE) {
            return;
        }
        long now = System.nanoTime();
        for (String name : waits) {
            if (rules.contacts().containsKey(name)) {
                continue;
            }
            Long since = missedAt.putIfAbsent(name, now);
            if (since == null) {
                LOG.warn(
                        "- contact {} is not in the file any more; what waits for it ends in {} s",
                        name,
                        endsAfter.toSeconds());
            } else if (now - since >= endsAfter.toNanos()) {
                LOG.error("- contact {} is not in the file any more; deliveries that have ended: {}", name, end(name));
            }
        }
    }

    private long end(String name) {
        long all = 0;
        int some;
        do {
            some = tables.write(
                    "end deliveries of alerts",
                    connection -> OutboxRows.remove(connection, name, tables.nowNanos(connection, clock)));
            ended.addAndGet(some);
            all += some;
        } while (some > 0);
        return all;
    }

    /** Deliveries that have ended. Any thread. */
    long ended() {
        return ended.get();
    }
}
