package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.Who;

/** An export for the audit log: what was wanted, as it was understood, and of which sessions. Any thread. */
final class AuditedExport {
    private final Audit audit;
    private final Who who;
    private final String from;
    private final String ban;
    private final ExportQuery query;

    /** An export that has not begun. Reads the request, so it must be made while there is one. */
    AuditedExport(Audit audit, Who who, HttpServletRequest request, String ban, ExportQuery query) {
        this.audit = audit;
        this.who = who;
        this.ban = ban;
        this.query = query;
        from = request.getRemoteAddr();
    }

    /**
     * Returns when the begin is kept: nothing is exported that cannot be kept.
     *
     * @throws org.banip.core.error.BanipException {@code STORAGE_UNAVAILABLE}
     */
    void begin(List<String> sessions) {
        AuditEntry entry = entry(AuditEvent.EXPORTED)
                .with("sessions", sessions)
                .with("format", query.writer().format());
        query.range().from().map(Instant::toString).ifPresent(text -> entry.with("fromTime", text));
        query.range().to().map(Instant::toString).ifPresent(text -> entry.with("toTime", text));
        try {
            audit.confirm(entry).join();
        } catch (CompletionException e) {
            throw ViewerGate.causeOf(e);
        }
    }

    /** It broke off, because its person may not have it any more. */
    void revoked() {
        audit.record(AuditedView.revoked(entry(AuditEvent.REVOKED)));
    }

    private AuditEntry entry(AuditEvent event) {
        return AuditEntry.of(event).by(who).from(from).with("ban", ban);
    }
}
