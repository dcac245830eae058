package org.banip.wsb.health;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.banip.server.settings.SettingsReader;
import org.banip.wsb.authentication.PasswordFile;
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
            assertThat(get(broker.healthUri().orElseThrow(), "metrics").body())
                    .contains("\nbanip_wsb_requests_total 1.0\n")
                    .contains("\nbanip_wsb_requests_active 0.0\n")
                    .contains("\nbanip_wsb_sent_host_bytes_total 0.0\n")
                    .containsPattern("\nbanip_wsb_refused_total\\{error=\"[a-z-]+\"\\} 1.0\n");
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

    private WirelessServiceBroker start(int hostPort) throws Exception {
        Path passwords = directory.resolve("passwords");
        new PasswordFile(passwords).set("alice", "alice's password".toCharArray(), LOWEST_COST);
        return WirelessServiceBroker.builder(new BrokerSettings(SettingsReader.of(BrokerSettings.TABLE)
                        .options(Map.of(
                                "port",
                                "0",
                                "surrogate-host",
                                "http://127.0.0.1:" + hostPort + "/",
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
