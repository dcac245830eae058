package org.banip.server.address;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Addresses as text, without a look into any name service. */
public final class AddressLiteral {
    private static final Pattern IPV4 = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private AddressLiteral() {}

    /** Reads an IPv4 or IPv6 address; an IPv6 address may be in brackets and have a zone, which is dropped. */
    public static Optional<InetAddress> read(String text) {
        String bare = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        int zone = bare.indexOf('%');
        String address = zone < 0 ? bare : bare.substring(0, zone);
        if (!IPV4.matcher(address).matches() && !IPV6.matcher(address).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            // Looks like an address and is none.
            return Optional.empty();
        }
    }

    static boolean isIpv6(InetAddress address) {
        return address instanceof Inet6Address;
    }
}
