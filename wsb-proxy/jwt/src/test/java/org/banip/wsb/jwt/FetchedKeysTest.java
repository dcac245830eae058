package org.banip.wsb.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FetchedKeysTest {
    private final AtomicLong nanos = new AtomicLong();

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
}
