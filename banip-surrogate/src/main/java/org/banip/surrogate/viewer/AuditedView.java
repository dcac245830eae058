package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.Who;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.reduction.Reduction;
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
    private final Reduction wanted;
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
     * @param wanted what of it is wanted; if that is not everything, sequence numbers tell nothing
     */
    AuditedView(Audit audit, Who who, HttpServletRequest request, SurrogateDescription surrogate, Reduction wanted) {
        this.audit = audit;
        this.who = who;
        this.surrogate = surrogate;
        this.wanted = wanted;
        from = request.getRemoteAddr();
    }

    /** Done when the begin is kept; fails if it cannot be kept. */
    CompletableFuture<@Nullable Void> begin() {
        AuditEntry entry = entry(AuditEvent.VIEW_BEGUN)
                .with(
                        "groups",
                        surrogate.ban().groups().stream().map(SensorGroup::name).toList());
        if (!wanted.isNone()) {
            entry.withObject("reduced", reduced());
        }
        return audit.confirm(entry).thenRun(this::setBegun);
    }

    /** As it was understood, not as it was written: a text may be longer than what is kept of it. */
    private Map<String, Object> reduced() {
        Map<String, Object> reduced = new LinkedHashMap<>();
        if (!wanted.channels().isEmpty()) {
            reduced.put("channels", String.join(", ", wanted.channels()));
        }
        wanted.rate().ifPresent(rate -> reduced.put("rate", rate.toString()));
        if (wanted.numericsOnly()) {
            reduced.put("numerics", "true");
        }
        return reduced;
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

    /**
     * A packet of which something is shown.
     *
     * @param group its group's name
     * @param fromNanos instant of its first sensor set or event
     * @param toNanos instant of its last one
     * @param sets how many
     */
    record Shown(String group, long sequence, long fromNanos, long toNanos, long sets) {
        static Shown of(SensorData data) {
            long fromNanos = Long.MAX_VALUE;
            long toNanos = Long.MIN_VALUE;
            for (int unit = 0; unit < data.unitCount(); unit++) { // events may be in any order
                fromNanos = Math.min(fromNanos, data.instantNanos(unit));
                toNanos = Math.max(toNanos, data.instantNanos(unit));
            }
            return new Shown(data.group().name(), data.header().sequence(), fromNanos, toNanos, data.unitCount());
        }
    }

    /** Data that are shown. */
    synchronized void shows(Shown shown) {
        Range range = seen.computeIfAbsent(shown.group(), name -> new Range());
        range.firstSequence = Math.min(range.firstSequence, shown.sequence());
        range.nextSequence = Math.max(range.nextSequence, shown.sequence() + 1);
        range.fromNanos = Math.min(range.fromNanos, shown.fromNanos());
        range.toNanos = Math.max(range.toNanos, shown.toNanos());
        range.sets += shown.sets();
    }

    /** The viewer may not see it any more. */
    void revoked() {
        audit.record(revoked(entry(AuditEvent.REVOKED)));
    }

    /** Completes an entry that tells that somebody lost a right, or that the log-in ended, while a stream was open. */
    static AuditEntry revoked(AuditEntry entry) {
        return entry.with("error", ErrorCode.FORBIDDEN.token())
                .with("reason", "the log-in has ended, or a right, a grant or the credentials were taken away");
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
        if (wanted.isNone()) {
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
