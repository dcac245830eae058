package org.banip.wsb.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(120)
class FetchedKeysTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Logger logger = (Logger) LoggerFactory.getLogger(FetchedKeys.class);
    private final ListAppender<ILoggingEvent> kept = new ListAppender<>();

    @BeforeEach
    void keepLines() {
        kept.start();
        logger.addAppender(kept);
    }

    @AfterEach
    void forgetLines() {
        logger.detachAppender(kept);
    }

    private List<String> errors() {
        return List.copyOf(kept.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains("cannot be read"))
                .toList();
    }

    /** Otherwise each five seconds of an issuer's silence would add a reading, and tokens would wait longer and longer. */
    @Test
    void tokensOfUnknownKeysWaitForTheSameReading() throws Exception {
        CountDownLatch silence = new CountDownLatch(1);
        byte[] set = Issuer.set(Issuer.ed25519("one")).getBytes(StandardCharsets.UTF_8);
        HttpServer issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer.createContext("/keys", exchange -> {
            try {
                silence.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(200, set.length);
            exchange.getResponseBody().write(set);
            exchange.close();
        });
        issuer.start();
        URI url = URI.create("http://127.0.0.1:" + issuer.getAddress().getPort() + "/keys");
        try (FetchedKeys keys = new FetchedKeys(url, Optional.empty(), Duration.ofDays(1), nanos::get)) {
            CompletableFuture<Void> first = keys.again().toCompletableFuture();
            nanos.addAndGet(Duration.ofSeconds(6).toNanos());
            assertThat(keys.again()).isSameAs(first);
            silence.countDown();
            first.get(1, TimeUnit.MINUTES);
            assertThat(keys.now().size()).isOne();
            assertThat(keys.again()).isNotSameAs(first);
        } finally {
            silence.countDown();
            issuer.stop(0);
        }
    }

    /** Each byte is in time, the whole answer never: the next reading takes place all the same, and the log tells of it. */
    @Test
    void anAnswerThatDripsIsGivenUp() throws Exception {
        AtomicBoolean drips = new AtomicBoolean();
        AtomicReference<String> set = new AtomicReference<>(Issuer.set(Issuer.ed25519("one")));
        HttpServer issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newCachedThreadPool();
        issuer.setExecutor(threads);
        CountDownLatch over = new CountDownLatch(1);
        issuer.createContext("/keys", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            boolean dripping = drips.get();
            try (OutputStream out = exchange.getResponseBody()) {
                while (dripping && over.getCount() > 0) {
                    out.write(' ');
                    out.flush();
                    dripping = !over.await(20, TimeUnit.MILLISECONDS);
                }
                out.write(set.get().getBytes(StandardCharsets.UTF_8));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        issuer.start();
        URI url = URI.create("http://127.0.0.1:" + issuer.getAddress().getPort() + "/keys");
        try (FetchedKeys keys =
                new FetchedKeys(url, Optional.empty(), Duration.ofDays(1), nanos::get, Duration.ofSeconds(2))) {
            readUntil(keys, () -> !keys.now().isEmpty());
            drips.set(true);
            nanos.addAndGet(Duration.ofMinutes(5).toNanos());
            keys.again().toCompletableFuture().get(1, TimeUnit.MINUTES);
            assertThat(errors())
                    .last()
                    .asString()
                    .contains(url + " did not answer within 2 s", "those that it had before stay in force");
            assertThat(keys.now().size()).isOne();
            drips.set(false);
            set.set(Issuer.set(Issuer.ed25519("one"), Issuer.ed25519("two")));
            readUntil(keys, () -> keys.now().size() == 2);
        } finally {
            over.countDown();
            issuer.stop(0);
            threads.shutdownNow();
        }
    }

    /** On a busy machine an answer may be late that does not drip. */
    private void readUntil(FetchedKeys keys, BooleanSupplier done) throws Exception {
        while (!done.getAsBoolean()) {
            nanos.addAndGet(Duration.ofSeconds(6).toNanos());
            keys.again().toCompletableFuture().get(1, TimeUnit.MINUTES);
        }
    }

    /** What is given up because the broker ends is no error of the issuer's. */
    @Test
    void anEndWhileKeysAreReadIsNoError() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        HttpServer issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newCachedThreadPool();
        issuer.setExecutor(threads);
        issuer.createContext("/keys", exchange -> {
            asked.countDown();
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        issuer.start();
        URI url = URI.create("http://127.0.0.1:" + issuer.getAddress().getPort() + "/keys");
        try {
            FetchedKeys keys = new FetchedKeys(url, Optional.empty(), Duration.ofDays(1), nanos::get);
            asked.await();
            keys.close();
            assertThat(errors()).isEmpty();
        } finally {
            over.countDown();
            issuer.stop(0);
            threads.shutdownNow();
        }
    }

    /** A redirect could make the broker send requests to its own machine. */
    @Test
    void redirectsAreNotFollowedAndToldOnceInFiveMinutes() throws Exception {
        AtomicInteger elsewhere = new AtomicInteger();
        AtomicInteger asked = new AtomicInteger();
        HttpServer issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String base = "http://127.0.0.1:" + issuer.getAddress().getPort();
        issuer.createContext("/keys", exchange -> {
            asked.incrementAndGet();
            exchange.getResponseHeaders().add("Location", base + "/elsewhere");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        issuer.createContext("/elsewhere", exchange -> {
            elsewhere.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        issuer.start();
        try (FetchedKeys keys =
                new FetchedKeys(URI.create(base + "/keys"), Optional.empty(), Duration.ofDays(1), nanos::get)) {
            while (asked.get() < 4) {
                nanos.addAndGet(Duration.ofSeconds(6).toNanos());
                keys.again().toCompletableFuture().get(1, TimeUnit.MINUTES);
            }
            assertThat(errors())
                    .singleElement()
                    .asString()
                    .contains("/keys answered with status 302; redirects are not followed", "no token can be verified");
            nanos.addAndGet(Duration.ofMinutes(5).toNanos());
            keys.again().toCompletableFuture().get(1, TimeUnit.MINUTES);
            assertThat(errors()).hasSize(2).last().asString().endsWith("left out before: 3");
            assertThat(keys.now().isEmpty()).isTrue();
            assertThat(elsewhere).hasValue(0);
        } finally {
            issuer.stop(0);
        }
    }
}
