package org.banip.core.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A TCP port that a server of a test takes, leaves and takes again. It stays bound, so that no other program of the machine is given it meanwhile.
 * Nobody listens on it until the server does, which must allow the reuse of its address, as Java's and Jetty's sockets do.
 */
public final class ReservedPort implements AutoCloseable {
    private final Socket held = new Socket();

    /** Reserves a port of the loopback address that nobody has. */
    public ReservedPort() throws IOException {
        this(InetAddress.getLoopbackAddress());
    }

    /** The same of another address of this machine. */
    public ReservedPort(InetAddress address) throws IOException {
        held.setReuseAddress(true);
        held.bind(new InetSocketAddress(address, 0));
    }

    /** The port. */
    public int number() {
        return held.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        held.close();
    }
}
