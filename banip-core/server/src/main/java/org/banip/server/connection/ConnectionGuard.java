package org.banip.server.connection;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.banip.core.error.ErrorCode;
import org.banip.server.address.ByNetwork;
import org.banip.server.address.ClientNetwork;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.request.AuthenticationListener;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what clients may do that have not proved who they are. There is a bound of connections in all and from one address, and one of requests
 * whose sender is not authenticated. Where one is reached, the oldest gives way of the address that has most: first connections
 * without a request, then those with unauthenticated requests only. If none can, the new connection is answered with 503 and {@code limit-reached} and
 * closed at once.
 *
 * <p>A connection that does not bring a whole request head in time, however busily it trickles, is answered with 408 and {@code silent} and
 * closed; if nothing of a head came, it is closed without an answer. The time counts from the moment a connection is made, TLS handshake included, and
 * anew when a request is over. Any thread.
 */
final class ConnectionGuard extends Handler.Wrapper implements Connection.Listener {
    /** Of the heap for each unauthenticated request. One that stalls holds about 4 KB. */
    private static final long HEAP_BYTES_PER_REQUEST = 65_536;

    private static final int LEAST_REQUESTS = 16;

    private final ConnectionLimits bounds;
    private final TrustedProxies unbounded;
    private final ServerConnector guarded;
    private final int mostUnauthenticated;
    private final OpenStreams streams;
    private final ConcurrentMap<Connection, GuardedConnection> connections = new ConcurrentHashMap<>();
    private final ConcurrentMap<ClientNetwork, Integer> byNetwork = new ConcurrentHashMap<>();
    /** Connections without a request under way, on which nobody was authenticated. */
    private final ByNetwork<GuardedConnection> waiting = new ByNetwork<>();

    /** Connections with requests under way, on which nobody was authenticated. */
    private final ByNetwork<GuardedConnection> busy = new ByNetwork<>();

    private final ByNetwork<GuardedRequest> unauthenticated = new ByNetwork<>();

    private ConnectionGuard(
            ServerConnector connector,
            ConnectionLimits bounds,
            TrustedProxies unbounded,
            OpenStreams streams,
            Handler next) {
        super(next);
        guarded = connector;
        this.bounds = bounds;
        this.unbounded = unbounded;
        this.streams = streams;
        mostUnauthenticated = mostUnauthenticated(bounds);
    }

    /** How many requests may be under way whose sender is not authenticated. */
    static int mostUnauthenticated(ConnectionLimits bounds) {
        long byHeap = Runtime.getRuntime().maxMemory() / HEAP_BYTES_PER_REQUEST;
        return (int) Math.max(LEAST_REQUESTS, Math.min(bounds.connections(), byHeap));
    }

    OpenStreams streams() {
        return streams;
    }

    /**
     * Guards the connections of a connector; the guard is to be the server's handler, before {@code next}.
     *
     * @param unbounded whose connections are not counted by address: they carry those of many
     */
    static ConnectionGuard of(
            ServerConnector connector,
            ConnectionLimits bounds,
            TrustedProxies unbounded,
            OpenStreams streams,
            Handler next) {
        ConnectionGuard guard = new ConnectionGuard(connector, bounds, unbounded, streams, next);
        connector.addBean(guard, false);
        return guard;
    }

    /** Words errors of requests, also of those that Jetty refuses before they come to a handler, which count as unauthenticated. */
    Request.Handler errors(Request.Handler words) {
        return (request, response, callback) -> {
            if (request.getAttribute(AuthenticationListener.ATTRIBUTE) == null) {
                enter(request);
            }
            return words.handle(request, response, callback);
        };
    }

    ConnectionLimits bounds() {
        return bounds;
    }

