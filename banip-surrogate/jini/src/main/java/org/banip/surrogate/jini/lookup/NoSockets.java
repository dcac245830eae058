package org.banip.surrogate.jini.lookup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Connects to nothing: Reggie connects only to wake its own accepting thread, which has ended by then. */
final class NoSockets extends SocketFactory {
    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw new IOException("this lookup service connects to nobody");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress address, int port) throws IOException {
        return createSocket(address.getHostAddress(), port);
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(address, port);
    }
}
