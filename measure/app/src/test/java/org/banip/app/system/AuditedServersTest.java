package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.server.audit.AuditCheck;
import org.banip.server.settings.SettingTable;
import org.banip.server.settings.Settings;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.settings.BrokerSettings;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The audit logs of a host and a broker, line for line, over real sockets. */
@Timeout(300)
class AuditedServersTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String BAN = "ban-17";
    private static final SensorGroup ECG =
            SensorGroup.live("ecg", Frequency.ofHz(360), List.of(new Channel("II", "mV", 12, -2048, 2047, -10, 10)));
    private static final String PASSWORD = "correct horse";
    private static final String VIEWERS = "viewer-token-0123456789";
    private static final int UNITS = 1_000;

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void eachLineTellsWhoDidWhat() throws Exception {
        Path passwords = directory.resolve("passwords");
        new PasswordFile(passwords).set(BAN, PASSWORD.toCharArray(), 4);
        HostSettings settings = hostSettings();
        try (SurrogateHost host = SurrogateHost.open(settings);
                HostServer server = HostServer.start(host, settings);
                WirelessServiceBroker broker = broker(server.baseUri(), passwords)) {
            assertThat(send(get(broker.uri(), "interconnects/x/reverse", basic("wrong")))
                            .statusCode())
                    .isEqualTo(401);
            assertThat(send(HttpRequest.newBuilder(broker.uri().resolve("interconnects/x/reverse"))
                                    .build())
                            .statusCode())
                    .isEqualTo(401);
            assertThat(send(get(broker.uri(), "nothing", basic(PASSWORD))).statusCode())
                    .isEqualTo(400);
            assertThat(send(get(server.baseUri(), "surrogates", "Bearer wrong-token-0123456789"))
                            .statusCode())
                    .isEqualTo(401);
            try (MobileBaseUnit mbu = mbu(broker.uri())) {
                watch(server.baseUri(), mbu);
                mbu.awaitDelivered(PATIENCE);
            }
            Files.writeString(directory.resolve("viewers"), VIEWERS + "\n" + VIEWERS + "-next\n");
            new PasswordFile(passwords).set("ban-18", "another horse".toCharArray(), 4);
            await().atMost(PATIENCE)
                    .until(() ->
                            text("host").contains("view-ended") && text("host").contains("file-changed"));
            await().atMost(PATIENCE).until(() -> text("wsb").contains("file-changed"));
        }
        checkHost(lines("host"));
        checkBroker(lines("wsb"));
        for (String server : List.of("host", "wsb")) {
            assertThat(text(server))
                    .doesNotContain(PASSWORD)
                    .doesNotContain(VIEWERS)
                    .doesNotContain(basic(PASSWORD));
        }
    }

    private static void checkHost(List<JsonObject> lines) {
        assertThat(lines.stream().map(line -> line.string("event")))
                .startsWith(
                        "started",
                        "settings",
                        "log-in-refused",
                        "log-in-accepted",
                        "registered",
                        "log-in-accepted",
                        "view-begun")
                .endsWith("stopped")
                .containsOnlyOnce("view-begun", "view-ended", "registered", "ended", "file-changed");
        assertThat(lines.get(1).object("set").string("store")).endsWith("banip.db");
        assertThat(lines.get(2).string("who")).isEqualTo("unknown");
        assertThat(lines.get(3).string("who")).isEqualTo("broker");
        assertThat(lines.get(4).string("who")).isEqualTo(BAN);
        assertThat(lines.get(4).string("ban")).isEqualTo(BAN);
        assertThat(lines.get(5).string("who")).isEqualTo("viewer");
        assertThat(lines.get(5).string("by")).isEqualTo("viewer-token");
        assertThat(lines.get(6).string("from")).isEqualTo("127.0.0.1");
        JsonObject ended = only(lines, "view-ended");
        assertThat(ended.string("session")).isEqualTo(lines.get(6).string("session"));
        JsonObject seen = ended.objects("seen").get(0);
        assertThat(seen.string("group")).isEqualTo("ecg");
        assertThat(seen.integer("sequence", 0, 0)).isZero();
        assertThat(seen.integer("nextSequence", 1, UNITS)).isPositive();
        assertThat(seen.integer("sets", 1, UNITS)).isPositive();
        assertThat(seen.string("fromTime")).isLessThanOrEqualTo(seen.string("toTime"));
        assertThat(only(lines, "ended").string("reason")).isEqualTo("deregistered");
        assertThat(only(lines, "file-changed").string("setting")).isEqualTo("viewer-token-file");
    }

    private static void checkBroker(List<JsonObject> lines) {
        assertThat(lines.stream().map(line -> line.string("event")))
                .containsExactly(
                        "started",
                        "settings",
                        "log-in-refused",
                        "log-in-refused",
                        "log-in-accepted",
                        "refused",
                        "registered",
                        "file-changed",
                        "stopped");
        assertThat(lines.get(2).string("who")).isEqualTo(BAN);
        assertThat(lines.get(2).string("by")).isEqualTo("password");
        assertThat(lines.get(3).string("who")).isEqualTo("unknown");
        assertThat(lines.get(3).string("by")).isEqualTo("none");
        assertThat(lines.get(3).string("reason")).isEqualTo("no credentials");
        assertThat(lines.get(4).string("who")).isEqualTo(BAN);
        assertThat(lines.get(5).string("who")).isEqualTo(BAN);
        assertThat(lines.get(5).string("error")).isEqualTo("malformed-request");
        assertThat(lines.get(5).has("request")).isFalse();
        assertThat(lines.get(6).string("ban")).isEqualTo(BAN);
        assertThat(lines.get(7).string("setting")).isEqualTo("password-file");
    }

    /** Without the BAN, nobody could see later what was tried. */
    @Test
    void refusedRegistrationNamesTheBanThatWasWanted() throws Exception {
        Path passwords = directory.resolve("passwords");
        new PasswordFile(passwords).set(BAN, PASSWORD.toCharArray(), 4);
        String session = "4f1c2a90-1111-4222-8333-444455556666";
        try (WirelessServiceBroker broker = broker(URI.create("http://127.0.0.1:9/"), passwords)) {
            HttpRequest registration = HttpRequest.newBuilder(broker.uri().resolve("interconnects"))
                    .header("Authorization", basic(PASSWORD))
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"protocol\":1,\"session\":\"" + session + "\",\"ban\":{\"id\":\"ban-99\"}}"))
                    .build();
            assertThat(send(registration).statusCode()).isEqualTo(403);
        }
        JsonObject refused = only(lines("wsb"), "refused");
        assertThat(refused.string("who")).isEqualTo(BAN);
        assertThat(refused.string("request")).isEqualTo("POST /interconnects");
        assertThat(refused.string("error")).isEqualTo("forbidden");
        assertThat(refused.string("ban")).isEqualTo("ban-99");
        assertThat(refused.string("session")).isEqualTo(session);
    }

    private static JsonObject only(List<JsonObject> lines, String event) {
        return lines.stream()
                .filter(line -> line.string("event").equals(event))
                .findFirst()
                .orElseThrow();
    }

    /** {@code /dev/full} takes nothing, as a full disk does. */
    @Test
    void withoutRoomForTheAuditLogMbusAreServedAndNothingIsShown() throws Exception {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();
        Path log = Files.createDirectories(directory.resolve("host")).resolve("audit-000001.jsonl");
        Files.createSymbolicLink(log, full);
        HostSettings settings = hostSettings();
        try (SurrogateHost host = SurrogateHost.open(settings);
                HostServer server = HostServer.start(host, settings);
                MobileBaseUnit mbu = mbu(server.baseUri())) {
            await().atMost(PATIENCE).until(() -> host.auditProblem().isPresent());
            assertThat(mbu.input("ecg").offerNext(new int[UNITS])).isEqualTo(OfferOutcome.ACCEPTED);
            mbu.awaitDelivered(PATIENCE);
            for (String path :
                    List.of("surrogates", "surrogates/" + mbu.status().session() + "/live")) {
                HttpResponse<InputStream> answer = send(get(server.baseUri(), path, "Bearer " + VIEWERS));
                assertThat(answer.statusCode()).as(path).isEqualTo(503);
                assertThat(new String(answer.body().readAllBytes(), StandardCharsets.UTF_8))
                        .contains("storage-unavailable")
                        .contains("the audit log cannot be written");
            }
            Files.delete(log); // there is room again
            await().atMost(PATIENCE).until(() -> host.auditProblem().isEmpty());
            assertThat(send(get(server.baseUri(), "surrogates", "Bearer " + VIEWERS))
                            .statusCode())
                    .isEqualTo(200);
        }
        List<JsonObject> lines = lines("host");
        assertThat(lines.stream().map(line -> line.string("event")).toList())
                .startsWith("started")
                .contains("settings", "registered", "refused", "interrupted")
                .doesNotContain("view-begun", "view-ended");
        assertThat(only(lines, "interrupted").integer("lost", 0, 0)).isZero();
    }

    /** Reads a view until data come, and goes. */
    private void watch(URI host, MobileBaseUnit mbu) throws Exception {
        HttpResponse<InputStream> view =
                send(get(host, "surrogates/" + mbu.status().session() + "/live", "Bearer " + VIEWERS));
        assertThat(view.statusCode()).isEqualTo(200);
        assertThat(mbu.input("ecg").offerNext(new int[UNITS])).isEqualTo(OfferOutcome.ACCEPTED);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(view.body(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.equals("event: data")) {
                line = lines.readLine();
            }
            assertThat(line).isNotNull();
        }
    }

    private HttpResponse<InputStream> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    }

    private static HttpRequest get(URI base, String path, String authorization) {
        return HttpRequest.newBuilder(base.resolve(path))
                .header("Authorization", authorization)
                .build();
    }

    private static String basic(String password) {
        return "Basic " + Base64.getEncoder().encodeToString((BAN + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private static MobileBaseUnit mbu(URI broker) {
        return MobileBaseUnit.builder()
                .broker(broker)
                .credentials(Credentials.basic(BAN, PASSWORD))
                .ban(BAN)
                .input(ECG)
                .start();
    }

    private HostSettings hostSettings() throws IOException {
        Path viewers = Files.writeString(directory.resolve("viewers"), VIEWERS + "\n");
        return new HostSettings(read(
                HostSettings.TABLE,
                Map.of(
                        "store", directory.resolve("banip.db").toString(),
                        "viewer-token-file", viewers.toString(),
                        "audit", directory.resolve("host").toString())));
    }

    private WirelessServiceBroker broker(URI host, Path passwords) {
        Settings settings = read(
                BrokerSettings.TABLE,
                Map.of(
                        "surrogate-host", host.toString(),
                        "password-file", passwords.toString(),
                        "audit", directory.resolve("wsb").toString()));
        return WirelessServiceBroker.builder(new BrokerSettings(settings)).start();
    }

    private static Settings read(SettingTable table, Map<String, String> given) {
        Map<String, String> all = new HashMap<>(given);
        all.put("port", "0");
        all.put("health-port", "off");
        return SettingsReader.of(table).options(all, name -> "--" + name).read();
    }

    private String text(String server) throws IOException {
        Path file = directory.resolve(server).resolve("audit-000001.jsonl");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    /** All lines, after the chain was checked. */
    private List<JsonObject> lines(String server) throws IOException {
        AuditCheck.Report report =
                AuditCheck.run(List.of(directory.resolve(server)), Optional.empty(), (done, total) -> {});
        assertThat(report.isIntact()).isTrue();
        assertThat(report.open()).isFalse();
        return text(server).lines().map(JsonObject::parse).toList();
    }
}
