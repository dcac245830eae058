package org.banip.surrogate.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Takes connections and carries their bytes to a server on loopback, as nginx, stunnel or {@code kubectl port-forward} do: to the
 * server every caller is on loopback. Daemon threads of its own.
 */
public final class Forwarder implements AutoCloseable {
    private volatile @Nullable URI target;
    private final ServerSocket listening;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    /** Forwards to the server of this base URL. */
    public Forwarder(URI target) throws IOException {
        this();
        this.target = target;
    }

    /** Closes what comes until it is told where to forward to. */
    public Forwarder() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** Forwards to the server of this base URL from now on. */
    public void forwardTo(URI server) {
        target = server;
    }

    /** The base URL in front. */
    public URI base() {
        URI behind = target;
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + (behind == null ? "/" : behind.getPath()));
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                sockets.add(client);
                connect(client);
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void connect(Socket client) throws IOException {
        URI behind = target;
        try {
            if (behind == null) {
                throw new ConnectException("no server yet");
            }
            Socket server = new Socket(behind.getHost(), behind.getPort());
            sockets.add(server);
            start(() -> carry(client, server));
            start(() -> carry(server, client));
        } catch (ConnectException e) {
            client.close(); // the test sees it there
        }
    }

    private static void carry(Socket from, Socket to) {
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException e) {
            return; // one side ended; closing both streams ends the other
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "test-forwarder");
        thread.setDaemon(true);
        thread.start();
    }

    /** Breaks all connections. */
    public void breakAll() throws IOException {
        for (Socket socket = sockets.poll(); socket != null; socket = sockets.poll()) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        breakAll();
    }
}
