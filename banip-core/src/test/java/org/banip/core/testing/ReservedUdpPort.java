package org.banip.core.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;

/**
 * A UDP port that programs of one test share, as those of multicast DNS do. It is held at an address of its own, so that no other test of the machine
 * is given it meanwhile, and no datagram for the others comes here. The others must allow the reuse of the port.
 */
public final class ReservedUdpPort implements AutoCloseable {
    /** Loopback, and nobody else's in the tests that share a port. */
    private static final String ADDRESS = "127.0.0.53";

    private final MulticastSocket held;

    /** Reserves a port that nobody has. */
    public ReservedUdpPort() throws IOException {
        held = new MulticastSocket(null);
        held.setReuseAddress(false); // what is in use anywhere is not chosen
        held.bind(new InetSocketAddress(ADDRESS, 0));
        held.setReuseAddress(true); // from now on it may be shared
    }

    /** The port. */
    public int number() {
        return held.getLocalPort();
    }

    @Override
    public void close() {
        held.close();
    }
}
