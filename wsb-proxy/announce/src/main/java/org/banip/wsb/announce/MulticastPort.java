package org.banip.wsb.announce;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.Arrays;

/**
 * The port of multicast DNS on one network. It is bound to the group's address, so that only what is sent to the group on that network comes in, and shared
 * with other programs of this machine. One thread, except for {@link #wakeUp}.
 */
final class MulticastPort implements AutoCloseable {
    private static final String GROUP_4 = "224.0.0.251";
    private static final String GROUP_6 = "ff02::fb";
    private static final int LONGEST = 9000;
    private static final int HOPS = 255;

    private final NetworkInterface device;
    private final DatagramChannel channel;
    private final Selector selector;
    private final InetSocketAddress group;
    private final ByteBuffer buffer = ByteBuffer.allocate(LONGEST);

    /** Takes a datagram. */
    interface Taker {
        void take(byte[] datagram, InetSocketAddress from) throws IOException;
    }

    private MulticastPort(
            NetworkInterface device, DatagramChannel channel, Selector selector, InetSocketAddress group) {
        this.device = device;
        this.channel = channel;
        this.selector = selector;
        this.group = group;
    }

    /**
     * Opens it.
     *
     * @param address of this machine, on whose network
     * @throws IOException if it is none, or the port cannot be shared
     */
    static MulticastPort open(InetAddress address, int port) throws IOException {
        NetworkInterface device = NetworkInterface.getByInetAddress(address);
        if (device == null) {
            throw new IOException(address.getHostAddress() + " is no address of this machine");
        }
        boolean four = address instanceof Inet4Address;
        InetAddress number = InetAddress.getByName(four ? GROUP_4 : GROUP_6); // nothing is looked up
        InetAddress group = four ? number : Inet6Address.getByAddress(null, number.getAddress(), device);
        DatagramChannel channel =
                DatagramChannel.open(four ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
        boolean done = false;
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.setOption(StandardSocketOptions.IP_MULTICAST_IF, device);
            channel.setOption(StandardSocketOptions.IP_MULTICAST_TTL, HOPS);
            channel.bind(new InetSocketAddress(group, port));
            channel.join(group, device);
            channel.configureBlocking(false);
            Selector selector = Selector.open();
            channel.register(selector, SelectionKey.OP_READ);
            done = true;
            return new MulticastPort(device, channel, selector, new InetSocketAddress(group, port));
        } catch (UnsupportedOperationException e) {
            throw new IOException("this system has no multicast", e);
        } finally {
            if (!done) {
                channel.close();
            }
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Waits for a datagram from this network, and gives it on. Others are dropped. */
    void receive(Duration time, Taker taker) throws IOException {
        selector.select(Math.max(1, time.toMillis()));
        selector.selectedKeys().clear();
        buffer.clear();
        SocketAddress sender = channel.receive(buffer);
        if (sender instanceof InetSocketAddress from && isInNetwork(from.getAddress())) {
            taker.take(Arrays.copyOf(buffer.array(), buffer.position()), from);
        }
    }

    /** Whether a machine is in this network: multicast DNS counts no others (RFC 6762, section 11). */
    private boolean isInNetwork(InetAddress other) throws SocketException {
        if (other instanceof Inet6Address && other.isLinkLocalAddress()) {
            return true;
        }
        for (InterfaceAddress own : device.getInterfaceAddresses()) {
            if (matches(own.getAddress().getAddress(), other.getAddress(), own.getNetworkPrefixLength())) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(byte[] one, byte[] other, int bits) {
        if (one.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 1 << (Byte.SIZE - 1 - bit % Byte.SIZE);
            if ((one[bit / Byte.SIZE] & mask) != (other[bit / Byte.SIZE] & mask)) {
                return false;
            }
        }
        return true;
    }

    /** Drops what has come. */
    void drop() throws IOException {
        do {
            buffer.clear();
        } while (channel.receive(buffer) != null);
    }

    void multicast(byte[] datagram) throws IOException {
        channel.send(ByteBuffer.wrap(datagram), group);
    }

    void unicast(byte[] datagram, InetSocketAddress to) throws IOException {
        channel.send(ByteBuffer.wrap(datagram), to);
    }

    /** Ends a wait. Any thread. */
    void wakeUp() {
        selector.wakeup();
    }

    @Override
    public void close() {
        try {
            channel.close();
            selector.close();
        } catch (IOException e) {
            // it is not needed any more
        }
    }
}
