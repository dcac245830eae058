package org.banip.surrogate.endpoint;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.Deadlines;
import org.banip.server.tls.ClientCertificates;
import org.slf4j.Logger;

/** Ends the open requests of brokers whose certificates are not accepted any more; those of others go on. Any thread. */
final class BrokerStreams {
    /** How often they are looked at: a revocation ends streams within a minute. */
    private static final Duration RECHECK = Duration.ofSeconds(10);

    private static final Logger LOG = ServerLog.of(BrokerStreams.class);

    private final HostRequests requests;
    private final ConcurrentMap<AsyncRequest, ClientCertificates<String>.Shown> open = new ConcurrentHashMap<>();

    BrokerStreams(HostRequests requests) {
        this.requests = requests;
    }

    /** Looks at them from now on. */
    void start(Deadlines deadlines) {
        deadlines.every(RECHECK, this::check);
    }

    /** Watches a request until it ends. On the call's executor. */
    void watch(AsyncRequest call, ClientCertificates<String>.Shown certificate) {
        open.put(call, certificate);
        call.atEnd(() -> open.remove(call));
    }

    private void check() {
        open.forEach((call, certificate) ->
                certificate.lapsed().ifPresent(why -> call.executor().execute(() -> end(call, why))));
    }

    private void end(AsyncRequest call, String why) {
        if (call.hasEnded() || open.remove(call) == null) {
            return;
        }
        LOG.warn("{} a stream of a broker ends: {}", call.label(), why);
        requests.refuse(
                call,
                new BanipException(ErrorCode.UNAUTHENTICATED, "the broker's certificate is not accepted any more"));
    }
}
