package org.banip.server.connection;

import org.banip.server.address.ClientNetwork;
import org.banip.server.request.AuthenticationListener;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** One request, until its sender has proved who it is. Any thread. */
final class GuardedRequest implements AuthenticationListener {
    private final ConnectionGuard guard;
    private final String id;
    private final boolean isHttp2;
    private final Connection connection;
    private final @Nullable GuardedConnection state;
    private final ClientNetwork network;
    /** Whether it counts as an authenticated stream of HTTP/2. Guarded by this. */
    private boolean counts;

    /**
     * A request of a client.
     *
     * @param state of the connection; none of HTTP/3, where each stream has a connection of its own here
     */
    GuardedRequest(
            ConnectionGuard guard,
            Request request,
            Connection connection,
            @Nullable GuardedConnection state,
            ClientNetwork network) {
        this.guard = guard;
        this.id = request.getId();
        this.isHttp2 = state != null && Http2.serves(connection);
        this.connection = connection;
        this.state = state;
        this.network = network;
    }

    ClientNetwork network() {
        return network;
    }

    @Override
    public void authenticated(boolean ofMany) {
        synchronized (this) {
            if (guard.leave(this) && isHttp2) {
                guard.streams().authenticated();
                counts = true;
            }
        }
        if (state != null) {
            state.authenticated(ofMany);
        } else if (connection instanceof AuthenticationListener bounded) {
            bounded.authenticated(ofMany);
        }
    }

    /** It has ended, authenticated or not. */
    synchronized void ended() {
        boolean unused = guard.leave(this);
        if (counts) {
            counts = false;
            guard.streams().authenticatedEnded();
        }
    }

    /**
     * Ends this request, because others need room, and closes its connection. A connection that {@linkplain GuardedConnection#keeps stays} goes on in
     * HTTP/2.
     */
    void giveWay() {
        if (state == null) {
            connection.close();
        } else if (!state.giveWay() && state.keeps() && !Http2.refuse(connection, id)) {
            connection.close();
        }
    }
}
