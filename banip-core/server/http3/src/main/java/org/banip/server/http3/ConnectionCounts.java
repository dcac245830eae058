package org.banip.server.http3;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import org.banip.server.address.ClientNetwork;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.log.PeerLog;

/** Counts connections, in all and by address, and how many have not proved their address yet. Any thread. */
final class ConnectionCounts {
    /** From this number of handshakes on, a new client must prove its address first. */
    private static final int MANY_HANDSHAKES = 64;

    private final ConnectionLimits limits;
    private final TrustedProxies unbounded;
    private final Map<ClientNetwork, Integer> byNetwork = new HashMap<>();
    private final PeerLog lines = PeerLog.ofAnybody(System::nanoTime);
    private final UnprovenAddresses addresses = new UnprovenAddresses(System::nanoTime);
    private int connections;
    private int handshakes;

    ConnectionCounts(ConnectionLimits limits, TrustedProxies unbounded) {
        this.limits = limits;
        this.unbounded = unbounded;
    }

    /** A connection began. Returns false if it is one too many; it counts until {@link #leave} all the same. */
    synchronized boolean enter(InetAddress address) {
        connections++;
        handshakes++;
        int ofNetwork = byNetwork.merge(ClientNetwork.of(address), 1, Integer::sum);
        return connections <= limits.connections()
                && (ofNetwork <= limits.perAddress() || unbounded.trust(address.getHostAddress()));
    }

    /** A connection's handshake was completed, or given up. */
    synchronized void handshakeOver() {
        handshakes--;
    }

    /** A connection ended. */
    synchronized void leave(InetAddress address) {
        connections--;
        byNetwork.computeIfPresent(ClientNetwork.of(address), (network, count) -> count == 1 ? null : count - 1);
    }

    /** Whether a client must prove its address first: many handshakes are under way, or there is no room anyway. */
    synchronized boolean wantsProof() {
        return connections >= limits.connections()
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
