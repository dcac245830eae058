package org.banip.mbu.netty.front;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Stands between one MBU and a front, as a network does that gives the MBU another address now and then. */
public final class UdpNat implements AutoCloseable {
    private static final int LARGEST = 65_535;
    /** The first bit of datagrams of a handshake (RFC 9000, section 17.2). */
    private static final int LONG_HEADER = 0x80;

    private final InetSocketAddress server;
    private final DatagramSocket inside = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final List<DatagramSocket> outsides = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile DatagramSocket outside;
    private volatile Duration handshakeDelay = Duration.ZERO;
    private volatile InetSocketAddress client = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    /** A network before a UDP port of the loopback. */
    public UdpNat(int serverPort) throws IOException {
        server = new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort);
        outside = opened();
        run(() -> forward(inside));
    }

    /** Where the MBU finds the front. */
    public int port() {
        return inside.getLocalPort();
    }

    /** From here on each datagram that is part of the front's handshake takes so long, as on a far path. */
    public void delayHandshakes(Duration each) {
        handshakeDelay = each;
    }

    /** From here on the MBU's datagrams come from another address, and what goes to the one before is lost. */
    public void move() throws IOException {
        DatagramSocket before = outside;
        outside = opened();
        before.close();
    }

    private DatagramSocket opened() throws IOException {
        DatagramSocket opened = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        outsides.add(opened);
        run(() -> forward(opened));
        return opened;
    }

    private void run(Runnable task) {
        Thread thread = new Thread(task, "udp-nat");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void forward(DatagramSocket from) {
        DatagramPacket packet = new DatagramPacket(new byte[LARGEST], LARGEST);
        try {
            while (true) {
                packet.setLength(LARGEST);
                from.receive(packet);
                if (from == inside) {
                    client = (InetSocketAddress) packet.getSocketAddress();
                    send(outside, packet, server);
                } else {
                    if ((packet.getData()[0] & LONG_HEADER) != 0) {
                        Thread.sleep(handshakeDelay.toMillis());
                    }
                    send(inside, packet, client);
                }
            }
        } catch (IOException | InterruptedException e) {
            return; // it was closed
        }
    }

    private static void send(DatagramSocket from, DatagramPacket packet, InetSocketAddress to) {
        try {
            from.send(new DatagramPacket(packet.getData(), packet.getLength(), to));
        } catch (IOException e) {
            // lost, as datagrams are
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
