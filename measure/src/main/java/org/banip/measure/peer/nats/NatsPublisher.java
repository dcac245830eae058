package org.banip.measure.peer.nats;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener.Events;
import io.nats.client.JetStream;
import io.nats.client.Nats;
import io.nats.client.PublishOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.ReconnectDelay;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.wire.Compression;
import org.banip.measure.peer.wire.PacketBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes without waiting for each acknowledgement. The library reconnects by itself; then everything unacknowledged is published again. */
final class NatsPublisher implements PeerClient {
    private static final Logger LOG = LoggerFactory.getLogger(NatsPublisher.class);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final InetSocketAddress server;
    private final Compression compression;
    private final SendQueue queue;
    private final AtomicLong breaks = new AtomicLong();
    private final Thread thread = new Thread(this::run, "banip-peer-nats");
    private volatile boolean closing;

    NatsPublisher(InetSocketAddress server, Compression compression, SendQueue queue) {
        this.server = server;
        this.compression = compression;
        this.queue = queue;
        thread.start();
    }

    private void run() {
        try {
            Connection connection = connect();
            try {
                stream(connection);
            } finally {
                connection.close();
            }
        } catch (IOException e) {
            LOG.error("NATS: no JetStream: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void stream(Connection connection) throws IOException, InterruptedException {
        JetStream stream = connection.jetStream();
        while (!closing) {
            if (connection.getStatus() != Connection.Status.CONNECTED) {
                TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
                continue;
            }
            Optional<Packet> packet = queue.next(LOOK);
            if (packet.isPresent()) {
                publish(stream, packet.get());
            }
        }
    }

    private Connection connect() throws InterruptedException {
        ReconnectDelay backoff = new ReconnectDelay();
        while (true) {
            try {
                return Nats.connect(NatsPeer.options(server, (connection, event) -> tell(event)));
            } catch (IOException e) {
                LOG.info("NATS: no connection: {}", e.toString());
                backoff.sleep();
            }
        }
    }

    private void tell(Events event) {
        if (event == Events.DISCONNECTED && !closing) {
            breaks.incrementAndGet();
        } else if (event == Events.RECONNECTED) {
            queue.rewind();
        }
    }

    private void publish(JetStream stream, Packet packet) {
        PublishOptions options = PublishOptions.builder()
                .messageId(packet.group() + "." + packet.sequence())
                .build();
        byte[] payload = compression.compress(PacketBytes.encode(packet));
        try {
            stream.publishAsync(NatsPeer.SUBJECT + packet.group(), payload, options)
                    .thenRun(() -> queue.acknowledge(packet))
                    .exceptionally(failure -> {
                        again(failure);
                        return null;
                    });
        } catch (IllegalStateException e) {
            again(e); // the connection has just broken
        }
    }

    private void again(Throwable failure) {
        if (!closing) {
            LOG.info("NATS: published again: {}", failure.toString());
            queue.rewind();
        }
    }

    @Override
    public long breaks() {
        return breaks.get();
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
    }
}
