package org.banip.measure.faults.relay;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes connections on to a server on loopback, and breaks them when it is told. Its own address stays when the server gets another one. Any
 * thread.
 */
public final class FaultRelay implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(FaultRelay.class);
    private static final int CONNECT_MILLIS = 5_000;
    private static final int WAITING = 64;

    private final ServerSocket listener;
    private final Gate gate = new Gate();
    private final Damage damage = new Damage();
    private final Set<RelayedConnection> open = ConcurrentHashMap.newKeySet();
    private volatile InetSocketAddress target = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    private volatile boolean cut;
    private volatile boolean swallowing;

    /** Listens on a free port of the loopback; connections end until there is a target. */
    public FaultRelay() throws IOException {
        listener = new ServerSocket(0, WAITING, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::accept, "banip-faults-relay");
        thread.setDaemon(true);
        thread.start();
    }

    /** The URL that replaces the server's. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/");
    }

    /** Further connections go to this server. */
    public void target(URI server) {
        target = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort());
    }

    /** Ends all connections, and each new one at once. */
    public void cut() {
        cut = true;
        endAll(false);
    }

    /** Resets all connections. New ones are passed on. */
    public void reset() {
        endAll(true);
    }

    private void endAll(boolean reset) {
        open.stream().filter(connection -> !connection.dead()).forEach(connection -> connection.end(reset));
    }

    /** Nothing moves in either direction; what was sent comes when it is healed. */
    public void stall() {
        gate.close();
    }

    /** What comes on connections of now, and on new ones until it is healed, vanishes, and no end learns of the other's end. */
    public void halfOpen() {
        swallowing = true;
        open.forEach(RelayedConnection::die);
    }

    /** Flips bits of what passes. */
    public void damage(int bits, long seed) {
        damage.begin(bits, seed);
    }

    /** How many bits were flipped so far. */
    public long flipped() {
        return damage.flipped();
    }

    /** Ends every fault. Connections that are half open stay so. */
    public void heal() {
        cut = false;
        swallowing = false;
        damage.end();
        gate.open();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                if (cut) {
                    client.close();
                } else {
                    connect(client);
                }
            }
        } catch (IOException e) {
            LOG.debug("the relay accepts no more: {}", e.toString());
        }
    }

    private void connect(Socket client) throws IOException {
        Socket server = new Socket();
        try {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(target, CONNECT_MILLIS);
        } catch (IOException e) {
            LOG.debug("the relay cannot connect to {}: {}", target, e.toString());
            server.close();
            client.close();
            return;
        }
        RelayedConnection[] self = new RelayedConnection[1];
        RelayedConnection connection = new RelayedConnection(client, server, gate, damage, () -> open.remove(self[0]));
        self[0] = connection;
        open.add(connection);
        if (swallowing) {
            connection.die();
        }
        connection.begin();
        if (cut || listener.isClosed()) {
            connection.end(false);
        }
    }

    /** Ends all connections, those that are half open as well. */
    @Override
    public void close() throws IOException {
        listener.close();
        gate.end();
        open.forEach(connection -> connection.end(false));
    }
}
