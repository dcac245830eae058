package org.banip.wsb.relay;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.server.request.AsyncRequest;
import org.banip.wsb.grant.Grants;
import org.banip.wsb.host.ServingHost;
import org.banip.wsb.spi.Identity;
import org.slf4j.Logger;

/**
 * Ends the open streams of those who have lost their credentials or the grant of their BAN since the stream began. Other streams go on, also those on
 * the same connection. Any thread.
 */
final class Revocation {
    private static final Logger LOG = ServerLog.of(Revocation.class);

    private final Broker broker;
    private final ConcurrentMap<AsyncRequest, Stream> open = new ConcurrentHashMap<>();
    /** Interconnects about whose BAN a host is being asked. */
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    Revocation(Broker broker) {
        this.broker = broker;
    }

    private record Stream(Route route, ServingHost serving) {}

    /** For the operator's log. */
    static String ungranted(Identity identity, String ban) {
        return identity + " has no grant for BAN '" + ban + "'";
    }

    /** Watches a request until it ends, if it may last. On the call's executor. */
    void watch(AsyncRequest call, Route route, ServingHost serving) {
        if (!route.resource().kind().isShort()) {
            open.put(call, new Stream(route, serving));
            call.atEnd(() -> open.remove(call));
        }
    }

    /** Looks at all open streams. */
    void check() {
        Grants grants = broker.grants();
        open.forEach((call, stream) -> check(call, stream, grants));
    }

    private void check(AsyncRequest call, Stream stream, Grants grants) {
        Route route = stream.route();
        try {
            Optional<Reason> found = reason(route, grants);
            if (found.isPresent()) {
                call.executor().execute(() -> end(call, route, found.get()));
            } else {
                learnBan(call, stream);
            }
        } catch (RuntimeException e) { // the others are to be checked all the same
            LOG.error("{} internal error while the credentials of {} are checked", call.label(), route.identity(), e);
        }
    }

    /**
     * After a restart of the broker, and when an interconnect was not used for long, only the host knows the BAN. The head of its answer tells it, but
     * a data request without end is not answered.
     */
    private void learnBan(AsyncRequest call, Stream stream) {
        Route route = stream.route();
        String interconnect = route.resource().interconnect().orElseThrow();
        if (route.resource().kind() != Resource.Kind.DATA
                || broker.owners().banOf(interconnect).isPresent()
                || !asked.add(interconnect)) {
            return;
        }
        Consumer<String> answered = ban -> {
            broker.owners()
                    .bind(
                            interconnect,
                            route.identity(),
                            stream.serving().known().id(),
                            Optional.of(ban));
            check(call, stream, broker.grants());
        };
        try {
            broker.host()
                    .askBan(
                            stream.serving().known(),
                            route,
                            broker.limits().document(),
                            answered,
                            () -> asked.remove(interconnect));
        } catch (RuntimeException e) { // it is asked again at the next check
            asked.remove(interconnect);
            throw e;
        }
    }

    private record Reason(ErrorCode code, String forMbu, String forLog) {}

    private Optional<Reason> reason(Route route, Grants grants) {
        Optional<String> lapsed = route.sender().proof().lapsed();
        if (lapsed.isPresent()) {
            return Optional.of(
                    new Reason(ErrorCode.UNAUTHENTICATED, "the credentials are not valid any more", lapsed.get()));
        }
        Identity identity = route.identity();
        return route.resource()
                .interconnect()
                .flatMap(broker.owners()::banOf)
                .filter(ban -> !grants.permit(identity, ban))
                .map(ban -> new Reason(ErrorCode.FORBIDDEN, grants.refusal(), ungranted(identity, ban)));
    }

    private void end(AsyncRequest call, Route route, Reason reason) {
        if (call.hasEnded()) {
            return;
        }
        open.remove(call);
        LOG.warn("{} a stream of {} ends: {}", call.label(), route.identity(), reason.forLog());
        broker.counted().revoked.increment();
        broker.audit().revoked(call, route, reason.code(), reason.forLog());
        broker.refusals().refuse(call, new BanipException(reason.code(), reason.forMbu()));
    }
}
