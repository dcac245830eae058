package org.banip.mbu.uplink;

import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.banip.mbu.spi.UplinkContext;

/**
 * Makes all sockets of one uplink. So they can be counted, and closed at any time: while they connect, while they write to a peer that does not
 * read, or while they read from a peer that does not write. Any thread.
 */
final class Sockets {
    private final UplinkContext.Traffic traffic;
    private final Map<Socket, Boolean> open = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Sockets(UplinkContext.Traffic traffic) {
        this.traffic = traffic;
    }

    /** A socket that is not connected yet. */
    Socket create() throws IOException {
        Socket socket = new CountingSocket(traffic, open::remove);
        open.put(socket, true);
        if (closed) {
            socket.close();
            throw new IOException("uplink is closed");
        }
        return socket;
    }

    /** Closes all sockets. A thread that is blocked on one gets an {@link IOException}. */
    void breakAll() {
        for (Socket socket : open.keySet()) {
            try {
                socket.close();
            } catch (IOException e) {
                // closing failed, so it is unusable anyway
            }
        }
    }

    /** Closes all sockets and makes no more. */
    void close() {
        closed = true;
        breakAll();
    }
}
