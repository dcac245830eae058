package org.banip.mbu.testhost;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Relays TCP connections to a host. All of them together carry a set number of bytes a second to it, and any number back. */
public final class SlowRelay implements AutoCloseable {
    private static final int PIECE = 256;
    private static final int BUFFER = 2048;

    private final URI host;
    private volatile ServerSocket server;
    private final Map<Socket, Boolean> sockets = new ConcurrentHashMap<>();
    private volatile long bytesPerSecond;
    private long freeNanos = System.nanoTime();

    /** A relay on a free port of the loopback. */
    public SlowRelay(URI host, long bytesPerSecond) throws IOException {
        this.host = host;
        this.bytesPerSecond = bytesPerSecond;
        server = listen(0);
        daemon("slow-relay", this::accept);
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket listening = new ServerSocket();
        listening.setReceiveBufferSize(BUFFER);
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return listening;
    }

    /** Breaks all connections, and refuses new ones. */
    public void stop() throws IOException {
        server.close();
        for (Socket socket : sockets.keySet()) {
            socket.close();
        }
    }

    /** Listens again on the same port. */
    public void startAgain() throws IOException {
        server = listen(server.getLocalPort());
        daemon("slow-relay", this::accept);
    }

    /** The broker URL for the MBU. */
    public URI base() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + host.getPath());
    }

    /** Changes the rate. */
    public void rate(long newBytesPerSecond) {
        bytesPerSecond = newBytesPerSecond;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), host.getPort());
                sockets.put(client, true);
                sockets.put(upstream, true);
                client.setTcpNoDelay(true);
                upstream.setTcpNoDelay(true);
                daemon("slow-relay-up", () -> pump(client, upstream, true));
                daemon("slow-relay-down", () -> pump(upstream, client, false));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void pump(Socket from, Socket to, boolean slow) {
        byte[] bytes = new byte[PIECE];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int count = in.read(bytes);
            while (count >= 0) {
                if (slow) {
                    LockSupport.parkNanos(waitFor(count));
                }
                out.write(bytes, 0, count);
                count = in.read(bytes);
            }
        } catch (IOException e) {
            // one side closed the connection: both are closed
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    /** How long bytes wait for those before them, and take themselves. */
    private synchronized long waitFor(int count) {
        long now = System.nanoTime();
        freeNanos = Math.max(freeNanos, now) + count * 1_000_000_000L / bytesPerSecond;
        return freeNanos - now;
    }

    private static void daemon(String name, Runnable role) {
        Thread thread = new Thread(role, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        stop();
    }
}
