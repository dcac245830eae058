package org.banip.measure.peer.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.transport.Acknowledgement;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.transport.StreamClient;
import org.banip.measure.peer.wire.PacketBytes;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.client.ClientUpgradeRequest;
import org.eclipse.jetty.websocket.client.WebSocketClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends packets as binary messages; pings every few seconds, and reconnects after three pings without an answer. */
final class WebSocketSender extends StreamClient {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketSender.class);
    private static final Duration PING = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(15);
    private static final Duration CONNECT = Duration.ofSeconds(20);
    private static final long LOOK_MILLIS = 100;

    private final SendQueue queue;
    private final URI server;
    private final boolean compressed;
    private final WebSocketClient client = new WebSocketClient();

    private WebSocketSender(InetSocketAddress server, boolean compressed, SendQueue queue) {
        super("websocket", queue);
        this.queue = queue;
        this.compressed = compressed;
        this.server = URI.create("ws://" + server.getHostString() + ":" + server.getPort() + WebSocketPeer.PATH);
        client.setMaxBinaryMessageSize(WebSocketPeer.MOST_BYTES);
        client.setIdleTimeout(SILENCE.multipliedBy(2));
        client.setConnectTimeout(CONNECT.toMillis());
    }

    static WebSocketSender start(InetSocketAddress server, boolean compressed, SendQueue queue) {
        WebSocketSender sender = new WebSocketSender(server, compressed, queue);
        try {
            sender.client.start();
        } catch (Exception e) {
            throw new IllegalStateException("cannot start a WebSocket client", e);
        }
        sender.start();
        return sender;
    }

    @Override
    protected Connection connect() throws IOException, InterruptedException {
        ClientUpgradeRequest request = new ClientUpgradeRequest(server);
        if (compressed) {
            request.addExtensions("permessage-deflate");
        }
        Endpoint endpoint = new Endpoint();
        CompletableFuture<Session> connecting = client.connect(endpoint, request);
        try {
            endpoint.use(connecting.get(CONNECT.toMillis(), TimeUnit.MILLISECONDS));
            return endpoint;
        } catch (ExecutionException | TimeoutException e) {
            connecting.cancel(true);
            throw new IOException("cannot connect to " + server, e);
        }
    }

    @Override
    public void close() {
        super.close();
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException("cannot end a WebSocket client", e);
        }
    }

    /** One connection; public because Jetty calls it. */
    public final class Endpoint implements Session.Listener.AutoDemanding, Connection {
        private final CompletableFuture<Session> session = new CompletableFuture<>();
        private volatile boolean ended;
        private volatile long heardNanos = System.nanoTime();
        private long pingNanos = System.nanoTime();

        private Endpoint() {}

        private void use(Session connected) {
            session.complete(connected);
        }

        @Override
        public boolean open() {
            long now = System.nanoTime();
            if (now - heardNanos > SILENCE.toNanos()) {
                return false;
            }
            if (now - pingNanos > PING.toNanos()) {
                pingNanos = now;
                session.join().sendPing(ByteBuffer.allocate(0), Callback.NOOP);
            }
            return !ended && session.join().isOpen();
        }

        @Override
        public void send(Packet packet) throws IOException, InterruptedException {
            CompletableFuture<Void> sent = new CompletableFuture<>();
            session.join()
                    .sendBinary(
                            ByteBuffer.wrap(PacketBytes.encode(packet)),
                            Callback.from(() -> sent.complete(null), sent::completeExceptionally));
            while (open()) {
                try {
                    sent.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                    return;
                } catch (TimeoutException e) {
                    LOG.trace("WebSocket: not sent yet, and may have ended meanwhile");
                } catch (ExecutionException e) {
                    throw new IOException(e.getCause());
                }
            }
        }

        @Override
        public void onWebSocketBinary(ByteBuffer message, Callback callback) {
            heardNanos = System.nanoTime();
            Acknowledgement.apply(message, queue);
            callback.succeed();
        }

        @Override
        public void onWebSocketPong(ByteBuffer payload) {
            heardNanos = System.nanoTime();
        }

        @Override
        public void onWebSocketError(Throwable cause) {
            ended = true;
        }

        @Override
        public void onWebSocketClose(int statusCode, String reason, Callback callback) {
            ended = true;
            callback.succeed();
        }

        @Override
        public void close() {
            session.join().disconnect();
        }
    }
}
