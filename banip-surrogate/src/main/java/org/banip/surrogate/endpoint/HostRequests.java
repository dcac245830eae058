package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.Audit;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.Who;
import org.banip.server.log.PeerLog;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.AuthenticationListener;
import org.banip.server.request.BufferPool;
import org.banip.server.request.Deadlines;
import org.banip.server.request.Refusals;
import org.banip.server.request.RequestResources;
import org.banip.surrogate.settings.HostClock;

/** What all requests to a host share: their read buffers, their deadlines, and the one way in which they are refused. Any thread. */
public final class HostRequests {
    private static final int BUFFER_BYTES = 16_384;
    private static final Duration LINGER = Duration.ofSeconds(2);
    /** Identities whose lines are bounded at the same time. */
    private static final int IDENTITIES = 10_000;
    /** As many as an identity has interconnects by default. */
    private static final int REGISTRATION_LINES = 16;

    /** By identity: bounds the lines about registrations that were refused. */
    private final Map<String, PeerLog> registrationLogs = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PeerLog> eldest) {
            return size() > IDENTITIES;
        }
    };

    private final Map<ErrorCode, LongAdder> refused = new ConcurrentHashMap<>();
    private final RequestResources shared;
    private final Refusals refusals;
    private final RequestAudit audit;

    /**
     * No request yet.
     *
     * @param audit is told of refusals
     * @param unread after this time the connection of a client is closed that reads nothing of a whole answer
     */
    public HostRequests(Deadlines deadlines, Duration unread, Audit audit) {
        this.audit = new RequestAudit(audit);
        shared = new RequestResources(new BufferPool(BUFFER_BYTES), deadlines, unread);
        refusals = new Refusals(code -> count(code), LINGER, List.of("Bearer"));
    }

    /** Takes over a request; {@code label} begins its log lines. */
    public AsyncRequest open(HttpServletRequest request, HttpServletResponse response, String label) {
        return new AsyncRequest(request, response, label, shared);
    }

    /** Takes over a request and serves it on its executor; what that throws is the answer. */
    public void serve(HttpServletRequest request, HttpServletResponse response, Consumer<AsyncRequest> serving)
            throws IOException {
        AsyncRequest.throwIfBroken(request);
        AsyncRequest call = open(request, response, "-");
        call.executor().execute(() -> {
            try {
                serving.accept(call);
            } catch (BanipException e) {
                refuse(call, e);
            }
        });
    }

    /** Answers a request that was not yet taken over. */
    public void refuse(HttpServletRequest request, HttpServletResponse response, BanipException cause) {
        refuse(open(request, response, "-"), cause);
    }

    /** Answers with an error; if another answer has begun, breaks it off. */
    public void refuse(AsyncRequest call, BanipException cause) {
        call.executor().execute(() -> {
            if (!call.hasEnded()) {
                audit.refused(call, cause);
            }
            refusals.refuse(call, cause);
        });
    }

    /** Ends a request whose broker is not accepted any more, as {@link #refuse} does; on its executor. */
    void revoke(AsyncRequest call, BanipException cause, String why) {
        audit.revoked(call, cause.code(), why);
        refusals.refuse(call, cause);
    }

    /** Whom the credentials of a request name, before they are checked: a refusal is kept for audit with this name. */
    public static void claimedBy(HttpServletRequest request, Who who) {
        RequestAudit.claimedBy(request, who);
    }

    /** Keeps for audit that somebody logged in or out by a page. */
    public void kept(HttpServletRequest request, Who who, AuditEvent event) {
        audit.kept(request, who, event);
    }

    /** Keeps for audit that a log-in was refused by a page, which says so itself. */
    public void logInRefused(AsyncRequest call, Who who, BanipException cause) {
        claimedBy(call.request(), who);
        audit.refused(call, cause);
    }

    RequestAudit audit() {
        return audit;
    }

    /** Somebody who sees BANs sent this request. */
    public void seenBy(HttpServletRequest request, Who who) {
        AuthenticationListener.tell(request, false);
        RequestAudit.sentBy(request, who);
        audit.loggedIn(request, who);
    }

    /**
     * What cannot be kept for audit is not shown.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE}
     */
    public void checkAudit() {
        audit.check();
    }

    /** Ends an answer that has begun; called on the request's serial executor. */
    void end(AsyncRequest call) {
        refusals.end(call);
    }

    /** Bounds the lines about registrations of this identity that were refused. */
    PeerLog registrationLog(String identity, HostClock clock) {
        synchronized (registrationLogs) {
            return registrationLogs.computeIfAbsent(
                    identity, unused -> new PeerLog(clock::monotonicNanos, REGISTRATION_LINES));
        }
    }

    /** How many requests were refused, by reason; reasons that never occurred are left out. */
    public Map<ErrorCode, Long> refused() {
        Map<ErrorCode, Long> counts = new EnumMap<>(ErrorCode.class);
        refused.forEach((code, count) -> counts.put(code, count.sum()));
        return counts;
    }

    private void count(ErrorCode code) {
        refused.computeIfAbsent(code, unused -> new LongAdder()).increment();
    }
}
