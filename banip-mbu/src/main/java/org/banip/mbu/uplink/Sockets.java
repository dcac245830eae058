package org.banip.mbu.uplink;

import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.banip.mbu.spi.UplinkContext;

/**
 * Makes all sockets of one uplink, so that they can be counted, and closed whatever they are doing: connecting, writing to a peer
 * that does not read, or reading from one that does not write. Any thread.
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

    /** Closes them all; a thread that is blocked on one gets an {@link IOException}. */
    void breakAll() {
        for (Socket socket : open.keySet()) {
            try {
                socket.close();
            } catch (IOException e) {
                // it is gone either way
            }
        }
    }

    /** Closes them all and makes no more. */
    void close() {
        closed = true;
        breakAll();
    }
}
