package org.banip.surrogate.endpoint;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.Deadlines;
import org.slf4j.Logger;

/** Ends the open requests of brokers whose certificate or token is not accepted any more; those of others go on. Any thread. */
final class BrokerStreams {
    /** How often they are looked at: a revocation ends streams within a minute. */
    private static final Duration RECHECK = Duration.ofSeconds(10);

    private static final Logger LOG = ServerLog.of(BrokerStreams.class);

    private final HostRequests requests;
    /** Why what the broker showed with a request is not accepted any more; empty while it is. */
    private final ConcurrentMap<AsyncRequest, Supplier<Optional<String>>> open = new ConcurrentHashMap<>();

    BrokerStreams(HostRequests requests) {
        this.requests = requests;
    }

    /** Looks at them from now on. */
    void start(Deadlines deadlines) {
        deadlines.every(RECHECK, this::check);
    }

    /** Watches a request until it ends. On the call's executor. */
    void watch(AsyncRequest call, Supplier<Optional<String>> lapsed) {
        open.put(call, lapsed);
        call.atEnd(() -> open.remove(call));
    }

    private void check() {
        open.forEach((call, lapsed) ->
                lapsed.get().ifPresent(why -> call.executor().execute(() -> end(call, why))));
    }

    private void end(AsyncRequest call, String why) {
        if (call.hasEnded() || open.remove(call) == null) {
            return;
        }
        LOG.warn("{} a stream of a broker ends: {}", call.label(), why);
        requests.revoke(
                call,
                new BanipException(
                        ErrorCode.UNAUTHENTICATED, "the broker's certificate or token is not accepted any more"),
                why);
    }
}
