package org.banip.server.address;

import java.net.InetAddress;
import java.util.Arrays;

/**
 * What counts as one client where addresses are limited: an IPv4 address, or the first 64 bits of an IPv6 address, since a subscriber
 * commonly has at least all addresses of such a prefix (RFC 6177).
 *
 * @param name for logs: the address, or the prefix with {@code /64}
 */
public record ClientNetwork(String name) {
    private static final int PREFIX_BYTES = 8;

    /** The network of an address; of a text that is no address, the text itself. */
    public static ClientNetwork of(String address) {
        return AddressLiteral.read(address).map(ClientNetwork::of).orElseGet(() -> new ClientNetwork(address));
    }

    /** The network of an address. */
    public static ClientNetwork of(InetAddress address) {
        if (!AddressLiteral.isIpv6(address)) {
            return new ClientNetwork(address.getHostAddress());
        }
        byte[] bytes = address.getAddress();
        Arrays.fill(bytes, PREFIX_BYTES, bytes.length, (byte) 0);
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < PREFIX_BYTES; i += 2) {
            name.append(Integer.toHexString((bytes[i] & 0xff) << 8 | bytes[i + 1] & 0xff))
                    .append(':');
        }
        return new ClientNetwork(name.append(":/64").toString());
    }

    @Override
    public String toString() {
        return name;
    }
}
