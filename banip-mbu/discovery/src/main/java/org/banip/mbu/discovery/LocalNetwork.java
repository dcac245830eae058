package org.banip.mbu.discovery;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An address of this machine and the network that it is in. Immutable. */
final class LocalNetwork {
    private static final int BYTE = 8;

    private final NetworkInterface device;
    private final InetAddress address;

    private LocalNetwork(NetworkInterface device, InetAddress address) {
        this.device = device;
        this.address = address;
    }

    /**
     * The networks of these addresses.
     *
     * @throws IOException if one is no address of this machine
     */
    static List<LocalNetwork> of(List<InetAddress> addresses) throws IOException {
        List<LocalNetwork> networks = new ArrayList<>();
        for (InetAddress address : addresses) {
            NetworkInterface device = NetworkInterface.getByInetAddress(address);
            if (device == null) {
                throw new IOException("brokers cannot be looked for from " + address.getHostAddress()
                        + ": no address of this machine");
            }
            networks.add(new LocalNetwork(device, address));
        }
        return networks;
    }

    /** All that carry multicast, loopback excluded: of each device an IPv4 address, if there is one, and an IPv6 address. */
    static List<LocalNetwork> all() throws IOException {
        List<LocalNetwork> networks = new ArrayList<>();
        for (NetworkInterface device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (device.isUp() && device.supportsMulticast() && !device.isLoopback() && !device.isPointToPoint()) {
                addFirst(networks, device, Inet4Address.class);
                addFirst(networks, device, Inet6Address.class);
            }
        }
        return networks;
    }

    private static void addFirst(
            List<LocalNetwork> networks, NetworkInterface device, Class<? extends InetAddress> family) {
        Collections.list(device.getInetAddresses()).stream()
                .filter(family::isInstance)
                .findFirst()
                .ifPresent(address -> networks.add(new LocalNetwork(device, address)));
    }

    NetworkInterface device() {
        return device;
    }

    InetAddress address() {
        return address;
    }

    /** Whether a machine is in this network: multicast DNS counts no others (RFC 6762, section 11). */
    boolean has(InetAddress other) throws SocketException {
        if (other instanceof Inet6Address && other.isLinkLocalAddress()) {
            return true; // it came in by a socket of this network
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
            int mask = 1 << (BYTE - 1 - bit % BYTE);
            if ((one[bit / BYTE] & mask) != (other[bit / BYTE] & mask)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return address.getHostAddress();
    }
}
