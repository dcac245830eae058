package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClientState;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A device of a gateway that sends each message until it is acknowledged. Its sensor sets have the numbers from 0 on as values. A thread of its own.
 */
abstract class StubbornDevice implements AutoCloseable {
    static final long BEGIN_SECONDS = 1_795_705_445L;
    /** The values begin again after this many. */
    static final int VALUES = 30_000;

    private static final int MOST_SETS = 120;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** Between two attempts. */
    private static final long PAUSE_MILLIS = 20;

    private final Thread thread;
    private final Random random;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    final AtomicInteger acknowledged = new AtomicInteger();
    private volatile boolean stops;
    private int sets;

    /** A device that is not started. */
    StubbornDevice(String name, long seed) {
        random = new Random(seed);
        thread = new Thread(this::run, name);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!stops && failure.get() == null) {
                int count = 1 + random.nextInt(MOST_SETS);
                send(sets, count);
                sets += count;
            }
        } catch (Exception | AssertionError e) {
            failed(e);
        }
    }

    void failed(Throwable cause) {
        failure.compareAndSet(null, cause);
    }

    /** Sends sensor sets as one message. May return before it is acknowledged. */
    abstract void send(int first, int count) throws Exception;

    /** How many messages were acknowledged. */
    int acknowledged() {
        assertThat(failure.get()).as(thread.getName()).isNull();
        return acknowledged.get();
    }

    /** Ends it when all its messages are acknowledged, and returns how many sensor sets they have. */
    int finish() throws Exception {
        stops = true;
        thread.join(PATIENCE.toMillis());
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
        awaitAcknowledged(PATIENCE);
        assertThat(failure.get()).as(thread.getName()).isNull();
        return sets;
    }

    abstract void awaitAcknowledged(Duration patience) throws Exception;

    @Override
    public abstract void close();

    /** CSV of these sensor sets, after a time in milliseconds since the beginning. */
    static String timed(long millis, int first, int count) {
        return (BEGIN_SECONDS + millis / 1000) + String.format(".%03d,", millis % 1000) + values(first, count);
    }

    /** CSV of these sensor sets. */
    static String values(int first, int count) {
        StringBuilder text = new StringBuilder();
        for (int set = first; set < first + count; set++) {
            text.append(set % VALUES).append('\n');
        }
        return text.toString();
    }

    /** Sends by HTTP, one message after the other; after a broken connection or 503 the same again. */
    static final class OfHttp extends StubbornDevice {
        private final HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        private final URI to;
        private final int periodMillis;

        /** A device whose messages have a time if there is a period; otherwise each has a name of its own. */
        OfHttp(String name, long seed, URI to, int periodMillis) {
            super(name, seed);
            this.to = to;
            this.periodMillis = periodMillis;
        }

        @Override
        void send(int first, int count) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(to);
            if (periodMillis > 0) {
                request.POST(BodyPublishers.ofString(timed((long) first * periodMillis, first, count)));
            } else {
                request.POST(BodyPublishers.ofString(values(first, count))).header("Idempotency-Key", "from " + first);
            }
            while (!isTaken(request.build())) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS); // as a device does before it tries again
            }
            acknowledged.incrementAndGet();
        }

        private boolean isTaken(HttpRequest request) throws InterruptedException {
            try {
                var answer = http.send(request, BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(answer.body()).isIn(204, 503);
                return answer.statusCode() == 204;
            } catch (IOException e) {
                return false; // the gateway was killed
            }
        }

        @Override
        void awaitAcknowledged(Duration patience) {
            // each is, before the next one is sent
        }

        @Override
        public void close() {
            // nothing is left
        }
    }

    /** Sends by MQTT with quality of service 1; the client library connects again, and repeats what was not acknowledged. */
    static final class OfMqtt extends StubbornDevice {
        private static final int IN_FLIGHT = 8;

        private final Semaphore inFlight = new Semaphore(IN_FLIGHT);
        private final Mqtt5AsyncClient client;
        private final String topic;
        private final int periodMillis;

        /** A device whose messages have a time. */
        OfMqtt(String name, long seed, int port, String topic, int periodMillis) {
            super(name, seed);
            this.topic = topic;
            this.periodMillis = periodMillis;
            client = Mqtt5Client.builder()
                    .identifier(name)
                    .serverHost("127.0.0.1")
                    .serverPort(port)
                    .automaticReconnect()
                    .initialDelay(PAUSE_MILLIS, TimeUnit.MILLISECONDS)
                    .maxDelay(PAUSE_MILLIS, TimeUnit.MILLISECONDS)
                    .applyAutomaticReconnect()
                    .addDisconnectedListener(context -> context.getReconnector().republishIfSessionExpired(true))
                    .buildAsync();
        }

        @Override
        void start() {
            var unused = client.connect().join();
            super.start();
        }

        @Override
        void send(int first, int count) throws Exception {
            inFlight.acquire();
            var unused = client.publishWith()
                    .topic(topic)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(timed((long) first * periodMillis, first, count).getBytes(StandardCharsets.UTF_8))
                    .send()
                    .whenComplete((result, failure) -> {
                        inFlight.release();
                        if (failure != null) {
                            failed(failure);
                        } else {
                            acknowledged.incrementAndGet();
                        }
                    });
        }

        @Override
        void awaitAcknowledged(Duration patience) throws InterruptedException {
            assertThat(inFlight.tryAcquire(IN_FLIGHT, patience.toSeconds(), TimeUnit.SECONDS))
                    .as("all are acknowledged")
                    .isTrue();
        }

        @Override
        public void close() {
            if (client.getState() != MqttClientState.DISCONNECTED) {
                var unused = client.disconnect();
            }
        }
    }
}
