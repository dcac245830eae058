package org.banip.server.connection;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.interconnect.Protocol;
import org.banip.server.address.ClientNetwork;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/** One connection over TCP: its requests, and how long it may be without. Any thread. */
final class GuardedConnection {
    /** How long a refused connection stays half open, so that the client gets to read the answer. */
    private static final long LINGER_MILLIS = 500;

    private final ConnectionGuard guard;
    private final Connection connection;
    private final ClientNetwork network;
    private final boolean proxys;

    /** All below are guarded by this. */
    private Scheduler.Task deadline = () -> true;

    /** Requests under way: more than one in HTTP/2 only. */
    private int requests;

    private boolean authenticated;
    /** Whether it counts for its address. */
    private boolean counted = true;

    private boolean refused;

    GuardedConnection(ConnectionGuard guard, Connection connection, ClientNetwork network, boolean proxys) {
        this.guard = guard;
        this.connection = connection;
        this.network = network;
        this.proxys = proxys;
    }

    ClientNetwork network() {
        return network;
    }

    /** Whether it is a trusted proxy's, which carries requests of many. */
    boolean isProxys() {
        return proxys;
    }

    synchronized void awaitFirstHead(long millis) {
        await(millis);
    }

    private void await(long millis) {
        guard.busy().remove(network, this);
        if (!keeps()) {
            guard.waiting().add(network, this);
        }
        deadline.cancel();
        long before = connection.getBytesIn();
        deadline = guard.scheduler().schedule(() -> headIsLate(before), millis, TimeUnit.MILLISECONDS);
    }

    /** A request begins. Returns false if the connection is refused. */
    synchronized boolean begin() {
        if (refused) {
            return false;
        }
        requests++;
        deadline.cancel();
        guard.waiting().remove(network, this);
        if (!keeps()) {
            guard.busy().add(network, this);
        }
        return true;
    }

    synchronized void end() {
        requests--;
        if (requests == 0 && !refused && connection.getEndPoint().isOpen()) {
            await(guard.bounds().idle().plus(guard.bounds().head()).toMillis());
        }
    }

    /** The sender of a request has proved who it is: it keeps its connection. */
    synchronized void authenticated(boolean ofMany) {
        authenticated = true;
        guard.busy().remove(network, this);
        if (ofMany) {
            uncount();
        }
    }

    private void uncount() {
        if (counted) {
            counted = false;
            guard.uncount(network);
        }
    }

    /** Whether it stays when others need room: somebody was authenticated on it, or it is a proxy's, with requests of many. */
    synchronized boolean keeps() {
        return authenticated || proxys;
    }

    /** It is closed. */
    synchronized void closed() {
        refused = true;
        deadline.cancel();
        guard.waiting().remove(network, this);
        guard.busy().remove(network, this);
        uncount();
    }

    /** Closes it at once for the sake of others, unless it {@linkplain #keeps stays}. Returns whether it did. */
    boolean giveWay() {
        synchronized (this) {
            if (refused || keeps()) {
                return false;
            }
            refused = true;
        }
        guard.onClosed(connection);
        EndPoint peer = connection.getEndPoint();
        if (Http2.endCalmly(connection, peer::shutdownOutput)) {
            // Closed at once, what came and was not read would reset the connection, and the client would not get to
            // read why.
            guard.scheduler().schedule(peer::close, LINGER_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            peer.close();
        }
        return true;
    }

    private void headIsLate(long before) {
        synchronized (this) {
            if (requests > 0 || refused) {
                return; // the head came while the deadline passed
            }
            refused = true;
        }
        if (connection.getBytesIn() > before) {
            refuse(ErrorCode.SILENT, "no request head came in " + guard.bounds().head());
        } else {
            connection.close();
        }
    }

    /** Closes it at once. */
    void close() {
        connection.getEndPoint().close();
    }

    boolean speaksHttp1() {
        return connection instanceof ConnectionMetaData served
                && served.getHttpVersion().getVersion() < HttpVersion.HTTP_2.getVersion();
    }

    void refuse(ErrorCode code, String why) {
        EndPoint peer = connection.getEndPoint();
        boolean handshakes = peer instanceof SslConnection.SslEndPoint && code == ErrorCode.LIMIT_REACHED;
        synchronized (this) {
            refused = true;
            deadline.cancel();
            guard.waiting().remove(network, this);
            if (!handshakes && speaksHttp1()) {
                deadline = guard.scheduler().schedule(connection::close, LINGER_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
        if (handshakes || !speaksHttp1()) {
            // No handshake for somebody who cannot stay, and no answer without a request in HTTP/2.
            connection.close();
            return;
        }
        try {
            peer.write(Callback.from(peer::shutdownOutput, failure -> connection.close()), answer(code, why));
        } catch (RuntimeException e) {
            // Something is being written at the very moment.
            connection.close();
        }
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
}