    Scheduler scheduler() {
        return guarded.getScheduler();
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof SslConnection) {
            return;
        }
        EndPoint peer = connection.getEndPoint();
        GuardedConnection opened = new GuardedConnection(this, connection, network(peer), isUnbounded(peer));
        connections.put(connection, opened);
        int ofNetwork = byNetwork.merge(opened.network(), 1, Integer::sum);
        if (ofNetwork > bounds.perAddress() && !opened.isProxys() && !makeRoom(opened.network())) {
            opened.refuse(
                    ErrorCode.LIMIT_REACHED, "more than " + bounds.perAddress() + " connections from one address");
        } else if (connections.size() > bounds.connections() && !makeRoom()) {
            opened.refuse(ErrorCode.LIMIT_REACHED, "more than " + bounds.connections() + " connections");
        } else {
            opened.awaitFirstHead(headMillis(peer));
        }
        if (!peer.isOpen()) {
            onClosed(connection);
        }
    }

    /** Whether a connection gave way, of the address that has most. */
    private boolean makeRoom() {
        return makeRoom(waiting::takeOldest) || makeRoom(busy::takeOldest);
    }

    /** Whether a connection of this address gave way. */
    private boolean makeRoom(ClientNetwork network) {
        return makeRoom(() -> waiting.takeOldest(network)) || makeRoom(() -> busy.takeOldest(network));
    }

    private static boolean makeRoom(Supplier<Optional<GuardedConnection>> oldest) {
        for (Optional<GuardedConnection> one = oldest.get(); one.isPresent(); one = oldest.get()) {
            if (one.get().giveWay()) {
                return true;
            }
        }
        return false;
    }

    /** What is left of the time for the first head, if TLS or another version of HTTP was agreed first. */
    private long headMillis(EndPoint peer) {
        long most = bounds.head().toMillis();
        long passed = System.currentTimeMillis() - peer.getCreatedTimeStamp();
        return Math.max(1, most - Math.max(0, passed));
    }

    private boolean isUnbounded(EndPoint peer) {
        return peer.getRemoteSocketAddress() instanceof InetSocketAddress address
                && unbounded.trust(address.getAddress().getHostAddress());
    }

    private static ClientNetwork network(EndPoint peer) {
        return peer.getRemoteSocketAddress() instanceof InetSocketAddress address
                ? ClientNetwork.of(address.getAddress())
                : new ClientNetwork("local");
    }

    /** The network of who sent a request: a trusted proxy names its client. */
    private ClientNetwork network(Request request, @Nullable GuardedConnection connection) {
        if (connection != null && !connection.isProxys()) {
            return connection.network();
        }
        return ClientNetwork.of(unbounded.client(
                Request.getRemoteAddr(request), request.getHeaders().getValuesList(TrustedProxies.HEADER)));
    }

    @Override
    public void onClosed(Connection connection) {
        GuardedConnection closed = connections.remove(connection);
        if (closed != null) {
            closed.closed();
        }
    }

    /**
     * Closes all connections of HTTP/1.1, because the server stops. Jetty would close them on its selector's thread, which then may wait for ever for
     * a write that only this thread can end.
     */
    void closeHttp1() {
        for (GuardedConnection opened : connections.values()) {
            if (opened.speaksHttp1()) {
                opened.close();
            }
        }
    }

    /** A connection does not count for its address any more. */
    void uncount(ClientNetwork network) {
        byNetwork.computeIfPresent(network, (same, count) -> count == 1 ? null : count - 1);
    }

    ByNetwork<GuardedConnection> waiting() {
        return waiting;
    }

    ByNetwork<GuardedConnection> busy() {
        return busy;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        GuardedConnection state = connections.get(connection);
        if (request.getConnectionMetaData().getConnector() == guarded) { // HTTP/3 bounds its connections itself.
            if (state == null || !state.begin()) {
                connection.close();
                callback.succeeded();
                return true;
            }
            Request.addCompletionListener(request, failure -> state.end());
        }
        enter(request);
        return super.handle(request, response, callback);
    }

    private void enter(Request request) {
        Connection connection = request.getConnectionMetaData().getConnection();
        GuardedConnection state = connections.get(connection);
        GuardedRequest entered = new GuardedRequest(this, request, connection, state, network(request, state));
        request.setAttribute(AuthenticationListener.ATTRIBUTE, entered);
        unauthenticated.add(entered.network(), entered);
        Request.addCompletionListener(request, failure -> entered.ended());
        unauthenticated.takeBeyond(mostUnauthenticated).ifPresent(GuardedRequest::giveWay);
    }

    /** A request has ended, or its sender has proved who it is. Returns whether it was under way without that. */
    boolean leave(GuardedRequest request) {
        return unauthenticated.remove(request.network(), request);
    }
}
