package org.banip.measure.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Passes connections on to a server, and breaks all of them each time a number of bytes has come from the client. */
final class BreakableRelay implements AutoCloseable {
    private final InetSocketAddress server;
    private final long breakEvery;
    private final int mostBreaks;
    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final AtomicLong passed = new AtomicLong();
    private int breaks;

    BreakableRelay(int port, long breakEvery, int mostBreaks) throws IOException {
        server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.breakEvery = breakEvery;
        this.mostBreaks = mostBreaks;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    private void start(Runnable task) {
        Thread thread = new Thread(task, "relay");
        threads.add(thread);
        thread.start();
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
    }

    synchronized int breaks() {
        return breaks;
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                Socket client = listener.accept();
                Socket onward = new Socket(server.getAddress(), server.getPort());
                keep(client, onward);
                start(() -> pass(client, onward, true));
                start(() -> pass(onward, client, false));
            }
        } catch (IOException e) {
            if (!listener.isClosed()) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Not while others are closed: they would be forgotten, and never end. */
    private synchronized void keep(Socket client, Socket onward) throws IOException {
        sockets.add(client);
        sockets.add(onward);
        if (listener.isClosed()) {
            closeSockets();
        }
    }

    private void pass(Socket from, Socket to, boolean up) {
        byte[] buffer = new byte[4096];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
                if (up) {
                    count(count);
                }
            }
        } catch (IOException e) {
            // broken: so be it
        }
    }

    private synchronized void count(int bytes) throws IOException {
        if (passed.addAndGet(bytes) >= breakEvery * (breaks + 1) && breaks < mostBreaks) {
            breaks++;
            closeSockets();
        }
    }

    private synchronized void closeSockets() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        closeSockets();
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeSockets();
    }
}
