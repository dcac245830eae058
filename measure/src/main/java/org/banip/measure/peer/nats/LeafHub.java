package org.banip.measure.peer.nats;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.Source;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.banip.measure.peer.reception.Reception;
import org.banip.measure.peer.transport.AckSender;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.transport.ServerProgram;
import org.banip.measure.peer.wire.Compression;

/** The fixed end of a leaf: its stream takes messages from the leaf's stream, a consumer stores them, and the leaf is told what is durable. */
final class LeafHub implements PeerServer {
    private final InetSocketAddress leaves;
    private final Connection telling;
    private final AckSender acknowledgements;
    private final StoringConsumer consumer;

    LeafHub(ServerProgram server, InetSocketAddress leaves, Compression compression, Reception reception)
            throws IOException, InterruptedException {
        this.leaves = leaves;
        telling = Nats.connect(NatsPeer.options(server.address(), (connection, event) -> {}));
        acknowledgements = new AckSender(reception::next, stored -> telling.publish(NatsLeafPeer.STORED, stored));
        telling.createDispatcher(asked -> acknowledgements.tell()).subscribe(NatsLeafPeer.ASK);
        try {
            consumer = new StoringConsumer(server, stream(), compression, reception, acknowledgements::tell);
        } catch (IOException | InterruptedException | RuntimeException e) {
            closeTelling();
            throw e;
        }
    }

    private static StreamConfiguration stream() {
        return StreamConfiguration.builder()
                .name(NatsPeer.STREAM)
                .sources(Source.builder()
                        .name(NatsPeer.STREAM)
                        .domain(NatsServer.LEAF)
                        .build())
                .storageType(StorageType.File)
                .retentionPolicy(RetentionPolicy.WorkQueue)
                .build();
    }

    @Override
    public int port() {
        return leaves.getPort();
    }

    @Override
    public Duration helpersCpu() {
        return consumer.helpersCpu();
    }

    private void closeTelling() {
        acknowledgements.close();
        try {
            telling.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closeTelling();
        consumer.close();
    }
}
