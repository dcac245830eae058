package org.banip.server.http3;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between one client and a server, as a NAT does: it records what the client sends, and can send on from another port. */
final class UdpRelay implements AutoCloseable {
    private static final int LARGEST = 65_535;

    private final InetSocketAddress server;
    private final DatagramSocket inside = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final List<DatagramSocket> outsides = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<byte[]> sent = new CopyOnWriteArrayList<>();
    private volatile InetSocketAddress client = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    private final List<byte[]> held = new ArrayList<>();
    /** Guarded by {@code held}. */
    private boolean holding;

    UdpRelay(int serverPort) throws IOException {
        server = new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort);
        move();
        run(this::forward);
    }

    /** Where the client finds it. */
    int port() {
        return inside.getLocalPort();
    }

    /** From here on the client's datagrams come from another port, and what goes to the one before is lost. */
    void move() throws IOException {
        outsides.forEach(DatagramSocket::close);
        DatagramSocket outside = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        outsides.add(outside);
        run(() -> back(outside));
    }

    /** What the client sent so far, a datagram each. */
    List<byte[]> sent() {
        return List.copyOf(sent);
    }

    /** Lets nothing of the server's through for now. */
    void holdAnswers() {
        synchronized (held) {
            holding = true;
        }
    }

    /** How many of the server's datagrams are held. */
    int held() {
        synchronized (held) {
            return held.size();
        }
    }

    /** Lets everything through, what was held first. */
    void goOn() {
        synchronized (held) {
            held.forEach(bytes -> send(inside, bytes, client));
            held.clear();
            holding = false;
        }
    }

    /** Sends datagrams to a server from an address of their own. */
    static DatagramSocket replay(List<byte[]> datagrams, int serverPort) throws IOException {
        DatagramSocket attacker = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        for (byte[] datagram : datagrams) {
            attacker.send(new DatagramPacket(
                    datagram, datagram.length, new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort)));
        }
        return attacker;
    }

    /** How many bytes come, until none came for so long. */
    static long received(DatagramSocket socket, int silenceMillis) throws IOException {
        socket.setSoTimeout(silenceMillis);
        long bytes = 0;
        DatagramPacket packet = new DatagramPacket(new byte[LARGEST], LARGEST);
        try {
            while (true) {
                packet.setLength(LARGEST);
                socket.receive(packet);
                bytes += packet.getLength();
            }
        } catch (SocketTimeoutException e) {
            return bytes;
        }
    }

    private void run(Runnable task) {
        Thread thread = new Thread(task, "udp-relay");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void forward() {
        DatagramPacket packet = new DatagramPacket(new byte[LARGEST], LARGEST);
        try {
            while (true) {
                packet.setLength(LARGEST);
                inside.receive(packet);
                client = (InetSocketAddress) packet.getSocketAddress();
                byte[] bytes = Arrays.copyOf(packet.getData(), packet.getLength());
                sent.add(bytes);
                send(outsides.get(outsides.size() - 1), bytes, server);
            }
        } catch (IOException e) {
            return; // It was closed.
        }
    }

    private void back(DatagramSocket outside) {
        DatagramPacket packet = new DatagramPacket(new byte[LARGEST], LARGEST);
        try {
            while (true) {
                packet.setLength(LARGEST);
                outside.receive(packet);
                byte[] bytes = Arrays.copyOf(packet.getData(), packet.getLength());
                synchronized (held) {
                    if (holding) {
                        held.add(bytes);
                    } else {
                        send(inside, bytes, client);
                    }
                }
            }
        } catch (IOException e) {
            return; // It was closed.
        }
    }

    private static void send(DatagramSocket from, byte[] bytes, InetSocketAddress to) {
        try {
            from.send(new DatagramPacket(bytes, bytes.length, to));
        } catch (IOException e) {
            // Lost, as datagrams are.
        }
    }

    @Override
    public void close() {
        inside.close();
        outsides.forEach(DatagramSocket::close);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
