package org.banip.measure.peer.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.banip.measure.peer.reception.Arrivals;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.transport.ServerProgram;
import org.banip.measure.peer.wire.Compression;
import org.banip.measure.peer.wire.PacketBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The application beside the server: stores, then acknowledges to the stream, which then forgets the message. */
final class StoringConsumer implements PeerServer {
    private static final Logger LOG = LoggerFactory.getLogger(StoringConsumer.class);
    private static final long MOST_UNACKNOWLEDGED = 10_000;

    private final ServerProgram server;
    private final Compression compression;
    private final Arrivals reception;
    private final Connection connection;

    StoringConsumer(ServerProgram server, Compression compression, Arrivals reception)
            throws IOException, InterruptedException {
        this.server = server;
        this.compression = compression;
        this.reception = reception;
        connection = Nats.connect(NatsPeer.options(server.address(), (told, event) -> {}));
        try {
            connection
                    .jetStreamManagement()
                    .addStream(StreamConfiguration.builder()
                            .name(NatsPeer.STREAM)
                            .subjects(NatsPeer.SUBJECT + ">")
                            .storageType(StorageType.File)
                            .retentionPolicy(RetentionPolicy.WorkQueue)
                            .build());
            connection
                    .getStreamContext(NatsPeer.STREAM)
                    .createOrUpdateConsumer(ConsumerConfiguration.builder()
                            .durable("store")
                            .ackPolicy(AckPolicy.Explicit)
                            .maxAckPending(MOST_UNACKNOWLEDGED)
                            .build())
                    .consume(this::take);
        } catch (JetStreamApiException e) {
            connection.close();
            throw new IOException("cannot make the stream: " + e.getMessage(), e);
        }
    }

    private void take(Message message) {
        try {
            byte[] payload = compression.expand(message.getData());
            reception.arrived(PacketBytes.decode(ByteBuffer.wrap(payload)), message::ack);
        } catch (RuntimeException e) {
            LOG.error("NATS: a message that is no packet: {}", e.toString());
            message.term();
        }
    }

    @Override
    public int port() {
        return server.address().getPort();
    }

    @Override
    public Duration helpersCpu() {
        return server.cpu();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.close();
    }
}
