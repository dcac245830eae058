package org.banip.surrogate.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.core.frame.Control;
import org.banip.server.health.HealthServer;
import org.banip.server.health.HealthSettings;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.api.Meters;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.TestConnections;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stand-alone host answers on its health port. */
class HostHealthTest {
    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, String> options = new HashMap<>(Map.of("port", "0"));

    @BeforeEach
    void storeOfItsOwn() {
        options.put("store", directory.resolve("store.db").toString());
    }

    @Test
    void hostIsReadyUntilItsStoreCannotBeWritten() throws Exception {
        Path file = directory.resolve("store.db");
        try (Served server = serve()) {
            URI health = server.health();
            assertThat(health.getHost()).isEqualTo("127.0.0.1");
            assertThat(get(health, "healthz").statusCode()).isEqualTo(200);
            assertThat(get(health, "readyz").body())
                    .isEqualTo("{\"ready\":true,\"checks\":{\"store\":\"ok\",\"disk\":\"ok\",\"clock\":\"ok\","
                            + "\"detectors\":\"ok\",\"alerts\":\"ok\"}}\n");
            try (Connection other = TestConnections.open("jdbc:sqlite:" + file);
                    Statement statement = other.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");
                HttpResponse<String> locked = get(health, "readyz");
                assertThat(locked.statusCode()).isEqualTo(503);
                assertThat(locked.body()).contains("\"ready\":false").contains("store " + file);
            }
            assertThat(get(health, "healthz").statusCode()).isEqualTo(200);
            assertThat(get(health, "readyz").statusCode()).isEqualTo(200);
            assertThat(get(health, "metrics").body())
                    .contains("\nbanip_host_interconnects 0.0\n")
                    .contains("\nbanip_host_packets_stored_total 0.0\n")
                    .contains("\nbanip_host_commits_duration_seconds_total 0.0\n")
                    .contains("\nbanip_host_store_queue 0.0\n");
        }
    }

    @Test
    void duplicatesAndRefusalsAreCounted() throws Exception {
        try (Served server = serve()) {
            TestMbu mbu = new TestMbu(server.base());
            mbu.register();
            assertThat(mbu.send(0, 3).status()).isEqualTo(200);
            assertThat(mbu.send(1, 4).status()).isEqualTo(200);
            assertThat(mbu.delete().status()).isEqualTo(204);
            assertThat(mbu.send(4, 5).status()).isEqualTo(404);
            assertThat(new TestMbu(server.base()).post("{").status()).isEqualTo(400);
            assertThat(get(server.health(), "metrics").body())
                    .contains("\nbanip_host_duplicates_total 2.0\n")
                    .contains("\nbanip_host_refused_total{error=\"unknown-interconnect\"} 1.0\n")
                    .contains("\nbanip_host_refused_total{error=\"malformed-request\"} 1.0\n")
                    .contains("\nbanip_host_refused_total{error=\"silent\"} 0.0\n");
        }
    }

    @Test
    void pathsAreCountedByTheNamesThatTheOperatorAllows() throws Exception {
        options.put("metrics-path-names", "lte, wifi");
        try (Served server = serve()) {
            TestMbu mbu = new TestMbu(server.base());
            mbu.register();
            mbu.onPath("wifi").send(0, 3);
            mbu.onPath("wifi").send(1, 3);
            mbu.onPath("wifi").send(Frames.of(new Control.TimeRequest(0)));
            mbu.onPath("ward-7-bed-2").send(0, 1);
            mbu.send(0, 2);
            assertThat(get(server.health(), "metrics").body())
                    .contains("\nbanip_host_path_packets_total{path=\"wifi\"} 5.0\n")
                    .contains("\nbanip_host_path_again_total{path=\"wifi\"} 2.0\n")
                    .contains("\nbanip_host_path_redundant_total{path=\"wifi\"} 0.0\n")
                    .contains("\nbanip_host_path_lost_total{path=\"wifi\"} 0.0\n")
                    .contains("\nbanip_host_path_requests_begun_total{path=\"wifi\"} 3.0\n")
                    .contains("\nbanip_host_path_time_requests_total{path=\"wifi\"} 1.0\n")
                    .contains("\nbanip_host_path_delay_seconds_total{path=\"wifi\"} 0.0\n")
                    .contains("\nbanip_host_path_bytes_total{path=\"wifi\"} ");

            for (int session = 0; session < 3; session++) {
                TestMbu other = new TestMbu(server.base());
                other.register();
                for (int n = 0; n < 15; n++) {
                    other.onPath(session + "-" + n).send(0, 1);
                }
                other.onPath("lte").send(0, 1);
            }
            assertThat(packetsByPath(server))
                    .containsExactlyInAnyOrder(
                            "banip_host_path_packets_total{path=\"wifi\"} 5.0",
                            "banip_host_path_packets_total{path=\"lte\"} 3.0",
                            "banip_host_path_packets_total{path=\"unnamed\"} 2.0",
                            "banip_host_path_packets_total{path=\"other\"} 46.0");
        }
    }

    @Test
    void noNameOfAPathIsShownUnlessTheOperatorAllowsIt() throws Exception {
        try (Served server = serve()) {
            TestMbu mbu = new TestMbu(server.base());
            mbu.register();
            mbu.onPath("ward-7-bed-2").send(0, 3);
            mbu.onPath("wifi").send(3, 4);
            assertThat(packetsByPath(server)).containsExactly("banip_host_path_packets_total{path=\"other\"} 4.0");
        }
    }

