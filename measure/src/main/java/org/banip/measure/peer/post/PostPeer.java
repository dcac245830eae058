package org.banip.measure.peer.post;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.measure.peer.reception.Arrivals;
import org.banip.measure.peer.transport.Peer;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.wire.Compression;

/**
 * HTTP/1.1 POST of JSON on persistent connections, a few at once, each repeated until it is answered.
 *
 * @param compression {@link Compression#NONE}, or {@link Compression#GZIP} as content encoding
 */
public record PostPeer(Compression compression) implements Peer {
    static final String PATH = "/samples";

    /** Requests for more than this time of the link would wait for each other, and time out together after an outage. */
    private static final double SECONDS_IN_FLIGHT = 2;

    private static final double DOCUMENT_BYTES = 1400;
    private static final int LEAST_IN_FLIGHT = 4;
    private static final int MOST_IN_FLIGHT = 32;

    @Override
    public int mostInFlight(double bytesPerSecond) {
        double documents = bytesPerSecond * SECONDS_IN_FLIGHT / DOCUMENT_BYTES;
        return (int) Math.max(LEAST_IN_FLIGHT, Math.min(MOST_IN_FLIGHT, documents));
    }

    @Override
    public PeerServer serve(String address, Path folder, Arrivals reception) {
        return new PostReceiver(address, reception);
    }

    @Override
    public PeerClient connect(InetSocketAddress server, List<SensorGroup> groups, SendQueue queue) {
        return new PostSender(server, groups, compression, queue);
    }
}
