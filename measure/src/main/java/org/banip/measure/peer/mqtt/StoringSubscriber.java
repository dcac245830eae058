package org.banip.measure.peer.mqtt;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.measure.peer.reception.Arrivals;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.transport.ServerProgram;
import org.banip.measure.peer.wire.Compression;
import org.banip.measure.peer.wire.PacketBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The application behind the broker: stores, then acknowledges to the broker. Takes messages on one thread, in their order. */
final class StoringSubscriber implements PeerServer {
    private static final Logger LOG = LoggerFactory.getLogger(StoringSubscriber.class);
    private static final long PATIENCE_SECONDS = 20;

    private final ServerProgram broker;
    private final Compression compression;
    private final Arrivals reception;
    private final ExecutorService executor =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "banip-peer-subscriber"));
    private final Mqtt5AsyncClient client;

    StoringSubscriber(ServerProgram broker, Compression compression, Arrivals reception) {
        this.broker = broker;
        this.compression = compression;
        this.reception = reception;
        client = MqttPublisher.client("store", broker.address(), new AtomicLong());
        // Before it connects: a broker that was started again has messages for the session of before.
        client.publishes(MqttGlobalPublishFilter.ALL, this::take, executor, true);
        try {
            client.connectWith()
                    .cleanStart(false)
                    .sessionExpiryInterval(MqttPublisher.SESSION_SECONDS)
                    .keepAlive(MqttPublisher.KEEP_ALIVE_SECONDS)
                    .send()
                    .thenCompose(connected -> client.subscribeWith()
                            .topicFilter(MqttPublisher.TOPIC + "#")
                            .qos(MqttQos.AT_LEAST_ONCE)
                            .send())
                    .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            executor.shutdownNow();
            throw new IllegalStateException(
                    "cannot subscribe at " + broker.address() + (broker.alive() ? "" : ": mosquitto has ended"), e);
        }
    }

    private void take(Mqtt5Publish message) {
        try {
            byte[] payload = compression.expand(message.getPayloadAsBytes());
            reception.arrived(PacketBytes.decode(ByteBuffer.wrap(payload)), message::acknowledge);
        } catch (RuntimeException e) {
            LOG.error("MQTT: a message that is no packet: {}", e.toString());
            message.acknowledge();
        }
    }

    @Override
    public int port() {
        return broker.address().getPort();
    }

    @Override
    public Duration helpersCpu() {
        return broker.cpu();
    }

    @Override
    public void close() {
        CompletableFuture<Void> goodbye = client.disconnect();
        try {
            goodbye.orTimeout(2, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            LOG.debug("MQTT: no goodbye: {}", e.toString());
        }
        executor.shutdownNow();
        broker.close();
    }
}
