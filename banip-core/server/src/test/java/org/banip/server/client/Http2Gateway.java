package org.banip.server.client;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * Stands before a server that speaks HTTP/2, so that tests that write HTTP/1.1 byte by byte run against it: each request of each connection becomes a
 * stream of one HTTP/2 connection. What breaks on one side breaks on the other: a connection here, the stream there.
 */
public final class Http2Gateway implements Closeable {
    private static final int WINDOW_BYTES = 65_536;

    private final URI server;
    private final HTTP2Client client = new HTTP2Client();
    private final ServerSocket listening;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "test-gateway");
        thread.setDaemon(true);
        return thread;
    });
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private Session session;

    /** A gateway to the server of this base URL, which speaks HTTP/2 without TLS. */
    public Http2Gateway(URI server) throws Exception {
        this.server = server;
        client.setInitialStreamRecvWindow(WINDOW_BYTES);
        client.setInitialSessionRecvWindow(1 << 20);
        client.setIdleTimeout(0);
        client.setStreamIdleTimeout(0);
        client.start();
        listening = new ServerSocket();
        listening.setReceiveBufferSize(WINDOW_BYTES);
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        threads.execute(this::accept);
    }

    /** The server's base URL through this gateway. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + server.getRawPath());
    }

    /** How many HTTP/2 connections there were: one, unless the server closed one. */
    public int connections() {
        return connections.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                socket.setSendBufferSize(WINDOW_BYTES);
                open.add(socket);
                threads.execute(() -> {
                    new Http2GatewayConnection(this, socket).serve();
                    open.remove(socket);
                });
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    synchronized Session session() throws IOException {
        if (session == null || session.isClosed()) {
            try {
                connections.incrementAndGet();
                session = client.connect(
                                new InetSocketAddress(server.getHost(), server.getPort()), new Session.Listener() {})
                        .get();
            } catch (ExecutionException | InterruptedException e) {
                throw new IOException(e);
            }
        }
        return session;
    }

    ExecutorService threads() {
        return threads;
    }

    String authority() {
        return server.getRawAuthority();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : open) {
            socket.close();
        }
        try {
            client.stop();
        } catch (Exception e) {
            throw new IOException(e);
        }
        threads.shutdownNow();
    }
}
