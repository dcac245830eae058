package org.banip.measure.faults.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of a relay: two sockets, and a thread for each direction. Any thread may break it. */
final class RelayedConnection {
    private static final Logger LOG = LoggerFactory.getLogger(RelayedConnection.class);
    private static final int PIECE = 2048;

    private final Socket client;
    private final Socket server;
    private final Gate gate;
    private final Damage damage;
    private final Runnable whenOver;
    private volatile boolean ended;
    private volatile boolean dead;
    private int running = 2;

    /**
     * A connection that is not relayed yet.
     *
     * @param whenOver called once both directions have ended
     */
    RelayedConnection(Socket client, Socket server, Gate gate, Damage damage, Runnable whenOver) {
        this.client = client;
        this.server = server;
        this.gate = gate;
        this.damage = damage;
        this.whenOver = whenOver;
    }

    /** Begins to relay. */
    void begin() {
        thread(() -> pump(client, server));
        thread(() -> pump(server, client));
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(task, "banip-faults-relay");
        thread.setDaemon(true);
        thread.start();
    }

    private void pump(Socket from, Socket to) {
        byte[] bytes = new byte[PIECE];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            gate.pass();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                gate.pass();
                if (!dead) {
                    damage.meet(bytes, count);
                    out.write(bytes, 0, count);
                }
                gate.pass();
            }
            end(from, to);
        } catch (IOException e) {
            broken(from);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            over();
        }
    }

    /** One side has ended its direction in order. The other side is not told if the connection is dead. */
    private void end(Socket from, Socket to) throws IOException {
        if (dead) {
            from.close();
        } else {
            to.shutdownOutput();
        }
    }

    /** One side is gone. */
    private void broken(Socket from) {
        if (dead) {
            close(from, true);
        } else if (!ended) { // otherwise it is this relay that has closed it
            end(true);
        }
    }

    private void over() {
        boolean last;
        synchronized (this) {
            running--;
            last = running == 0;
        }
        if (last) {
            end(false);
            whenOver.run();
        }
    }

    /** From now on nothing comes through, and neither side is told of the other's end. */
    void die() {
        dead = true;
    }

    /** Whether nothing comes through. */
    boolean dead() {
        return dead;
    }

    /** Ends it on both sides, in order or by a reset. */
    void end(boolean reset) {
        ended = true;
        close(client, reset);
        close(server, reset);
    }

    private static void close(Socket socket, boolean reset) {
        try {
            if (reset && !socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (SocketException e) {
            LOG.debug("resetting a relayed connection: {}", e.toString());
            close(socket, false);
        } catch (IOException e) {
            LOG.debug("closing a relayed connection: {}", e.toString());
        }
    }
}
