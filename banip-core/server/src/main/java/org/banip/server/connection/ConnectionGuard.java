package org.banip.server.connection;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.interconnect.Protocol;
import org.banip.server.address.ClientNetwork;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Bounds what connections may do without a request. One too many, in all or from one address, is answered with 503 and {@code limit-reached} and
 * closed at once. One that does not bring a whole request head in time, however busily it trickles, is answered with 408 and
 * {@code silent} and closed; if nothing of a head came, it is closed without an answer. The time counts from the moment a connection is
 * made, TLS handshake included, and anew when a request is over. Any thread.
 */
final class ConnectionGuard extends Handler.Wrapper implements Connection.Listener {
    /** How long a refused connection stays half open, so that the client gets to read the answer. */
    private static final long LINGER_MILLIS = 500;

    private final ConnectionLimits bounds;
    private final TrustedProxies unbounded;
    private final ServerConnector guarded;
    private final Scheduler scheduler;
    private final ConcurrentMap<Connection, State> states = new ConcurrentHashMap<>();
    private final ConcurrentMap<ClientNetwork, Integer> byNetwork = new ConcurrentHashMap<>();

    private ConnectionGuard(
            ServerConnector connector, ConnectionLimits bounds, TrustedProxies unbounded, Handler next) {
        super(next);
        guarded = connector;
        this.bounds = bounds;
        this.unbounded = unbounded;
        scheduler = connector.getScheduler();
    }

    /**
     * Guards the connections of a connector; the guard is to be the server's handler, before {@code next}.
     *
     * @param unbounded whose connections are not counted by address: they carry those of many
     */
    static ConnectionGuard of(
            ServerConnector connector, ConnectionLimits bounds, TrustedProxies unbounded, Handler next) {
        ConnectionGuard guard = new ConnectionGuard(connector, bounds, unbounded, next);
        connector.addBean(guard, false);
        return guard;
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof SslConnection) {
            return;
        }
        ClientNetwork network = network(connection.getEndPoint());
        State state = new State(connection, network);
        states.put(connection, state);
        int ofNetwork = byNetwork.merge(network, 1, Integer::sum);
        if (states.size() > bounds.connections()) {
            state.refuse(ErrorCode.LIMIT_REACHED, "more than " + bounds.connections() + " connections");
        } else if (ofNetwork > bounds.perAddress() && !isUnbounded(connection.getEndPoint())) {
            state.refuse(ErrorCode.LIMIT_REACHED, "more than " + bounds.perAddress() + " connections from one address");
        } else {
            state.awaitHead(headMillis(connection.getEndPoint()));
        }
        if (!connection.getEndPoint().isOpen()) {
            onClosed(connection);
        }
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

    @Override
    public void onClosed(Connection connection) {
        State state = states.remove(connection);
        if (state != null) {
            state.cancel();
            byNetwork.computeIfPresent(state.network, (network, count) -> count == 1 ? null : count - 1);
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (request.getConnectionMetaData().getConnector() != guarded) {
            return super.handle(request, response, callback); // HTTP/3 bounds its connections itself.
        }
        Connection connection = request.getConnectionMetaData().getConnection();
        State state = states.get(connection);
        if (state == null || state.refused) {
            connection.close();
            callback.succeeded();
            return true;
        }
        state.begin();
        Request.addCompletionListener(request, failure -> state.end());
        return super.handle(request, response, callback);
    }

    /** The answer to a connection that has no request: what a server may send before it closes (RFC 9110, section 15.5.9). */
    private static ByteBuffer answer(ErrorCode code, String message) {
        String document = new ErrorAnswer(code.token(), message).toJson();
        String head = "HTTP/1.1 " + code.httpStatus() + " " + HttpStatus.getMessage(code.httpStatus())
                + "\r\nContent-Type: "
                + Protocol.JSON_TYPE + "\r\nContent-Length: " + document.getBytes(StandardCharsets.UTF_8).length
                + (code == ErrorCode.LIMIT_REACHED ? "\r\nRetry-After: 1" : "") + "\r\nConnection: close\r\n\r\n";
        return ByteBuffer.wrap((head + document).getBytes(StandardCharsets.UTF_8));
    }

    /** One connection. */
    private final class State {
        private final Connection connection;
        private final ClientNetwork network;
        private volatile boolean refused;
        /** Guarded by this. */
        private Scheduler.Task deadline = () -> true;
        /** Requests under way: more than one in HTTP/2 only. Guarded by this. */
        private int requests;

        State(Connection connection, ClientNetwork network) {
            this.connection = connection;
            this.network = network;
        }

        synchronized void awaitHead(long millis) {
            deadline.cancel();
            long before = connection.getBytesIn();
            deadline = scheduler.schedule(() -> headIsLate(before), millis, TimeUnit.MILLISECONDS);
        }

        synchronized void begin() {
            requests++;
            deadline.cancel();
        }

        synchronized void end() {
            requests--;
            if (requests == 0 && connection.getEndPoint().isOpen()) {
                awaitHead(bounds.idle().plus(bounds.head()).toMillis());
            }
        }

        synchronized void cancel() {
            deadline.cancel();
        }

        private void headIsLate(long before) {
            if (connection.getBytesIn() > before) {
                refuse(ErrorCode.SILENT, "no request head came in " + bounds.head());
            } else {
                connection.close();
            }
        }

        private boolean speaksHttp1() {
            return connection instanceof ConnectionMetaData served
                    && served.getHttpVersion().getVersion() < HttpVersion.HTTP_2.getVersion();
        }

        void refuse(ErrorCode code, String why) {
            refused = true;
            EndPoint peer = connection.getEndPoint();
            boolean handshakes = peer instanceof SslConnection.SslEndPoint && code == ErrorCode.LIMIT_REACHED;
            if (handshakes || !speaksHttp1()) {
                // No handshake for somebody who cannot stay, and no answer without a request in HTTP/2.
                connection.close();
                return;
            }
            synchronized (this) {
                deadline.cancel();
                deadline = scheduler.schedule(connection::close, LINGER_MILLIS, TimeUnit.MILLISECONDS);
            }
            try {
                peer.write(Callback.from(peer::shutdownOutput, failure -> connection.close()), answer(code, why));
            } catch (RuntimeException e) {
                // Something is being written at the very moment.
                connection.close();
            }
        }
    }
}
