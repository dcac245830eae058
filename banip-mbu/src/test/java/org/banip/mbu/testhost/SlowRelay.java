package org.banip.mbu.testhost;

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
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Relays TCP connections to a host. All of them together carry a set number of bytes a second to it, and any number back. */
public final class SlowRelay implements AutoCloseable {
    private static final int PIECE = 256;
    private static final int BUFFER = 2048;

    private final URI host;
    /** Bound but never listening, so that nobody else gets the port while the relay is stopped. */
    private final Socket reservation = new Socket();

    private volatile ServerSocket server;
    private volatile Thread acceptor;
    /** The sockets of the connections; guarded by itself. */
    private final Set<Socket> sockets = new HashSet<>();

    private volatile long bytesPerSecond;
    private boolean paused;
    private long freeNanos = System.nanoTime();

    /** A relay on a free port of the loopback. */
    public SlowRelay(URI host, long bytesPerSecond) throws IOException {
        this.host = host;
        this.bytesPerSecond = bytesPerSecond;
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        ServerSocket first = listen(reservation.getLocalPort());
        server = first;
        acceptor = daemon("slow-relay", () -> accept(first));
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket listening = new ServerSocket();
        listening.setReuseAddress(true);
        listening.setReceiveBufferSize(BUFFER);
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return listening;
    }

    /** Breaks all connections, and refuses new ones. */
    public void stop() throws IOException {
        synchronized (sockets) {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
            sockets.clear();
        }
        try {
            acceptor.join(); // the thread keeps the port until it has ended
        } catch (InterruptedException e) {
            throw new InterruptedIOException("told to end");
        }
    }

    /** Takes no new connections, and keeps those that it has. Attempts to connect get no answer until the result is closed. */
    public SilentPort answerNobody() throws IOException {
        server.close();
        try {
            acceptor.join(); // the thread keeps the port until it has ended
        } catch (InterruptedException e) {
            throw new InterruptedIOException("told to end");
        }
        return SilentPort.at(InetAddress.getLoopbackAddress(), reservation.getLocalPort());
    }

    /** Listens again on the same port. */
    public void startAgain() throws IOException {
        ServerSocket again = listen(reservation.getLocalPort());
        server = again;
        acceptor = daemon("slow-relay", () -> accept(again));
    }

    /** The broker URL for the MBU. */
    public URI base() {
        return URI.create("http://127.0.0.1:" + reservation.getLocalPort() + host.getPath());
    }

    /** Carries nothing in either direction until {@link #resume}, and breaks no connection. */
    public synchronized void pause() {
        paused = true;
    }

    /** Carries what has gathered, and all that follows. */
    public synchronized void resume() {
        paused = false;
        notifyAll();
    }

    private synchronized void awaitResumed() throws IOException {
        try {
            while (paused) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException("told to end");
        }
    }

    /** Changes the rate. */
    public void rate(long newBytesPerSecond) {
        bytesPerSecond = newBytesPerSecond;
    }

    private void accept(ServerSocket listening) {
        try {
            while (true) {
                Socket client = keep(listening, listening.accept());
                Socket upstream = keep(listening, new Socket(InetAddress.getLoopbackAddress(), host.getPort()));
                client.setTcpNoDelay(true);
                upstream.setTcpNoDelay(true);
                daemon("slow-relay-up", () -> pump(client, upstream, true));
                daemon("slow-relay-down", () -> pump(upstream, client, false));
            }
        } catch (IOException e) {
            // closed
        }
    }

    /** Keeps a socket to be closed by {@link #stop}, and closes it at once if that was before. */
    private Socket keep(ServerSocket listening, Socket socket) throws IOException {
        synchronized (sockets) {
            if (listening.isClosed()) {
                socket.close();
                throw new IOException("stopped");
            }
            sockets.add(socket);
            return socket;
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
                awaitResumed();
                out.write(bytes, 0, count);
                count = in.read(bytes);
            }
        } catch (IOException e) {
            // one side closed the connection: both are closed
        } finally {
            synchronized (sockets) {
                sockets.remove(from);
                sockets.remove(to);
            }
        }
    }

    /** How long bytes wait for those before them, and take themselves. */
    private synchronized long waitFor(int count) {
        long now = System.nanoTime();
        freeNanos = Math.max(freeNanos, now) + count * 1_000_000_000L / bytesPerSecond;
        return freeNanos - now;
    }

    private static Thread daemon(String name, Runnable role) {
        Thread thread = new Thread(role, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() throws IOException {
        resume();
        stop();
        reservation.close();
    }
}
