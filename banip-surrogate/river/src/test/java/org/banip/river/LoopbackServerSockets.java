package org.banip.river;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.net.ServerSocketFactory;

/** Server sockets that only this machine can reach, each on a free port. */
final class LoopbackServerSockets extends ServerSocketFactory {
    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return createServerSocket(port, 0);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return createServerSocket(port, backlog, InetAddress.getLoopbackAddress());
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
        return new ServerSocket(0, backlog, address);
    }
}
