package org.banip.surrogate.viewer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.Who;
import org.banip.surrogate.alert.Alert;
import org.jspecify.annotations.Nullable;

/** Tells the audit log whose alerts somebody is shown: each BAN once in a minute for a person and address, however often they ask. Any thread. */
final class AlertsSeen {
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** As many as a list in an entry has. */
    private static final int MOST_BANS = 64;

    private static final int MOST_REMEMBERED = 10_000;

    private final Audit audit;
    private final LongSupplier nanoClock;
    /** When each viewer's BAN was told. */
    private final Map<Seen, Long> told = new ConcurrentHashMap<>();

    private record Seen(String viewer, String ban) {}

    AlertsSeen(Audit audit, LongSupplier nanoClock) {
        this.audit = audit;
        this.nanoClock = nanoClock;
    }

    /** Done when it is kept that somebody is shown these alerts; fails with {@code STORAGE_UNAVAILABLE} if it cannot be kept. */
    CompletableFuture<@Nullable Void> begin(Who who, String from, List<Alert> alerts) {
        String viewer = who.means() + " " + who.name() + " " + from;
        long now = nanoClock.getAsLong();
        Map<String, Long> counts = new TreeMap<>();
        for (Alert alert : alerts) {
            if (!isTold(new Seen(viewer, alert.ban()), now)) {
                counts.merge(alert.ban(), 1L, Long::sum);
            }
        }
        List<String> bans = new ArrayList<>(counts.keySet());
        List<CompletableFuture<?>> kept = new ArrayList<>();
        for (int first = 0; first < bans.size(); first += MOST_BANS) {
            List<String> some = bans.subList(first, Math.min(first + MOST_BANS, bans.size()));
            long count = some.stream().mapToLong(counts::get).sum();
            kept.add(audit.confirm(AuditEntry.of(AuditEvent.ALERTS_SEEN)
                            .by(who)
                            .from(from)
                            .with("bans", some)
                            .with("count", count))
                    .thenRun(() -> remember(viewer, some, now)));
        }
        return CompletableFuture.allOf(kept.toArray(CompletableFuture[]::new)).thenRun(() -> {});
    }

    private boolean isTold(Seen seen, long now) {
        Long before = told.get(seen);
        return before != null && now - before < MINUTE_NANOS;
    }

    private void remember(String viewer, List<String> bans, long now) {
        if (told.size() >= MOST_REMEMBERED) {
            told.values().removeIf(before -> now - before >= MINUTE_NANOS);
        }
        if (told.size() >= MOST_REMEMBERED) {
            told.clear(); // they are told once more
        }
        bans.forEach(ban -> told.put(new Seen(viewer, ban), now));
    }
}
