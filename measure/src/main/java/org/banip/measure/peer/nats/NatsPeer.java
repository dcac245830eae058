package org.banip.measure.peer.nats;

import io.nats.client.ConnectionListener;
import io.nats.client.Options;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;
import org.banip.measure.peer.reception.Arrivals;
import org.banip.measure.peer.transport.InFlight;
import org.banip.measure.peer.transport.Peer;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.transport.ServerProgram;
import org.banip.measure.peer.wire.Compression;

/**
 * NATS JetStream. Each message has an identifier, by which the stream drops duplicates.
 *
 * @param compression of each message's payload; the protocol has none of its own
 */
public record NatsPeer(Compression compression) implements Peer {
    static final String STREAM = "ban";

    /** How subjects begin; the group's number follows. */
    static final String SUBJECT = "ban.";

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);
    private static final Duration RECONNECT = Duration.ofMillis(500);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    @Override
    public int mostInFlight(double bytesPerSecond) {
        return InFlight.on(bytesPerSecond);
    }

    @Override
    public Optional<String> missing() {
        return NatsServer.missing();
    }

    /** Options of both clients. What was not sent before a break is not kept, because it is published again. */
    static Options options(InetSocketAddress server, ConnectionListener listener) {
        return new Options.Builder()
                .server("nats://" + server.getHostString() + ":" + server.getPort())
                .ignoreDiscoveredServers()
                .connectionTimeout(KEEP_ALIVE)
                .pingInterval(KEEP_ALIVE)
                .reconnectWait(RECONNECT)
                .maxReconnects(-1)
                .reconnectBufferSize(0)
                .requestCleanupInterval(ANSWER)
                .connectionListener(listener)
                .build();
    }

    @Override
    public PeerServer serve(String address, Path folder, Arrivals reception) throws IOException, InterruptedException {
        ServerProgram server = NatsServer.start(address, folder);
        try {
            return new StoringConsumer(server, compression, reception);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    @Override
    public PeerClient connect(InetSocketAddress server, List<SensorGroup> groups, SendQueue queue) {
        return new NatsPublisher(server, compression, queue);
    }
}
