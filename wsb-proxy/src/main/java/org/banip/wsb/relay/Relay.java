package org.banip.wsb.relay;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;
import org.banip.core.text.Counted;
import org.banip.server.log.ServerLog;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.EarlyData;
import org.banip.server.request.HeaderFields;
import org.banip.server.tls.ClientCertificates;
import org.banip.wsb.LogIn;
import org.banip.wsb.grant.Grants;
import org.banip.wsb.host.ServingHost;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.AuthenticationRequest;
import org.banip.wsb.spi.Authenticator;
import org.banip.wsb.spi.Identity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The way of a request through the broker, stage by stage. A stage that refuses throws a {@link BanipException}; one place handles all of them.
 * Stages run on the call's serial executor.
 */
final class Relay {
    private static final Logger LOG = ServerLog.of(Relay.class);

    private final Broker broker;

    Relay(Broker broker) {
        this.broker = broker;
    }

    /** Handles a request; returns at once. */
    void accept(HttpServletRequest request, HttpServletResponse response) {
        Optional<Resource> resource = Resource.of(
                request.getMethod(),
                request.getRequestURI().substring(request.getContextPath().length()),
                request.getQueryString());
        AsyncRequest call = new AsyncRequest(
                request, response, resource.map(Resource::label).orElse("-"), broker.shared());
        call.executor()
                .execute(() -> requestIn(call, resource)
                        .thenCompose(in -> authenticate(call))
                        .thenComposeAsync(sender -> authorise(call, resource, sender), call.executor())
                        .thenAcceptAsync(route -> bytesThrough(call, route), call.executor())
                        .whenCompleteAsync((done, failure) -> wayOut(call, resource, failure), call.executor()));
    }

    /** Stage 1: checks that there is room, and sets time limits of short requests. */
    private CompletionStage<AsyncRequest> requestIn(AsyncRequest call, Optional<Resource> resource) {
        try {
            broker.enter(call);
        } catch (BanipException e) {
            return CompletableFuture.failedFuture(e);
        }
        if (resource.map(known -> known.kind().isShort()).orElse(true)) {
            call.after(broker.limits().document(), () -> tooSlow(call));
        }
        return CompletableFuture.completedFuture(call);
    }

    /** Stage 2: authenticates. */
    private CompletionStage<Authentication.Accepted> authenticate(AsyncRequest call) {
        HttpServletRequest request = call.request();
        AuthenticationRequest evidence = new AuthenticationRequest(
                HeaderFields.only(request, "Authorization"),
                ClientCertificates.of(request.getAttribute(ClientCertificates.ATTRIBUTE)),
                broker.addressOf(request),
                request.getHeader("Origin") != null);
        return ask(broker.authenticators(), evidence)
                .thenApplyAsync(outcome -> sender(call, evidence, outcome), call.executor());
    }

    private CompletionStage<Authentication> ask(List<Authenticator> authenticators, AuthenticationRequest evidence) {
        if (authenticators.isEmpty()) {
            return CompletableFuture.completedFuture(new Authentication.NotPresented());
        }
        CompletableFuture<Authentication> answer =
                authenticators.get(0).authenticate(evidence).toCompletableFuture();
        // An authenticator's threads are not for relaying.
        CompletionStage<Authentication> here = answer.isDone()
                ? answer
                : answer.whenCompleteAsync((done, failure) -> {}, broker.host().executor());
        return here.thenCompose(outcome -> outcome instanceof Authentication.NotPresented
                ? ask(authenticators.subList(1, authenticators.size()), evidence)
                : CompletableFuture.completedFuture(outcome));
    }

    private Authentication.Accepted sender(AsyncRequest call, AuthenticationRequest evidence, Authentication outcome) {
        broker.counted().logIn(logIn(outcome));
        broker.audit().judged(call, evidence, outcome);
        if (outcome instanceof Authentication.Accepted accepted) {
            return accepted;
        }
        if (outcome instanceof Authentication.Busy busy) {
            throw new BanipException(ErrorCode.LIMIT_REACHED, busy.reason());
        }
        if (outcome instanceof Authentication.Refused refused) {
            String from = evidence.remoteAddress();
            broker.refusalLines()
                    .happened(
                            ErrorCode.UNAUTHENTICATED.token(),
                            from,
                            end -> LOG.warn(
                                    "{} log-in from {} refused: {}{}", call.label(), from, refused.reason(), end));
            throw new BanipException(ErrorCode.UNAUTHENTICATED, refused.forMbu());
        }
        // A request without credentials: a probe, or a browser's first request.
        LOG.debug("{} request from {} without credentials", call.label(), evidence.remoteAddress());
        throw new BanipException(ErrorCode.UNAUTHENTICATED, broker.missingCredentials());
    }

