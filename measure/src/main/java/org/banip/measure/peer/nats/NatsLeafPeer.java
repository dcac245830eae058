package org.banip.measure.peer.nats;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;
import org.banip.measure.peer.reception.Reception;
import org.banip.measure.peer.transport.Peer;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.transport.ServerProgram;
import org.banip.measure.peer.wire.Compression;

/**
 * NATS JetStream with a leaf node at the mobile end: messages are stored there, and a stream of the fixed end takes them from it.
 *
 * @param compression of each message's payload; between the two servers there is compression of their own as well
 */
public record NatsLeafPeer(Compression compression) implements Peer {
    /** Where the fixed end tells what is durable. */
    static final String STORED = "stored";

    /** Asks for it. */
    static final String ASK = "ask";

    /** The leaf stores all. */
    @Override
    public int mostInFlight(double bytesPerSecond) {
        return SendQueue.CAPACITY;
    }

    @Override
    public Optional<String> missing() {
        return NatsServer.missing();
    }

    @Override
    public PeerServer serve(String address, Path folder, Reception reception) throws IOException, InterruptedException {
        InetSocketAddress leaves = ServerProgram.freeAddress(address);
        ServerProgram server = NatsServer.startHub(leaves, folder);
        try {
            return new LeafHub(server, leaves, compression, reception);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    @Override
    public PeerClient connect(InetSocketAddress server, Path folder, List<SensorGroup> groups, SendQueue queue) {
        return new LeafPublisher(server, folder, compression, queue);
    }
}
