package org.banip.measure.peer.grpc;

import java.io.IOException;
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
 * gRPC over HTTP/2. A call that streams one way only is answered at its end, so acknowledgements come back on the same call.
 *
 * @param compressed whether messages are compressed with gRPC's own gzip
 */
public record GrpcPeer(boolean compressed) implements Peer {
    private static final int MOST_IN_FLIGHT = 1000;

    @Override
    public int mostInFlight(double bytesPerSecond) {
        return MOST_IN_FLIGHT;
    }

    @Override
    public PeerServer serve(String address, Path folder, Arrivals reception) throws IOException {
        return new GrpcReceiver(address, reception);
    }

    @Override
    public PeerClient connect(InetSocketAddress server, List<SensorGroup> groups, SendQueue queue) {
        return GrpcSender.start(server, compressed, queue);
    }
}
