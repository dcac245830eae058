package org.banip.server.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.core.error.BanipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(120)
class HealthServerTest {
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Instant> clock = new AtomicReference<>(Instant.parse("2026-11-22T12:00:00Z"));
    private final AtomicLong free = new AtomicLong(1000);
    private final AtomicLong packets = new AtomicLong();
    private final Readiness readiness = new Readiness()
            .check("store", problem::get)
            .disk(500, () -> Optional.of(free.get()))
            .clock(clock::get);
    private final Metrics metrics = new Metrics()
            .counter("banip.host.packets.stored", "", "packets stored", packets::get)
            .counter("banip.host.payload.stored", "bytes", "payload stored", packets::get)
            .counter("banip.wsb.refused", "refused requests", "error", "too-long", packets::get)
            .counter("banip.wsb.refused", "refused requests", "error", "silent", () -> 7)
            .gauge("banip.host.interconnects", "", "active and silent interconnects", () -> 3);
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void countersGoOnAfterAGarbageCollection() {
        Metrics counted = new Metrics().counter("banip.host.packets", "", "packets", () -> packets.doubleValue());
        WeakReference<Object> collected = new WeakReference<>(new Object());
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            System.gc();
            return collected.get() == null;
        });
        packets.set(5);
        assertThat(counted.text()).contains("\nbanip_host_packets_total 5.0\n");
    }

    @Test
    void livenessIsOkWhateverTheChecksSay() throws Exception {
        problem.set(Optional.of("broken"));
        try (HealthServer server = start()) {
            assertThat(get(server, "healthz").statusCode()).isEqualTo(200);
            assertThat(get(server, "healthz").body()).isEqualTo("ok\n");
        }
    }

    @Test
    void readinessSaysWhichCheckFailsAndWhy() throws Exception {
        try (HealthServer server = start()) {
            HttpResponse<String> ready = get(server, "readyz");
            assertThat(ready.statusCode()).isEqualTo(200);
            assertThat(ready.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(ready.body())
                    .isEqualTo("{\"ready\":true,\"checks\":{\"store\":\"ok\",\"disk\":\"ok\",\"clock\":\"ok\"}}\n");
            problem.set(Optional.of("store a.db is locked\nby \"another\""));
            free.set(499);
            clock.set(Instant.EPOCH);
            HttpResponse<String> not = get(server, "readyz");
            assertThat(not.statusCode()).isEqualTo(503);
            assertThat(not.body())
                    .isEqualTo("{\"ready\":false,\"checks\":{\"store\":\"store a.db is locked?by \\\"another\\\"\","
                            + "\"disk\":\"499 bytes are free, at least 500 are needed\","
                            + "\"clock\":\"the clock shows 1970-01-01T00:00:00Z, which cannot be right\"}}\n");
        }
    }

    @Test
    void checkThatThrowsIsNotReady() throws Exception {
        readiness.check("other", () -> {
            throw new IllegalStateException("no idea");
        });
        try (HealthServer server = start()) {
            assertThat(get(server, "readyz").body())
                    .contains("\"other\":\"no idea\"")
                    .contains("\"ready\":false");
        }
    }

    @Test
    void partThatFailsIsToldAndDoesNotDecide() throws Exception {
        readiness.note("parts", () -> Optional.of("1 of 2 works"));
        try (HealthServer server = start()) {
            HttpResponse<String> answer = get(server, "readyz");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"parts\":\"1 of 2 works\"").contains("\"ready\":true");
        }
    }

    @Test
    void metricsAreInPrometheusTextFormat() throws Exception {
        packets.set(42);
        try (HealthServer server = start()) {
            HttpResponse<String> answer = get(server, "metrics");
            assertThat(answer.headers().firstValue("Content-Type"))
                    .contains("text/plain; version=0.0.4; charset=utf-8");
            assertThat(answer.body())
                    .contains("# HELP banip_host_packets_stored_total packets stored\n")
                    .contains("# TYPE banip_host_packets_stored_total counter\n")
                    .contains("\nbanip_host_packets_stored_total 42.0\n")
                    .contains("\nbanip_host_payload_stored_bytes_total 42.0\n")
                    .contains("\nbanip_host_interconnects 3.0\n")
                    .contains("\nbanip_wsb_refused_total{error=\"too-long\"} 42.0\n")
                    .contains("\nbanip_wsb_refused_total{error=\"silent\"} 7.0\n")
                    .contains("jvm_memory_used_bytes{");
            packets.set(43);
            assertThat(get(server, "metrics").body()).contains("\nbanip_host_packets_stored_total 43.0\n");
        }
    }

    @Test
    void otherPathsAndMethodsAreRefusedAndProbesAreNotLogged() throws Exception {
        Logger log = (Logger) LoggerFactory.getLogger("org.banip");
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        Level before = log.getLevel();
        try (HealthServer server = start()) {
            seen.start();
            log.addAppender(seen);
            log.setLevel(Level.TRACE);
            assertThat(get(server, "").statusCode()).isEqualTo(404);
            assertThat(get(server, "healthz/x").statusCode()).isEqualTo(404);
            assertThat(send(server, "healthz", "DELETE").statusCode()).isEqualTo(405);
            assertThat(send(server, "readyz", "HEAD").statusCode()).isEqualTo(200);
            get(server, "healthz");
            get(server, "metrics");
            assertThat(seen.list).isEmpty();
        } finally {
            log.setLevel(before);
            log.detachAppender(seen);
        }
    }

    @Test
    void portThatIsTakenIsAnErrorOnlyForWhoAskedForIt() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort());
            assertThat(HealthServer.start(new HealthSettings(address, false), readiness, new Metrics()))
                    .isEmpty();
            assertThatThrownBy(() -> HealthServer.start(new HealthSettings(address, true), readiness, new Metrics()))
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("for health and metrics: the port is in use; health-port chooses another");
        }
    }

    @Test
    void halfRequestsAndChecksThatHangDoNotKeepASupervisorFromItsAnswer() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        readiness.check("hangs", () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
            return Optional.empty();
        });
        List<Socket> sockets = new ArrayList<>();
        try (HealthServer server = start()) {
            for (int i = 0; i < 40; i++) {
                Socket socket = new Socket(server.uri().getHost(), server.uri().getPort());
                sockets.add(socket);
                String begun =
                        i % 2 == 0 ? "GET /healthz HTTP/1.1\r\nHo" : "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n";
                socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
                if (i % 10 == 9) {
                    assertThat(get(server, "healthz").body()).isEqualTo("ok\n");
                }
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void onLoopbackOnlyLocalNamesAreAnswered() throws Exception {
        try (HealthServer server = start()) {
            for (String host : List.of("localhost", "127.0.0.1:9080", "[::1]:9080")) {
                assertThat(statusWithHost(server, host)).as(host).isEqualTo("HTTP/1.1 200 OK");
            }
            assertThat(statusWithHost(server, "evil.example:9080")).isEqualTo("HTTP/1.1 403 Forbidden");
        }
    }

    private static String statusWithHost(HealthServer server, String host) throws IOException {
        try (Socket socket = new Socket(server.uri().getHost(), server.uri().getPort())) {
            String request = "GET /healthz HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .findFirst()
                    .orElse("no answer");
        }
    }

    private HealthServer start() {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return HealthServer.start(new HealthSettings(any, true), readiness, metrics)
                .orElseThrow();
    }

    private HttpResponse<String> get(HealthServer server, String path) throws Exception {
        return send(server, path, "GET");
    }

    private HttpResponse<String> send(HealthServer server, String path, String method) throws Exception {
        URI uri = server.uri().resolve(path);
        return client.send(
                HttpRequest.newBuilder(uri)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
