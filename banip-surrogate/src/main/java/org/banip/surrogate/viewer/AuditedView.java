package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.banip.core.ban.SensorGroup;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.Who;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.jspecify.annotations.Nullable;

/**
 * A view for the audit log: its begin, which must be kept before anything is shown, and at its end, for each group, what was shown: sequence numbers,
 * and sampling instants of its first and last sensor set. Guarded by its monitor.
 */
final class AuditedView {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final Audit audit;
    private final Who who;
    private final String from;
    private final SurrogateDescription surrogate;
    private final boolean reduced;
    private final String wanted;
    private final Map<String, Range> seen = new LinkedHashMap<>();
    private boolean begun;

    private static final class Range {
        long firstSequence = Long.MAX_VALUE;
        long nextSequence;
        long fromNanos = Long.MAX_VALUE;
        long toNanos = Long.MIN_VALUE;
        long sets;
    }

    /**
     * A view that has not begun.
     *
     * @param reduced whether it has not everything; then sequence numbers tell nothing
     */
    AuditedView(Audit audit, Who who, HttpServletRequest request, SurrogateDescription surrogate, boolean reduced) {
        this.audit = audit;
        this.who = who;
        this.surrogate = surrogate;
        this.reduced = reduced;
        from = request.getRemoteAddr();
        String query = request.getQueryString();
        wanted = query == null ? "" : query;
    }

    /** Done when the begin is kept; fails if it cannot be kept. */
    CompletableFuture<@Nullable Void> begin() {
        AuditEntry entry = entry(AuditEvent.VIEW_BEGUN)
                .with(
                        "groups",
                        surrogate.ban().groups().stream().map(SensorGroup::name).toList());
        if (reduced) {
            entry.with("reduced", wanted);
        }
        return audit.confirm(entry).thenRun(this::setBegun);
    }

    private synchronized void setBegun() {
        begun = true;
    }

    private AuditEntry entry(AuditEvent event) {
        return AuditEntry.of(event)
                .by(who)
                .from(from)
                .with("ban", surrogate.ban().id())
                .with("session", surrogate.session().toString());
    }

    /** Data that are shown. */
    void shows(SensorData data) {
        shows(
                data.group(),
                data.header().sequence(),
                data.header().originNanos(),
                data.header().firstUnit(),
                data.header().firstUnit() + data.unitCount());
    }

    /** Data of a group that are shown: those of one packet. */
    synchronized void shows(SensorGroup group, long sequence, long originNanos, long firstUnit, long endUnit) {
        Range range = seen.computeIfAbsent(group.name(), name -> new Range());
        range.firstSequence = Math.min(range.firstSequence, sequence);
        range.nextSequence = Math.max(range.nextSequence, sequence + 1);
        range.fromNanos =
                Math.min(range.fromNanos, originNanos + group.frequency().nanosOfUnit(firstUnit));
        range.toNanos = Math.max(range.toNanos, originNanos + group.frequency().nanosOfUnit(endUnit - 1));
        range.sets += endUnit - firstUnit;
    }

    /** Nothing more is shown. */
    synchronized void end() {
        if (!begun) {
            return;
        }
        begun = false;
        List<Map<String, Object>> all = new ArrayList<>();
        seen.forEach((group, range) -> all.add(fields(group, range)));
        audit.record(entry(AuditEvent.VIEW_ENDED).withObjects("seen", all));
    }

    private Map<String, Object> fields(String group, Range range) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("group", group);
        if (!reduced) {
            fields.put("sequence", range.firstSequence);
            fields.put("nextSequence", range.nextSequence);
        }
        fields.put("sets", range.sets);
        fields.put("fromTime", instant(range.fromNanos));
        fields.put("toTime", instant(range.toNanos));
        return fields;
    }

    private static String instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND))
                .toString();
    }
}
