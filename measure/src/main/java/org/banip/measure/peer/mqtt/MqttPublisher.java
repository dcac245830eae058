package org.banip.measure.peer.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.wire.Compression;
import org.banip.measure.peer.wire.PacketBytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes at quality of service 1. The client library reconnects by itself, keeps what the broker has not acknowledged, and sends it
 * again in the same session; topic aliases make topics short.
 */
final class MqttPublisher implements PeerClient {
    /** How a BAN's topics begin; the group's number follows. */
    static final String TOPIC = "ban/1/";

    static final int KEEP_ALIVE_SECONDS = 10;
    static final long SESSION_SECONDS = 3600;

    private static final Logger LOG = LoggerFactory.getLogger(MqttPublisher.class);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final long FIRST_WAIT_MILLIS = 500;
    private static final long LONGEST_WAIT_MILLIS = 10_000;
    private static final long GOODBYE_MILLIS = 2000;

    private final Compression compression;
    private final SendQueue queue;
    private final AtomicLong breaks = new AtomicLong();
    private final Mqtt5AsyncClient client;
    private final Thread thread = new Thread(this::run, "banip-peer-mqtt");
    private volatile boolean closing;

    MqttPublisher(InetSocketAddress broker, Compression compression, SendQueue queue) {
        this.compression = compression;
        this.queue = queue;
        client = client("mbu-" + UUID.randomUUID(), broker, breaks);
        thread.start();
    }

    /** A client that reconnects by itself. */
    static Mqtt5AsyncClient client(String name, InetSocketAddress broker, AtomicLong breaks) {
        return Mqtt5Client.builder()
                .identifier(name)
                .serverAddress(broker)
                .automaticReconnect()
                .initialDelay(FIRST_WAIT_MILLIS, TimeUnit.MILLISECONDS)
                .maxDelay(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS)
                .applyAutomaticReconnect()
                .addDisconnectedListener(context -> breaks.incrementAndGet())
                .buildAsync();
    }

    private void run() {
        try {
            client.connectWith()
                    .cleanStart(false)
                    .sessionExpiryInterval(SESSION_SECONDS)
                    .keepAlive(KEEP_ALIVE_SECONDS)
                    .send()
                    .get();
            while (!closing) {
                Optional<Packet> packet = queue.next(LOOK);
                packet.ifPresent(this::publish);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        } catch (ExecutionException e) {
            LOG.error("MQTT: cannot connect: {}", e.toString());
        }
    }

    private void publish(Packet packet) {
        Mqtt5Publish message = Mqtt5Publish.builder()
                .topic(TOPIC + packet.group())
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(compression.compress(PacketBytes.encode(packet)))
                .build();
        client.publish(message)
                .thenRun(() -> queue.acknowledge(packet))
                .exceptionally(failure -> again(packet, failure));
    }

    private @Nullable Void again(Packet packet, Throwable failure) {
        if (!closing) {
            LOG.warn("MQTT: packet {} is published again: {}", packet.sequence(), failure.toString());
            publish(packet);
        }
        return null;
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
            client.disconnect().get(GOODBYE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("MQTT: no goodbye: {}", e.toString());
        }
    }
}
