package org.banip.measure.peer;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A relay of datagrams between one client and a server that loses some, by their number in each direction. */
final class LosingRelay implements AutoCloseable {
    private static final int LARGEST = 65_535;

    private final DatagramSocket front = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final DatagramSocket back = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final InetSocketAddress server;
    private final Set<Integer> losesUp;
    private final Set<Integer> losesDown;
    private final AtomicInteger lost = new AtomicInteger();
    private final Thread up = new Thread(this::up, "relay-up");
    private final Thread down = new Thread(this::down, "relay-down");
    private volatile InetSocketAddress client;

    LosingRelay(int port, Set<Integer> losesUp, Set<Integer> losesDown) throws IOException {
        server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        client = server; // nobody yet
        this.losesUp = losesUp;
        this.losesDown = losesDown;
        up.start();
        down.start();
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), front.getLocalPort());
    }

    /** Datagrams lost so far. */
    int lost() {
        return lost.get();
    }

    private void up() {
        pass(front, back, losesUp, true);
    }

    private void down() {
        pass(back, front, losesDown, false);
    }

    private void pass(DatagramSocket from, DatagramSocket to, Set<Integer> loses, boolean upwards) {
        byte[] buffer = new byte[LARGEST];
        try {
            for (int number = 0; ; number++) {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                from.receive(packet);
                if (upwards) {
                    client = (InetSocketAddress) packet.getSocketAddress();
                }
                if (loses.contains(number)) {
                    lost.incrementAndGet();
                } else {
                    byte[] data = Arrays.copyOf(buffer, packet.getLength());
                    to.send(new DatagramPacket(data, data.length, upwards ? server : client));
                }
            }
        } catch (SocketException e) {
            // closed
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        front.close();
        back.close();
        try {
            up.join();
            down.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
