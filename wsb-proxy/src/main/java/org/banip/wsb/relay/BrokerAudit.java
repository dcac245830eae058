package org.banip.wsb.relay;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.Who;
import org.banip.server.password.BasicCredentials;
import org.banip.server.request.AsyncRequest;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.AuthenticationRequest;

/** What a broker tells its audit log (docs/audit.md). Nothing of the bytes that pass. Any thread. */
final class BrokerAudit {
    /** Attribute of a request: who sent it. */
    private static final String WHO = "org.banip.wsb.who";
    /** Attribute of a request whose log-in was refused, which is kept already. */
    private static final String KEPT = "org.banip.wsb.log-in-refused";
    /** Attribute of a request for a registration, once its document is read. */
    private static final String WANTED = "org.banip.wsb.wanted";

    private final Broker broker;
    private final Audit audit;

    BrokerAudit(Broker broker, Audit audit) {
        this.broker = broker;
        this.audit = audit;
    }

    /** The credentials of a request were judged. */
    void judged(AsyncRequest call, AuthenticationRequest evidence, Authentication outcome) {
        if (outcome instanceof Authentication.Accepted accepted) {
            Who who = Who.of(accepted.identity().name(), means(evidence));
            if (!call.hasEnded()) { // the container may use the request again
                call.request().setAttribute(WHO, who);
            }
            audit.loggedIn(who, evidence.remoteAddress());
        } else if (outcome instanceof Authentication.Refused refused) {
            logInRefused(call, evidence, refused.reason());
        } else if (outcome instanceof Authentication.Busy busy) {
            logInRefused(call, evidence, busy.reason());
        } else {
            logInRefused(call, evidence, "no credentials");
        }
    }

    private void logInRefused(AsyncRequest call, AuthenticationRequest evidence, String reason) {
        if (!call.hasEnded()) {
            call.request().setAttribute(KEPT, true);
        }
        audit.record(AuditEntry.of(AuditEvent.LOG_IN_REFUSED)
                .by(Who.of(claimed(evidence), means(evidence)))
                .from(evidence.remoteAddress())
                .with("reason", reason));
    }

    /** The name that was tried; tokens and certificates are not read before they are verified. */
    private static String claimed(AuthenticationRequest evidence) {
        return evidence.authorization()
                .filter(BasicCredentials::areIn)
                .flatMap(BasicCredentials::read)
                .map(BasicCredentials::name)
                .orElseGet(Who.UNKNOWN::name);
    }

    private static String means(AuthenticationRequest evidence) {
        return evidence.authorization()
                .map(header -> header.regionMatches(true, 0, "Basic ", 0, "Basic ".length()) ? "password" : "token")
                .orElse(evidence.certificates().isEmpty() ? "none" : "certificate");
    }

    /** What a request for a registration wants, so that a refusal can name it. */
    void wanted(AsyncRequest call, Registration document) {
        if (!call.hasEnded()) {
            call.request().setAttribute(WANTED, document);
        }
    }

    /** A host has registered a session. */
    void registered(AsyncRequest call, Route route, String host) {
        if (call.hasEnded()) {
            registered(
                    route,
                    AuditEntry.of(AuditEvent.REGISTERED)
                            .by(Who.of(route.identity().name(), "unknown")),
                    host);
            return;
        }
        registered(
                route,
                AuditEntry.of(AuditEvent.REGISTERED).by(who(call.request())).from(broker.addressOf(call.request())),
                host);
    }

    private void registered(Route route, AuditEntry entry, String host) {
        route.registration()
                .ifPresent(document -> audit.record(entry.with("ban", document.banId())
                        .with("session", document.session())
                        .with("host", host)));
    }

    /**
     * A request is refused. Its message may repeat what the MBU sent, so the log has its code only.
     *
     * @param resource empty if it is none of the protocol's; then the path may be anything, and is left out
     */
    void refused(AsyncRequest call, Optional<Resource> resource, BanipException refusal) {
        if (call.hasEnded()
                || refusal.code() == ErrorCode.UNAUTHENTICATED
                || call.request().getAttribute(KEPT) != null) {
            return; // a refused log-in has its own entry
        }
        AuditEntry entry = AuditEntry.of(AuditEvent.REFUSED)
                .by(who(call.request()))
                .from(broker.addressOf(call.request()))
                .with("error", refusal.code().token());
        resource.ifPresent(known -> entry.with("request", call.request().getMethod() + " /" + known.path()));
        if (call.request().getAttribute(WANTED) instanceof Registration document) {
            entry.with("ban", document.banId()).with("session", document.session());
        }
        audit.record(entry);
    }

    /** A stream is ended, which has not ended yet. */
    void revoked(AsyncRequest call, Route route, ErrorCode code, String reason) {
        AuditEntry entry = AuditEntry.of(AuditEvent.REVOKED)
                .by(who(call.request()))
                .from(broker.addressOf(call.request()))
                .with("error", code.token())
                .with("reason", reason);
        route.resource().interconnect().ifPresent(session -> entry.with("session", session));
        audit.record(entry);
    }

    private static Who who(HttpServletRequest request) {
        return request.getAttribute(WHO) instanceof Who known ? known : Who.UNKNOWN;
    }
}
