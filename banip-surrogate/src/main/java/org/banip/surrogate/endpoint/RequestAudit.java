package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.Who;
import org.banip.server.request.AsyncRequest;

/** What is told of requests to the host's audit log (docs/audit.md); nothing of packets. Any thread. */
final class RequestAudit {
    /** Attribute of a request: who sent it. */
    private static final String WHO = "org.banip.surrogate.who";
    /** Attribute of a request: whom its credentials name, which may be wrong. */
    private static final String CLAIMED = "org.banip.surrogate.claimed";

    private final Audit audit;

    RequestAudit(Audit audit) {
        this.audit = audit;
    }

    /** Who sent a request, as far as refusals of it are concerned. */
    static void sentBy(HttpServletRequest request, Who who) {
        request.setAttribute(WHO, who);
    }

    /** Whom the credentials of a request name; only refused log-ins are told with it. */
    static void claimedBy(HttpServletRequest request, Who who) {
        request.setAttribute(CLAIMED, who);
    }

    private static Optional<Who> who(HttpServletRequest request, String attribute) {
        return request.getAttribute(attribute) instanceof Who known ? Optional.of(known) : Optional.empty();
    }

    void check() {
        audit.problem().ifPresent(why -> {
            throw new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "the audit log cannot be written, and nothing is shown without it: " + why);
        });
    }

    /** Somebody's credentials are right. */
    void loggedIn(HttpServletRequest request, Who who) {
        audit.loggedIn(who, request.getRemoteAddr());
    }

    /** Somebody did what is kept each time. */
    void kept(HttpServletRequest request, Who who, AuditEvent event) {
        audit.record(AuditEntry.of(event).by(who).from(request.getRemoteAddr()));
    }

    /** A session is registered, also if its MBU does not wait for the answer any more. */
    void registered(Who who, String from, RegistrationRequest registered) {
        audit.record(AuditEntry.of(AuditEvent.REGISTERED)
                .by(who)
                .from(from)
                .with("ban", registered.ban().id())
                .with("session", registered.session().toString())
                .with(
                        "groups",
                        registered.ban().groups().stream()
                                .map(SensorGroup::name)
                                .toList())
                .with("type", registered.surrogateType()));
    }

    /** An open request ends, because its broker is not accepted any more. */
    void revoked(AsyncRequest call, ErrorCode code, String why) {
        AuditEntry entry = AuditEntry.of(AuditEvent.REVOKED)
                .by(who(call.request(), WHO).orElse(Who.UNKNOWN))
                .from(call.request().getRemoteAddr())
                .with("error", code.token())
                .with("reason", why);
        Optional.ofNullable(call.request().getPathInfo())
                .ifPresent(path -> entry.with("session", path.split("/", -1)[1]));
        audit.record(entry);
    }

    /** A request is refused. The message may repeat what the client sent, so the log has its code only. */
    void refused(AsyncRequest call, BanipException refusal) {
        Optional<Who> sender = who(call.request(), WHO);
        Optional<Who> claimed = who(call.request(), CLAIMED);
        boolean logIn = refusal.code() == ErrorCode.UNAUTHENTICATED || sender.isEmpty() && claimed.isPresent();
        audit.record(AuditEntry.of(logIn ? AuditEvent.LOG_IN_REFUSED : AuditEvent.REFUSED)
                .by(sender.or(() -> claimed).orElse(Who.UNKNOWN))
                .from(call.request().getRemoteAddr())
                .with(
                        "request",
                        call.request().getMethod() + " " + call.request().getServletPath())
                .with("label", call.label())
                .with("error", refusal.code().token()));
    }
}
