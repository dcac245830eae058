package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServletRequest;
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

    private final Audit audit;

    RequestAudit(Audit audit) {
        this.audit = audit;
    }

    /** Who sent a request, as far as refusals of it are concerned. */
    static void sentBy(HttpServletRequest request, Who who) {
        request.setAttribute(WHO, who);
    }

    private static Who who(HttpServletRequest request) {
        return request.getAttribute(WHO) instanceof Who known ? known : Who.UNKNOWN;
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

    /** A request is refused. The message may repeat what the client sent, so the log has its code only. */
    void refused(AsyncRequest call, BanipException refusal) {
        boolean logIn = refusal.code() == ErrorCode.UNAUTHENTICATED;
        audit.record(AuditEntry.of(logIn ? AuditEvent.LOG_IN_REFUSED : AuditEvent.REFUSED)
                .by(who(call.request()))
                .from(call.request().getRemoteAddr())
                .with(
                        "request",
                        call.request().getMethod() + " " + call.request().getServletPath())
                .with("label", call.label())
                .with("error", refusal.code().token()));
    }
}
