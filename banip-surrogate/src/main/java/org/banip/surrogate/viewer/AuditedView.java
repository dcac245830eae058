package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletableFuture;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.SeenPacket;
import org.banip.server.audit.SeenRanges;
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
    private final Audit audit;
    private final Who who;
    private final String from;
    private final SurrogateDescription surrogate;
    private final Reduction wanted;
    private final SeenRanges seen = new SeenRanges();
    private boolean begun;

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
            // As it was understood, not as it was written: a text may be longer than what is kept of it.
            entry.withObject("reduced", wanted.fields());
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

    /** What of these data is shown. */
    static SeenPacket packet(SensorData data) {
        return SeenPacket.of(data.group().name(), data.header().sequence(), data.unitCount(), data::instantNanos);
    }

    /** Data that are shown. */
    void shows(SeenPacket shown) {
        seen.add(shown);
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
        audit.record(seen.addTo(entry(AuditEvent.VIEW_ENDED), wanted.isNone()));
    }
}
