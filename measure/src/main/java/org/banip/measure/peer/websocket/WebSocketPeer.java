package org.banip.measure.peer.websocket;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.measure.peer.reception.Arrivals;
import org.banip.measure.peer.transport.Peer;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.transport.SendQueue;

/**
 * WebSocket (RFC 6455) on Jetty.
 *
 * @param compressed whether both sides agree on permessage-deflate (RFC 7692), with context takeover
 */
public record WebSocketPeer(boolean compressed) implements Peer {
    static final String PATH = "/samples";
    static final long MOST_BYTES = 1 << 20;

    private static final int MOST_IN_FLIGHT = 1000;

    @Override
    public int mostInFlight(double bytesPerSecond) {
        return MOST_IN_FLIGHT;
    }

    @Override
    public PeerServer serve(String address, Path folder, Arrivals reception) {
        return new WebSocketReceiver(address, reception);
    }

    @Override
    public PeerClient connect(InetSocketAddress server, List<SensorGroup> groups, SendQueue queue) {
        return WebSocketSender.start(server, compressed, queue);
    }
}
