package org.banip.surrogate.jini.export;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.Future;
import net.jini.core.constraint.InvocationConstraints;
import net.jini.io.UnsupportedConstraintException;
import net.jini.io.context.ClientHost;
import net.jini.jeri.Endpoint;
import net.jini.jeri.InboundRequest;
import net.jini.jeri.RequestDispatcher;
import net.jini.jeri.ServerEndpoint;
import org.banip.server.address.ClientNetwork;
import org.banip.surrogate.jini.transport.Deadlines;
import org.banip.surrogate.jini.transport.Transport;

/**
 * A server endpoint with a bounded number of calls under way. JERI takes 128 at once on each connection, each on a thread, and reads a call before
 * anybody's right is checked. Here a call beyond the bounds is aborted at once, and one that takes too long, for example because its end does not
 * come, as well. Immutable but for the counts.
 */
public final class BoundedCalls implements ServerEndpoint {
    /** Longer than any call of BANip. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final ServerEndpoint endpoint;
    private final CallCounts counts;
    private final Duration longest;
    private final Deadlines deadlines;

    BoundedCalls(ServerEndpoint endpoint, CallCounts counts, Duration longest, Deadlines deadlines) {
        this.endpoint = endpoint;
        this.counts = counts;
        this.longest = longest;
        this.deadlines = deadlines;
    }

    /** As many calls at once as the transport has connections. One client network may have half of them; this machine may have all. */
    public static BoundedCalls of(ServerEndpoint endpoint, Transport transport) {
        int most = transport.connections();
        return new BoundedCalls(endpoint, new CallCounts(most, Math.max(1, most / 2)), LONGEST, transport.deadlines());
    }

    @Override
    public Endpoint enumerateListenEndpoints(ListenContext context) throws IOException {
        return endpoint.enumerateListenEndpoints(each -> context.addListenEndpoint(new Bounded(each, this)));
    }

    @Override
    public InvocationConstraints checkConstraints(InvocationConstraints constraints)
            throws UnsupportedConstraintException {
        return endpoint.checkConstraints(constraints);
    }

    private void dispatch(InboundRequest request, RequestDispatcher to) {
        InetAddress address = caller(request);
        ClientNetwork caller = ClientNetwork.of(address);
        if (!counts.begin(caller, address.isLoopbackAddress())) {
            Refusals.log("a call was refused, because as many as are allowed are under way; it came from {}", caller);
            request.abort();
            return;
        }
        Future<?> late = deadlines.after(longest, request::abort);
        try {
            to.dispatch(request);
        } finally {
            late.cancel(false);
            counts.end(caller);
        }
    }

    private static InetAddress caller(InboundRequest request) {
        Collection<Object> known = new ArrayList<>();
        request.populateContext(known);
        return known.stream()
                .filter(ClientHost.class::isInstance)
                .map(each -> ((ClientHost) each).getClientHost())
                .findFirst()
                .orElse(InetAddress.getLoopbackAddress()); // not over a network
    }

    /** Equal ones share what listens. */
    private record Bounded(ListenEndpoint endpoint, BoundedCalls calls) implements ListenEndpoint {
        @Override
        public void checkPermissions() {
            endpoint.checkPermissions();
        }

        @Override
        public ListenHandle listen(RequestDispatcher dispatcher) throws IOException {
            return endpoint.listen(request -> calls.dispatch(request, dispatcher));
        }
    }
}
