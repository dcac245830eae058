package org.banip.wsb.relay;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.server.request.AsyncRequest;
import org.banip.wsb.grant.Grants;
import org.banip.wsb.spi.Identity;
import org.slf4j.Logger;

/**
 * Ends the open streams of those who have lost their credentials or the grant of their BAN since the stream began. Other streams go on, also those on
 * the same connection. Any thread.
 */
final class Revocation {
    /** To an MBU. */
    static final String UNGRANTED = "the broker's grants do not let this user register this BAN";

    private static final Logger LOG = ServerLog.of(Revocation.class);

    private final Broker broker;
    private final ConcurrentMap<AsyncRequest, Route> open = new ConcurrentHashMap<>();

    Revocation(Broker broker) {
        this.broker = broker;
    }

    /** For the operator's log. */
    static String ungranted(Identity identity, String ban) {
        return identity + " has no grant for BAN '" + ban + "'";
    }

    /** Watches a request until it ends, if it may last. On the call's executor. */
    void watch(AsyncRequest call, Route route) {
        if (!route.resource().kind().isShort()) {
            open.put(call, route);
            call.atEnd(() -> open.remove(call));
        }
    }

    /** Looks at all open streams. */
    void check() {
        Grants grants = broker.grants();
        open.forEach((call, route) -> check(call, route, grants));
    }

    private void check(AsyncRequest call, Route route, Grants grants) {
        try {
            reason(route, grants).ifPresent(reason -> call.executor().execute(() -> end(call, route, reason)));
        } catch (RuntimeException e) { // the others are to be checked all the same
            LOG.error("{} internal error while the credentials of {} are checked", call.label(), route.identity(), e);
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
                .map(ban -> new Reason(ErrorCode.FORBIDDEN, UNGRANTED, ungranted(identity, ban)));
    }

    private void end(AsyncRequest call, Route route, Reason reason) {
        if (call.hasEnded()) {
            return;
        }
        open.remove(call);
        LOG.warn("{} a stream of {} ends: {}", call.label(), route.identity(), reason.forLog());
        broker.counted().revoked.increment();
        broker.audit().revoked(route, reason.code(), reason.forLog());
        broker.refusals().refuse(call, new BanipException(reason.code(), reason.forMbu()));
    }
}
