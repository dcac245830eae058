package org.banip.wsb.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.server.settings.SettingsReader;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.HttpWire;
import org.banip.wsb.contract.TestHost;
import org.banip.wsb.settings.BrokerSettings;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stand-alone broker answers on its health port. */
class BrokerHealthTest {
    private static final int LOWEST_COST = 4;

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void brokerIsReadyWhileItsHostCanBeReached() throws Exception {
        ServerSocket host = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        try (WirelessServiceBroker broker = start(host.getLocalPort())) {
            URI health = broker.healthUri().orElseThrow();
            assertThat(get(health, "readyz").body())
                    .isEqualTo("{\"ready\":true,\"checks\":{\"host\":\"ok\",\"clock\":\"ok\"}}\n");
            host.close();
            HttpResponse<String> away = get(health, "readyz");
            assertThat(away.statusCode()).isEqualTo(503);
            assertThat(away.body())
                    .contains("the surrogate host http://127.0.0.1:" + host.getLocalPort() + "/ cannot be reached");
            assertThat(get(health, "healthz").statusCode()).isEqualTo(200);
        } finally {
            host.close();
        }
    }

    @Test
    void refusedLogInsAreCountedByTheirError() throws Exception {
        try (ServerSocket host = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
                WirelessServiceBroker broker = start(host.getLocalPort())) {
            get(broker.uri(), "interconnects/x");
            // The request ends a moment after its answer was written.
            HttpWire.await()
                    .untilAsserted(() -> assertThat(get(broker.healthUri().orElseThrow(), "metrics")
                                    .body())
                            .contains("\nbanip_wsb_requests_total 1.0\n")
                            .contains("\nbanip_wsb_requests_active 0.0\n")
                            .contains("\nbanip_wsb_sent_host_bytes_total 0.0\n")
                            .containsPattern("\nbanip_wsb_refused_total\\{error=\"[a-z-]+\"\\} 1.0\n"));
        }
    }

    @Test
    void logInsAreCountedByTheirOutcome() throws Exception {
        try (ServerSocket host = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
                WirelessServiceBroker broker = start(host.getLocalPort())) {
            get(broker.uri(), "nowhere");
            get(broker.uri(), "nowhere", "Basic ???");
            get(broker.uri(), "nowhere", basic("bob", "whatever password"));
            get(broker.uri(), "nowhere", basic("alice", "wrong password"));
            get(broker.uri(), "nowhere", basic("alice", "alice's password"));
            get(broker.uri(), "nowhere", basic("alice", "alice's password"));
            String metrics = get(broker.healthUri().orElseThrow(), "metrics").body();
            assertThat(metrics)
                    .contains("\nbanip_wsb_logins_total{outcome=\"accepted\"} 2.0\n")
                    .contains("\nbanip_wsb_logins_total{outcome=\"wrong-secret\"} 1.0\n")
                    .contains("\nbanip_wsb_logins_total{outcome=\"unknown-name\"} 1.0\n")
                    .contains("\nbanip_wsb_logins_total{outcome=\"malformed\"} 1.0\n")
                    .contains("\nbanip_wsb_logins_total{outcome=\"missing\"} 1.0\n")
                    .contains("\nbanip_wsb_logins_total{outcome=\"busy\"} 0.0\n")
                    .contains("\nbanip_wsb_refused_total{error=\"unauthenticated\"} 4.0\n")
                    .contains("\nbanip_wsb_refused_total{error=\"malformed-request\"} 2.0\n")
                    .doesNotContain("alice", "bob");
        }
    }

    private static String basic(String name, String password) {
        byte[] pair = (name + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    @Test
    void brokerIsReadyWhileOneOfSeveralHostsLivesAndTellsOfTheOthers() throws Exception {
        try (TestHost one = host("ward");
                TestHost two = host("ward");
                WirelessServiceBroker broker = start("one=" + one.uri() + ",two=" + two.uri())) {
            URI health = broker.healthUri().orElseThrow();
            awaitReadiness(health, 200, "\"host\":\"ok\",\"clock\":\"ok\",\"hosts\":\"ok\"");
            assertThat(get(health, "metrics").body())
                    .contains("\nbanip_wsb_hosts_known 2.0\n", "\nbanip_wsb_hosts_usable 2.0\n");
            two.goDown();
            awaitReadiness(
                    health,
                    200,
                    "\"hosts\":\"1 of 2 surrogate hosts can be used: surrogate host " + two.uri()
                            + " is dead: Connection refused\"");
            assertThat(get(health, "metrics").body()).contains("\nbanip_wsb_hosts_usable 1.0\n");
            one.goDown();
            awaitReadiness(health, 503, "\"host\":\"0 of 2 surrogate hosts can be used");
            two.comeUp();
            awaitReadiness(health, 200, "\"host\":\"ok\"");
        }
    }

    @Test
    void hostWithAnotherStoreIsNotUsableAndHealthSaysWhy() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (TestHost one = host("ward", asked::incrementAndGet);
                TestHost two = host("cellar")) {
            two.goDown();
            // The store of the host that answers first is in use. The second question shows that the first answer came.
            try (WirelessServiceBroker broker = start("one=" + one.uri() + ",two=" + two.uri())) {
                URI health = broker.healthUri().orElseThrow();
                HttpWire.await().until(() -> asked.get() > 1);
                two.comeUp();
                awaitReadiness(
                        health,
                        200,
                        "\"hosts\":\"1 of 2 surrogate hosts can be used: surrogate host " + two.uri()
                                + " has another store (cellar) than " + one.uri()
                                + " (ward): all hosts of a broker must share one PostgreSQL database\"");
            }
        }
    }

    private static TestHost host(String store) throws IOException {
        return host(store, () -> {});
    }

    private static TestHost host(String store, Runnable asked) throws IOException {
        TestHost host = new TestHost();
        host.serve((connection, head) -> {
            asked.run();
            connection.answer("200 OK", "{\"interconnects\":0,\"limit\":10,\"store\":\"" + store + "\"}");
        });
        return host;
    }

    private void awaitReadiness(URI health, int status, String part) {
        HttpWire.await().untilAsserted(() -> {
            HttpResponse<String> answer = get(health, "readyz");
            assertThat(answer.body()).contains(part);
            assertThat(answer.statusCode()).isEqualTo(status);
        });
    }

    private WirelessServiceBroker start(int hostPort) throws Exception {
        return start("http://127.0.0.1:" + hostPort + "/");
    }

    private WirelessServiceBroker start(String hosts) throws Exception {
        Path passwords = directory.resolve("passwords");
        new PasswordFile(passwords).set("alice", "alice's password".toCharArray(), LOWEST_COST);
        return WirelessServiceBroker.builder(new BrokerSettings(SettingsReader.of(BrokerSettings.TABLE)
                        .options(Map.of(
                                "port",
                                "0",
                                "surrogate-host",
                                hosts,
                                "host-probe-millis",
                                "100",
                                "password-file",
                                passwords.toString()))
                        .read()))
                .start();
    }

    private HttpResponse<String> get(URI base, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(base.resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private void get(URI base, String path, String authorization) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(path))
                .header("Authorization", authorization)
                .build();
        client.send(request, HttpResponse.BodyHandlers.discarding());
    }
}
