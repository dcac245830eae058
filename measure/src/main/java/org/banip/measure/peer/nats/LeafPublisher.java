package org.banip.measure.peer.nats;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.PublishOptions;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.transport.Acknowledgement;
import org.banip.measure.peer.transport.InFlight;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.transport.ServerProgram;
import org.banip.measure.peer.wire.Compression;
import org.banip.measure.peer.wire.PacketBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes to a leaf node of its own, which reconnects by itself and loses nothing. A packet is acknowledged when the fixed end has stored it. One
 * thread, and those of the library.
 */
final class LeafPublisher implements PeerClient {
    private static final Logger LOG = LoggerFactory.getLogger(LeafPublisher.class);
    private static final Duration LOOK = Duration.ofMillis(100);

    /** After this time without an acknowledgement it asks for one, because the last one may be lost. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final Compression compression;
    private final SendQueue queue;
    private final AtomicLong breaks = new AtomicLong();
    private final Semaphore unanswered = new Semaphore(InFlight.MOST);
    private final ServerProgram leaf;
    private final Thread thread = new Thread(this::run, "banip-peer-nats-leaf");
    private volatile long heardNanos = System.nanoTime();
    private volatile boolean closing;

    LeafPublisher(InetSocketAddress hub, Path folder, Compression compression, SendQueue queue) {
        this.compression = compression;
        this.queue = queue;
        try {
            leaf = NatsServer.startLeaf(hub, folder, this::tell);
        } catch (IOException e) {
            throw new IllegalStateException("cannot start a leaf node", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        thread.start();
    }

    /** A line of the leaf's log. */
    private void tell(String line) {
        if (line.contains("Leafnode connection closed") && !closing) {
            breaks.incrementAndGet();
        }
    }

    private void run() {
        try {
            Connection connection = Nats.connect(NatsPeer.options(leaf.address(), (told, event) -> {}));
            try {
                connection
                        .jetStreamManagement()
                        .addStream(StreamConfiguration.builder()
                                .name(NatsPeer.STREAM)
                                .subjects(NatsPeer.SUBJECT + ">")
                                .storageType(StorageType.File)
                                // what is older than the queue is stored at the other end
                                .maxMessages(2L * SendQueue.CAPACITY)
                                .build());
                connection
                        .createDispatcher(message -> acknowledged(message.getData()))
                        .subscribe(NatsLeafPeer.STORED);
                stream(connection);
            } finally {
                connection.close();
            }
        } catch (IOException | JetStreamApiException e) {
            LOG.error("NATS: no stream at the leaf: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void acknowledged(byte[] message) {
        heardNanos = System.nanoTime();
        Acknowledgement.apply(ByteBuffer.wrap(message), queue);
    }

    private void stream(Connection connection) throws IOException, InterruptedException {
        JetStream stream = connection.jetStream();
        while (!closing) {
            Optional<Packet> packet = queue.next(LOOK);
            if (packet.isPresent()) {
                unanswered.acquire();
                publish(stream, packet.get());
            }
            if (System.nanoTime() - heardNanos > SILENCE.toNanos() && !queue.isEmpty()) {
                heardNanos = System.nanoTime();
                connection.publish(NatsLeafPeer.ASK, new byte[0]);
            }
        }
    }

    private void publish(JetStream stream, Packet packet) {
        PublishOptions options = PublishOptions.builder()
                .messageId(packet.group() + "." + packet.sequence())
                .build();
        byte[] payload = compression.compress(PacketBytes.encode(packet));
        stream.publishAsync(NatsPeer.SUBJECT + packet.group(), payload, options).whenComplete((answer, failure) -> {
            unanswered.release();
            if (failure != null && !closing) {
                LOG.warn("NATS: published again: {}", failure.toString());
                queue.rewind();
            }
        });
    }

    @Override
    public long breaks() {
        return breaks.get();
    }

    @Override
    public Duration helpersCpu() {
        return leaf.cpu();
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        leaf.close();
    }
}
