package org.banip.measure.peer.websocket;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.banip.measure.peer.reception.Arrivals;
import org.banip.measure.peer.transport.AckSender;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.wire.PacketBytes;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Receives packets as binary messages, and acknowledges durable packets on the same connection. */
final class WebSocketReceiver implements PeerServer {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketReceiver.class);
    private static final Duration IDLE = Duration.ofMinutes(1);

    private final Arrivals reception;
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    WebSocketReceiver(String address, Arrivals reception) {
        this.reception = reception;
        connector.setHost(address);
        server.addConnector(connector);
        server.setHandler(WebSocketUpgradeHandler.from(server, container -> {
            container.setIdleTimeout(IDLE);
            container.setMaxBinaryMessageSize(WebSocketPeer.MOST_BYTES);
            container.addMapping(WebSocketPeer.PATH, (request, response, callback) -> new Endpoint());
        }));
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("cannot listen at " + address, e);
        }
    }

    @Override
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("cannot end a WebSocket server", e);
        }
    }

    /** One connection; public because Jetty calls it. */
    public final class Endpoint implements Session.Listener.AutoDemanding {
        private @Nullable AckSender acks;

        private Endpoint() {}

        @Override
        public synchronized void onWebSocketOpen(Session session) {
            acks = new AckSender(reception::next, acknowledgement -> send(session, acknowledgement));
        }

        private static void send(Session session, byte[] acknowledgement) throws InterruptedException {
            CompletableFuture<Void> sent = new CompletableFuture<>();
            session.sendBinary(
                    ByteBuffer.wrap(acknowledgement),
                    Callback.from(() -> sent.complete(null), sent::completeExceptionally));
            try {
                sent.get();
            } catch (ExecutionException e) {
                session.disconnect(); // the client will connect again
            }
        }

        @Override
        public void onWebSocketBinary(ByteBuffer message, Callback callback) {
            reception.arrived(PacketBytes.decode(message), this::tell);
            callback.succeed();
        }

        private synchronized void tell() {
            if (acks != null) {
                acks.tell();
            }
        }

        @Override
        public void onWebSocketError(Throwable cause) {
            LOG.info("WebSocket: {}", cause.toString());
        }

        @Override
        public synchronized void onWebSocketClose(int statusCode, String reason, Callback callback) {
            if (acks != null) {
                acks.close();
            }
            callback.succeed();
        }
    }
}
