package org.banip.app.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Relays TCP connections to a broker or host. The local address of a connection is its network, which can be cut off for good, or held up for a while.
 */
final class TwoNetworks implements AutoCloseable {
    private final URI broker;
    private final ServerSocket server = new ServerSocket();
    private final Map<Socket, InetAddress> sockets = new ConcurrentHashMap<>();
    private final Map<InetAddress, AtomicLong> bytesUp = new ConcurrentHashMap<>();
    private final Set<InetAddress> dead = ConcurrentHashMap.newKeySet();
    /** Guarded by itself. */
    private final Set<InetAddress> held = new HashSet<>();

    TwoNetworks(URI broker) throws IOException {
        this.broker = broker;
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        daemon(this::accept);
    }

    /** The broker's URL through the networks. */
    URI base() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + broker.getPath());
    }

    /** Bytes that came from this address. */
    long bytesUp(InetAddress network) {
        return bytesUp.getOrDefault(network, new AtomicLong()).get();
    }

    /** Breaks the connections from this address, and accepts no more. */
    void cut(InetAddress network) throws IOException {
        dead.add(network);
        for (Map.Entry<Socket, InetAddress> socket : sockets.entrySet()) {
            if (socket.getValue().equals(network)) {
                socket.getKey().close();
            }
        }
    }

    /** Nothing more comes from this address until it is released. */
    void hold(InetAddress network) {
        synchronized (held) {
            held.add(network);
        }
    }

    /** What was held up comes now. */
    void release(InetAddress network) {
        synchronized (held) {
            held.remove(network);
            held.notifyAll();
        }
    }

    private void awaitReleased(InetAddress network) throws IOException {
        synchronized (held) {
            try {
                while (held.contains(network)) {
                    held.wait();
                }
            } catch (InterruptedException e) {
                throw new InterruptedIOException(e.getMessage());
            }
        }
    }

    private void accept() {
        try {
            while (true) {
                relay(server.accept());
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void relay(Socket client) {
        InetAddress network = client.getInetAddress();
        try {
            Socket upstream = new Socket(InetAddress.getLoopbackAddress(), broker.getPort());
            sockets.put(client, network);
            sockets.put(upstream, network);
            if (dead.contains(network)) { // it was cut before these could be seen in the map
                client.close();
                upstream.close();
                return;
            }
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
            AtomicLong up = bytesUp.computeIfAbsent(network, first -> new AtomicLong());
            daemon(() -> pump(client, upstream, up, () -> awaitReleased(network)));
            daemon(() -> pump(upstream, client, new AtomicLong(), () -> {}));
        } catch (IOException e) {
            // the broker is away, or the network was cut just now
        }
    }

    /** May hold up what came. */
    private interface Gate {
        void pass() throws IOException;
    }

    private void pump(Socket from, Socket to, AtomicLong counter, Gate gate) {
        byte[] bytes = new byte[2048];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                gate.pass();
                out.write(bytes, 0, count);
                counter.addAndGet(count);
            }
        } catch (IOException e) {
            // one side closed the connection: both are closed
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void daemon(Runnable role) {
        Thread thread = new Thread(role, "two-networks");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        synchronized (held) {
            held.clear();
            held.notifyAll();
        }
        for (Socket socket : sockets.keySet()) {
            socket.close();
        }
    }
}
