package org.banip.measure.price.process;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.process.Console;

/**
 * Publishes to JetStream as fast as it acknowledges. Specification: {@code port}, {@code senders}, each with a connection and a stream of its own,
 * {@code window} of messages that are not acknowledged, {@code bytes} of a message, {@code warmUpMillis}, {@code windowMillis}. Says {@code measured}.
 */
public final class NatsPublishing {
    private static final long SEED = 2003;
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final JsonObject specification;
    private final TimedCount count;
    private final AtomicLong all = new AtomicLong();

    private NatsPublishing(JsonObject specification) {
        this.specification = specification;
        count = new TimedCount(Duration.ofMillis(number("warmUpMillis")), Duration.ofMillis(number("windowMillis")));
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        NatsPublishing publishing = new NatsPublishing(console.specification());
        publishing.run();
        console.say(publishing.count.event("measured").field("packets", publishing.all.get()));
        String unused = console.hear();
        System.exit(0);
    }

    private int number(String name) {
        return (int) specification.integer(name, 0, Integer.MAX_VALUE);
    }

    private void run() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int sender = 0; sender < number("senders"); sender++) {
            String stream = "ban" + sender;
            Thread thread = new Thread(() -> send(stream), "banip-price-nats-" + sender);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void send(String stream) {
        Options options = new Options.Builder()
                .server("nats://127.0.0.1:" + number("port"))
                .build();
        byte[] payload = new byte[number("bytes")];
        new Random(SEED).nextBytes(payload);
        int window = number("window");
        Semaphore room = new Semaphore(window);
        try {
            Connection connection = Nats.connect(options);
            connection
                    .jetStreamManagement()
                    .addStream(StreamConfiguration.builder()
                            .name(stream)
                            .subjects(stream)
                            .storageType(StorageType.File)
                            .build());
            JetStream publisher = connection.jetStream();
            while (!count.isOver()) {
                room.acquire();
                long sent = System.nanoTime();
                CompletableFuture<?> unused = publisher
                        .publishAsync(stream, payload)
                        .whenComplete((answer, failure) -> {
                            if (failure == null) {
                                count.confirmed(sent);
                                all.incrementAndGet();
                            }
                            room.release();
                        });
            }
            boolean answered = room.tryAcquire(window, ANSWER.toMillis(), TimeUnit.MILLISECONDS);
            connection.close();
            if (!answered) {
                throw new IllegalStateException("no answer within " + ANSWER);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IllegalStateException("cannot publish to " + stream, e);
        }
    }
}