    private static LogIn logIn(Authentication outcome) {
        if (outcome instanceof Authentication.Refused refused) {
            return switch (refused.fault()) {
                case MALFORMED -> LogIn.MALFORMED;
                case UNKNOWN_NAME -> LogIn.UNKNOWN_NAME;
                case WRONG_SECRET -> LogIn.WRONG_SECRET;
            };
        }
        if (outcome instanceof Authentication.Accepted) {
            return LogIn.ACCEPTED;
        }
        return outcome instanceof Authentication.Busy ? LogIn.BUSY : LogIn.MISSING;
    }

    /** Stage 3: checks that it is a resource of the protocol, and that this identity may use it. */
    private CompletionStage<Route> authorise(
            AsyncRequest call, Optional<Resource> requested, Authentication.Accepted sender) {
        if (call.hasEnded()) {
            // It was answered while the authenticator was at work, so the container may use request and response again:
            // the walk ends here.
            return new CompletableFuture<>();
        }
        Resource asked = requested.orElseThrow(() -> new BanipException(
                ErrorCode.MALFORMED_REQUEST,
                call.request().getMethod() + " of this path is no request of the protocol"));
        // Also with one host: MBUs may hold URLs of a time when there were several.
        Resource resource = asked.withoutRoute();
        Identity identity = sender.identity();
        broker.admit(call, identity);
        if (!resource.kind().hasBody() && call.body().isUnread()) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "this request has no body, but one came");
        }
        if (resource.kind().isShort()) {
            EarlyData.refuse(call.request());
        }
        if (resource.interconnect().isPresent()) {
            return authorise(
                    call, sender, asked, resource, resource.interconnect().get());
        }
        DocumentSink sink = new DocumentSink();
        call.body().readInto(sink);
        return sink.document()
                .thenApply(document -> registration(
                        call,
                        sender,
                        resource,
                        Registration.of(document, HeaderFields.joined(call.request(), ContentDigest.HEADER))));
    }

    private CompletionStage<Route> authorise(
            AsyncRequest call, Authentication.Accepted sender, Resource asked, Resource resource, String interconnect) {
        if (awaitsRegistration(call, resource, interconnect)) {
            return awaitRegistration(call, sender.identity(), interconnect)
                    .thenApplyAsync(
                            settled -> registered(call, sender, asked, resource, interconnect), call.executor());
        }
        checkOwner(call, sender.identity(), interconnect);
        return CompletableFuture.completedFuture(route(sender, asked, resource, interconnect));
    }

    /** A request that was sent right behind the registration waits for that. */
    private boolean awaitsRegistration(AsyncRequest call, Resource resource, String interconnect) {
        return resource.kind() != Resource.Kind.DEREGISTRATION
                && Protocol.AWAIT_REGISTRATION.equals(call.request().getHeader(Protocol.AWAIT_HEADER))
                && broker.owners().ownerOf(interconnect).isEmpty();
    }

    private CompletionStage<Boolean> awaitRegistration(AsyncRequest call, Identity identity, String interconnect) {
        CompletableFuture<Boolean> settled = new CompletableFuture<>();
        Runnable goOn = () -> settled.complete(true);
        broker.awaited()
                .await(call, interconnect, identity.name(), broker.limits().document(), goOn);
        if (broker.owners().ownerOf(interconnect).isPresent()) {
            // It was settled just before this request waited.
            broker.awaited().settled(interconnect, identity.name());
        }
        return settled;
    }

    private Route registered(
            AsyncRequest call, Authentication.Accepted sender, Resource asked, Resource resource, String interconnect) {
        if (broker.owners().ownerOf(interconnect).isEmpty()) {
            throw new NotRegistered();
        }
        checkOwner(call, sender.identity(), interconnect);
        return route(sender, asked, resource, interconnect);
    }

    /** A URL from before the answer to the registration names no host, but the broker may know it. */
    private Route route(Authentication.Accepted sender, Resource asked, Resource resource, String interconnect) {
        Optional<String> host = asked.route().or(() -> broker.owners().hostOf(interconnect));
        return new Route(sender, resource, host, Optional.empty());
    }

    private Route registration(
            AsyncRequest call, Authentication.Accepted sender, Resource resource, Registration document) {
        Identity identity = sender.identity();
        broker.audit().wanted(call, document);
        // However it ends: requests that wait for it go on, or are refused.
        call.atEnd(() -> broker.awaited().settled(document.session(), identity.name()));
        checkGrant(call, identity, document.banId());
        checkOwner(call, identity, document.session());
        return new Route(sender, resource, Optional.empty(), Optional.of(document));
    }

    private void checkOwner(AsyncRequest call, Identity identity, String interconnect) {
        if (!broker.owners().ownerOf(interconnect).orElse(identity).equals(identity)) {
            throw forbidden(
                    call,
                    "interconnect " + interconnect + " does not belong to " + identity,
                    "another user registered this interconnect");
        }
        broker.owners().banOf(interconnect).ifPresent(ban -> checkGrant(call, identity, ban));
    }

    private void checkGrant(AsyncRequest call, Identity identity, String ban) {
        Grants grants = broker.grants();
        if (!grants.permit(identity, ban)) {
            throw forbidden(call, Revocation.ungranted(identity, ban), grants.refusal());
        }
    }

    /** Logs who wanted what. The answer need not repeat it: the MBU knows its own names. */
    private BanipException forbidden(AsyncRequest call, String forLog, String forMbu) {
        logRefused(call, ErrorCode.FORBIDDEN, forLog);
        return new BanipException(ErrorCode.FORBIDDEN, forMbu);
    }

    /** Stage 4: chooses the host: the interconnect's, or the least loaded one for a new interconnect. */
    private ServingHost host(AsyncRequest call, Route route) {
        return route.registration()
                .map(Registration::session)
                .map(session -> broker.registrations()
                        .host(call, session, broker.owners().hostOf(session)))
                .orElseGet(() -> broker.hosts().ofInterconnect(route.hostId()));
    }

    /** Stage 5: passes bytes in both directions, until either side ends. */
    private void bytesThrough(AsyncRequest call, Route route) {
        if (!call.hasEnded() && !call.isAnswering()) {
            ServingHost serving = host(call, route);
            broker.revocation().watch(call, route, serving);
            new Forwarding(broker, call, route, serving).begin();
        }
    }

    private void tooSlow(AsyncRequest call) {
        broker.refusals()
                .refuse(
                        call,
                        call.body().isUnread()
                                ? new BanipException(
                                        ErrorCode.SILENT,
                                        "the request took longer than "
                                                + Counted.seconds(
                                                        broker.limits().document()))
                                : new BanipException(
                                        ErrorCode.HOST_UNAVAILABLE, "the surrogate host did not answer in time"));
    }

    /**
     * What was sent right behind a registration does not go on. That is nothing to warn of: if the registration was refused or broke, that is logged,
     * and the MBU registers again.
     */
    private static final class NotRegistered extends BanipException {
        private static final long serialVersionUID = 1L;

        NotRegistered() {
            super(ErrorCode.UNKNOWN_INTERCONNECT, "no registration of this session came, or it was refused");
        }
    }

    private void wayOut(AsyncRequest call, Optional<Resource> resource, @Nullable Throwable failure) {
        if (failure == null) {
            return;
        }
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof BanipException refusal) {
            // These two are logged where they arise, with names.
            if (refusal instanceof NotRegistered) {
                LOG.debug("{} refused: {}", call.label(), refusal.getMessage());
            } else if (refusal.code() != ErrorCode.UNAUTHENTICATED && refusal.code() != ErrorCode.FORBIDDEN) {
                logRefused(call, refusal.code(), refusal.getMessage());
            }
            broker.audit().refused(call, resource, refusal);
            broker.refusals().refuse(call, refusal);
        } else {
            LOG.error("{} internal error", call.label(), cause);
            broker.refusals()
                    .refuse(call, new BanipException(ErrorCode.INTERNAL, "internal error of the broker", cause));
        }
    }

    private void logRefused(AsyncRequest call, ErrorCode code, @Nullable String why) {
        // Once it has ended, the container may use the request again.
        String from = call.hasEnded() ? "-" : broker.addressOf(call.request());
        broker.refusalLines()
                .happened(
                        code.token(),
                        from,
                        end -> LOG.warn("{} refused, {}: {}{}", call.label(), code.token(), why, end));
    }
}