    private List<String> packetsByPath(Served server) throws Exception {
        String body = get(server.health(), "metrics").body();
        assertThat(body).doesNotContain("ward-7-bed-2");
        return body.lines()
                .filter(line -> line.startsWith("banip_host_path_packets_total{"))
                .toList();
    }

    @Test
    void metersOfAnExtensionHaveItsName() throws Exception {
        try (RunningHost host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")), builder -> builder.extension(new Metered()))) {
            try (HealthServer health = HostHealth.serve(
                            host.host(),
                            settings(),
                            new HealthSettings(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), true))
                    .orElseThrow()) {
                assertThat(get(health.uri(), "metrics").body())
                        .contains("\nbanip_host_metered_open 3.0\n")
                        .contains("\nbanip_host_metered_begun_total 4.0\n")
                        .contains("\nbanip_host_metered_ended_total{reason=\"cut-off\"} 5.0\n");
            }
        }
    }

    /** Has figures. */
    private static final class Metered implements HostExtension {
        @Override
        public String name() {
            return "metered";
        }

        @Override
        public void start(ExtensionContext host) {}

        @Override
        public void meters(Meters to) {
            to.gauge("open", "open ones", () -> 3);
            to.counter("begun", "begun ones", () -> 4);
            to.counter("ended", "ended ones", "reason", "cut-off", () -> 5);
        }

        @Override
        public void stop() {}
    }

    @Test
    void fullDiskIsNotReady() throws Exception {
        options.put("minimum-free-bytes", Long.toString(Long.MAX_VALUE));
        try (Served server = serve()) {
            HttpResponse<String> full = get(server.health(), "readyz");
            assertThat(full.statusCode()).isEqualTo(503);
            assertThat(full.body()).contains("bytes are free, at least 9223372036854775807 are needed");
        }
    }

    @Test
    void healthMayBeSwitchedOff() {
        options.put("health-port", "off");
        try (Served server = serve()) {
            assertThat(server.server.healthUri()).isEmpty();
        }
    }

    @Test
    void inAContainerHealthIsOffUnlessAPortIsSet() {
        assertThat(settings().containerHealth()).isEmpty();
        options.put("health-port", "9999");
        assertThat(settings().containerHealth().orElseThrow().address().getPort())
                .isEqualTo(9999);
    }

    /** A host with these settings, stand-alone. */
    private Served serve() {
        HostSettings settings = settings();
        SurrogateHost host = SurrogateHost.open(settings);
        return new Served(host, HostServer.start(host, settings));
    }

    private record Served(SurrogateHost host, HostServer server) implements AutoCloseable {
        URI base() {
            return server.baseUri();
        }

        URI health() {
            return server.healthUri().orElseThrow();
        }

        @Override
        public void close() {
            server.close();
            host.close();
        }
    }

    private HostSettings settings() {
        return new HostSettings(
                SettingsReader.of(HostSettings.TABLE).options(options).read());
    }

    @Test
    void metricsAreForOperatorsWherePeopleAreNamed() throws Exception {
        Path viewers = directory.resolve("viewers");
        PeopleFile people = new PeopleFile(viewers);
        String operator = people.setToken("scraper", new PeopleFile.Rights(Optional.of("operator"), Optional.empty()));
        String viewer = people.setToken("display", new PeopleFile.Rights(Optional.of("viewer"), Optional.of("*")));
        options.put("viewers-file", viewers.toString());
        options.put("audit", directory.resolve("audit").toString());
        try (Served server = serve()) {
            assertThat(get(server.health(), "healthz").statusCode()).isEqualTo(200);
            assertThat(get(server.health(), "readyz").statusCode()).isEqualTo(200);
            assertThat(get(server.health(), "metrics").statusCode()).isEqualTo(401);
            assertThat(withToken(server.health(), viewer)).isEqualTo(401);
            assertThat(withToken(server.health(), operator)).isEqualTo(200);
        }
        assertThat(Files.readAllLines(directory.resolve("audit").resolve("audit-000001.jsonl")).stream()
                        .filter(line -> line.contains("\"event\":\"log-in-refused\"")))
                .hasSize(2)
                .allMatch(line -> line.contains("\"request\":\"GET /metrics\""))
                .noneMatch(line -> line.contains(viewer));
    }

    /** Without people no request to this port has a token. */
    @Test
    void noTokenOfAnOperatorGoesOverPlainHttpBeyondLoopback() throws Exception {
        options.put("health-address", "0.0.0.0");
        options.put("health-port", "0");
        try (Served server = serve()) {
            assertThat(server.health()).isNotNull();
        }
        options.put(
                "viewers-file", Files.createFile(directory.resolve("viewers")).toString());
        HostSettings refused = settings();
        try (SurrogateHost host = SurrogateHost.open(refused)) {
            assertThatThrownBy(() -> HostServer.start(host, refused))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(
                            "health-address 0.0.0.0 without TLS would show operators' tokens to the network");
        }
        for (String allowing : List.of("health-allow-plain", "allow-plain")) {
            options.put(allowing, "true");
            try (Served server = serve()) {
                assertThat(server.health()).isNotNull();
            }
            options.remove(allowing);
        }
    }

    private int withToken(URI health, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(health.resolve("metrics"))
                .header("Authorization", "Bearer " + token)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private HttpResponse<String> get(URI health, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(health.resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
