package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.AwaitedRegistrations;
import org.banip.server.request.HeaderFields;
import org.banip.server.request.RequestBody;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.Interconnects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * A registration: gathers the document, within its limit and its time, and answers when the host has registered. Owned by the request's serial
 * executor.
 */
final class RegistrationBody implements RequestBody.Sink {
    private static final Logger LOG = ServerLog.of(RegistrationBody.class);
    private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(10);
    private static final int SHORT_ID = 8;
    private static final Pattern ROUTE = Pattern.compile("[a-z0-9-]{1,36}");

    private final HostRequests requests;
    private final AsyncRequest call;
    private final Interconnects interconnects;
    private final String identity;
    private final int limit;
    private final PeerLog log;
    private final AwaitedRegistrations awaited;
    private final String from;

    private final ByteArrayOutputStream document = new ByteArrayOutputStream();
    /** Begins the log lines, as soon as it is known. */
    private String session = "registration";

    RegistrationBody(
            HostRequests requests,
            AsyncRequest call,
            Interconnects interconnects,
            HostParts parts,
            String identity,
            AwaitedRegistrations awaited) {
        this.requests = requests;
        this.awaited = awaited;
        from = call.request().getRemoteAddr();
        this.call = call;
        this.interconnects = interconnects;
        this.identity = identity;
        limit = parts.limits().documentBytes();
        log = requests.registrationLog(identity, parts.clock());
        Duration silent = parts.liveness().silentAfter();
        Duration activation = parts.limits().activation().plus(SHORTEST_TIMEOUT.dividedBy(2));
        call.after(longest(SHORTEST_TIMEOUT, silent, activation), this::tooLate);
    }

    private static Duration longest(Duration... all) {
        return Collections.max(List.of(all));
    }

    @Override
    public void take(ByteBuffer bytes, Runnable done) {
        if (document.size() + bytes.remaining() > limit) {
            document.reset();
            refuse(new BanipException(
                    ErrorCode.TOO_LONG, "the registration document exceeds limit " + limit + " bytes"));
            return;
        }
        document.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        done.run();
    }

    @Override
    public void end() {
        try {
            byte[] bytes = document.toByteArray();
            requireUndamaged(bytes);
            checkRoute();
            RegistrationRequest request = RegistrationRequest.fromJson(Protocol.documentText(bytes));
            session = request.session().toString().substring(0, SHORT_ID);
            CompletableFuture<?> unused = interconnects
                    .register(request, identity, () -> !call.hasEnded())
                    .whenComplete((answer, cause) -> {
                        call.executor().execute(() -> registered(request, answer, cause));
                        awaited.settled(request.session().toString(), identity);
                    });
        } catch (BanipException e) {
            refuse(e);
        }
    }

    private void requireUndamaged(byte[] bytes) {
        if (ContentDigest.contradicts(HeaderFields.joined(call.request(), ContentDigest.HEADER), bytes)) {
            throw new BanipException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    "the registration document does not match its " + ContentDigest.HEADER);
        }
    }

    private void registered(
            RegistrationRequest request, @Nullable RegistrationAnswer answer, @Nullable Throwable cause) {
        if (answer == null) {
            refuse(causeOf(cause));
            return;
        }
        requests.audit().registered(Access.mbu(identity), from, request);
        if (!call.hasEnded() && !call.isAnswering()) {
            RegistrationAnswer routed = route().map(answer::withRoute).orElse(answer);
            Answers.json(call, HttpServletResponse.SC_CREATED, routed.toJson());
        }
    }

    private Optional<String> route() {
        return Optional.ofNullable(call.request().getHeader(Protocol.ROUTE_HEADER));
    }

    private void checkRoute() {
        if (!route().map(text -> ROUTE.matcher(text).matches()).orElse(true)) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST, Protocol.ROUTE_HEADER + " must be 1 to 36 of a-z 0-9 -");
        }
    }

    private static BanipException causeOf(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof BanipException ours
                ? ours
                : new BanipException(ErrorCode.INTERNAL, "registration failed");
    }

    private void tooLate() {
        refuse(
                call.body().isUnread()
                        ? new BanipException(ErrorCode.SILENT, "the registration document does not come to its end")
                        : new BanipException(ErrorCode.LIMIT_REACHED, "the host is too busy to register now"));
    }

    private void refuse(BanipException cause) {
        if (call.hasEnded() || call.isAnswering()) {
            return;
        }
        log.happened(end -> LOG.warn(
                "{}: registration refused, {}: {}{}", session, cause.code().token(), cause.getMessage(), end));
        requests.refuse(call, cause);
    }
}
