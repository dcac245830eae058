package org.banip.mbu.testhost;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A port at which attempts to connect get no answer: its queue is full, so Linux drops what comes. */
public final class SilentPort implements AutoCloseable {
    private static final int MOST = 64;
    /** The system answers on the loopback before {@code connect} returns. */
    private static final int UNANSWERED_MILLIS = 1000;

    private final ServerSocket server;
    private final List<Socket> queued = new ArrayList<>();

    private SilentPort(ServerSocket server) {
        this.server = server;
    }

    /** Skips the test if this machine does not have the address, or answers more than can be queued. */
    public static SilentPort at(InetAddress address, int port) throws IOException {
        assumeTrue(isHere(address), () -> "no address " + address.getHostAddress());
        SilentPort silent = new SilentPort(new ServerSocket(port, 1, address));
        boolean full = false;
        while (!full && silent.queued.size() < MOST) {
            full = !silent.queueOne();
        }
        if (!full) {
            silent.close();
        }
        assumeTrue(full, "the system's queue of connections has no end");
        return silent;
    }

    private static boolean isHere(InetAddress address) throws IOException {
        return address.getHostAddress().startsWith("127.") || NetworkInterface.getByInetAddress(address) != null;
    }

    private boolean queueOne() throws IOException {
        Socket socket = new Socket();
        queued.add(socket);
        try {
            socket.connect(server.getLocalSocketAddress(), UNANSWERED_MILLIS);
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    /** Its port. */
    public int port() {
        return ((InetSocketAddress) server.getLocalSocketAddress()).getPort();
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : queued) {
            socket.close();
        }
        server.close();
    }
}
