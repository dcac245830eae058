package org.banip.server.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Connections on which many requests are sent at once, and no answer is read. One thread. */
public final class UnreadAnswers implements AutoCloseable {
    private static final int LITTLE = 2048;

    private final URI server;
    private final List<Socket> open = new ArrayList<>();

    /** No connection yet. */
    public UnreadAnswers(URI server) {
        this.server = server;
    }

    /** Sends these requests on a connection of their own. Returns when the kernel has them, though the server may not read them. */
    public void pipeline(byte[] requests) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(LITTLE);
        socket.setSendBufferSize(requests.length);
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
        socket.setTcpNoDelay(true);
        open.add(socket);
        socket.getOutputStream().write(requests);
    }

    /** Whether the server still has one of the connections. Reads nothing, since that would let the server go on. */
    public boolean anyIsOpen() throws IOException {
        return openConnections() > 0;
    }

    /** How many of the connections the server still has. Reads nothing either. */
    public int openConnections() throws IOException {
        for (Socket socket : List.copyOf(open)) {
            try {
                // A request line may begin with an empty line. After the server has closed, the second write fails.
                socket.getOutputStream().write('\n');
            } catch (IOException e) {
                socket.close();
                open.remove(socket);
            }
        }
        return open.size();
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }
}
