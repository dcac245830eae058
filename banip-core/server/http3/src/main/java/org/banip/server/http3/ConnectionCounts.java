package org.banip.server.http3;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.server.address.ByNetwork;
import org.banip.server.address.ClientNetwork;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.log.PeerLog;

/**
 * Counts connections, in all and by address, and how many have not proved their address yet. Where there is no room, the oldest gives way of the
 * address that has most: first connections without a request, then those with requests, if nobody was authenticated on them. Any thread.
 */
final class ConnectionCounts {
    /** From this number of handshakes on, a new client must prove its address first. */
    private static final int MANY_HANDSHAKES = 64;

    private final ConnectionLimits limits;
    private final TrustedProxies unbounded;
    private final Map<ClientNetwork, Integer> byNetwork = new HashMap<>();
    private final PeerLog lines = PeerLog.ofAnybody(System::nanoTime);
    private final UnprovenAddresses addresses = new UnprovenAddresses(System::nanoTime);
    /** Connections without a request, on which nobody was authenticated. */
    private final ByNetwork<CountedConnection> waiting = new ByNetwork<>();
    /** Connections with requests none of which was authenticated. */
    private final ByNetwork<CountedConnection> unauthenticated = new ByNetwork<>();

    private int connections;
    private int handshakes;

    ConnectionCounts(ConnectionLimits limits, TrustedProxies unbounded) {
        this.limits = limits;
        this.unbounded = unbounded;
    }

    /** A connection began, for which another one may have given way. Returns false if it is one too many; then it does not count. The QUIC thread. */
    boolean enter(CountedConnection connection) {
        ClientNetwork network = connection.network();
        if (!connection.isProxys() && isFull(network) && !makeRoom(network)) {
            return false;
        }
        if (isFull() && !makeRoom()) {
            return false;
        }
        count(network);
        return true;
    }

    private synchronized void count(ClientNetwork network) {
        connections++;
        byNetwork.merge(network, 1, Integer::sum);
    }

    private synchronized boolean isFull() {
        return connections >= limits.connections();
    }

    private synchronized boolean isFull(ClientNetwork network) {
        return byNetwork.getOrDefault(network, 0) >= limits.perAddress();
    }

    /** Whether it is a trusted proxy's, which carries those of many: it has no bound of its own, and never gives way. */
    boolean isProxys(InetAddress address) {
        return unbounded.trust(address.getHostAddress());
    }

    private boolean makeRoom() {
        return makeRoom(waiting::takeOldest) || makeRoom(unauthenticated::takeOldest);
    }

    private boolean makeRoom(ClientNetwork network) {
        return makeRoom(() -> waiting.takeOldest(network)) || makeRoom(() -> unauthenticated.takeOldest(network));
    }

    private static boolean makeRoom(Supplier<Optional<CountedConnection>> next) {
        for (Optional<CountedConnection> one = next.get(); one.isPresent(); one = next.get()) {
            if (one.get().giveWay()) {
                return true;
            }
        }
        return false;
    }

    /** Connections without a request that may give way. */
    ByNetwork<CountedConnection> waiting() {
        return waiting;
    }

    /** Connections with requests that may give way. */
    ByNetwork<CountedConnection> unauthenticated() {
        return unauthenticated;
    }

    /** A handshake began, also one of a connection that is refused. */
    synchronized void handshakeBegun() {
        handshakes++;
    }

    /** A connection's handshake was completed, or given up. */
    synchronized void handshakeOver() {
        handshakes--;
    }

    /** A connection that counts ended. */
    synchronized void leave(ClientNetwork network) {
        connections--;
        byNetwork.computeIfPresent(network, (same, count) -> count == 1 ? null : count - 1);
    }

    /**
     * Whether a client must prove its address first: many handshakes are under way, or another connection would have to give way, which an address
     * that is not the client's own must not bring about.
     */
    synchronized boolean wantsProof(InetAddress address) {
        return isFull()
                || isFull(ClientNetwork.of(address)) && !isProxys(address)
                || handshakes >= Math.min(MANY_HANDSHAKES, Math.max(1, limits.connections() / 2));
    }

    /** Bounds the lines that clients cause. */
    PeerLog lines() {
        return lines;
    }

    /** What stands in front of all connections; the QUIC thread only. */
    UnprovenAddresses addresses() {
        return addresses;
    }
}
