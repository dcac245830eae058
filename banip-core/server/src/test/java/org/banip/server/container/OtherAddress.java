package org.banip.server.container;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** An address of this machine that is not its loopback: a container sees a client that connects to it as one beyond loopback. */
public final class OtherAddress {
    /** Parameter of a container that listens on all addresses of this machine, not on loopback only. */
    public static final String ALL = "container.all-addresses";

    private OtherAddress() {}

    /** One of IPv4, if this machine has any. */
    public static Optional<String> find() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address
                        && !address.isLoopbackAddress()
                        && !address.isLinkLocalAddress())
                .map(InetAddress::getHostAddress)
                .findFirst();
    }

    /** The same URL at another address. */
    public static URI at(String address, URI url) {
        return URI.create(url.getScheme() + "://" + address + ":" + url.getPort() + url.getPath());
    }

    /** Where the container listens; takes the parameter, which is not for the web application. */
    static String listen(Map<String, String> parameters) {
        return parameters.remove(ALL) == null ? "127.0.0.1" : "0.0.0.0";
    }
}
