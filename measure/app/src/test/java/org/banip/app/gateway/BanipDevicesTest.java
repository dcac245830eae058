package org.banip.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.gateway.Gateway;
import org.banip.gateway.settings.DurableSpool;
import org.banip.gateway.settings.GatewayLimits;
import org.banip.mbu.MobileBaseUnit;
import org.banip.seal.SealKeys;
import org.banip.server.listen.Listening;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The servers of a gateway for devices that speak BANip: who gets in, what a registration becomes, and why one is refused. */
@Timeout(300)
class BanipDevicesTest {
    private static final String PASSWORD = "seven green apples";
    private static final String CHAIN = "packetizer(units=50,hold=0)";
    private static final int BANS = 3;
    private static final SensorGroup ECG = group("ecg", Frequency.ofHz(250));

    @TempDir
    private Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private Gateway gateway;
    private BanipDevices devices;

    private static SensorGroup group(String name, Frequency frequency) {
        return SensorGroup.live(name, frequency, List.of(new Channel("II", "mV", 12, -2048, 2047, -10, 10)));
    }

    private BanipSettings settings(
            int port, Optional<Path> passwords, Optional<Path> grants, long storeBytes, int bans) {
        return new BanipSettings(
                Listening.loopback(BrokerSettings.CONNECTION_LIMITS, port),
                passwords,
                grants,
                spool(),
                storeBytes,
                bans);
    }

    private Path spool() {
        return directory.resolve("spool");
    }

    private void start(Optional<Path> passwords, Optional<Path> grants) {
        // The host that it sends to is away.
        gateway = Gateway.builder(() -> MobileBaseUnit.builder().broker(URI.create("http://127.0.0.1:1/")))
                .http(0)
                .spool(new DurableSpool(spool()))
                .limits(GatewayLimits.DEFAULTS.bans(BANS))
                .start();
        devices = BanipDevices.start(settings(0, passwords, grants, 1 << 20, BANS), gateway.intake());
    }

    @AfterEach
    void end() {
        if (devices != null) {
            devices.close();
        }
        if (gateway != null) {
            gateway.close();
        }
    }

    @Test
    void whoReachesTheHostWithoutTheTokenGetsNothing() throws Exception {
        start(Optional.empty(), Optional.empty());
        String session = register(ban("ban-1", ECG));
        for (String path :
                List.of("", "surrogates", "surrogates/" + session, "alerts", "log-in", "index.html", "metrics")) {
            assertThat(status(HttpRequest.newBuilder(devices.hostUri().resolve(path))))
                    .as(path)
                    .isEqualTo(400);
        }
        for (String path : List.of("interconnects", session, session + "/reverse")) {
            HttpRequest.Builder get = HttpRequest.newBuilder(devices.hostUri().resolve(path));
            assertThat(status(get)).as(path).isEqualTo(401);
            assertThat(status(get.header("Authorization", "Bearer 0123456789abcdef0123456789abcdef")))
                    .as(path)
                    .isEqualTo(401);
        }
        assertThat(post(devices.hostUri(), ban("ban-2", ECG), Map.of("Banip-Identity", "device"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(gateway.counters().mbus()).containsOnlyKeys("ban-1");
    }

    @Test
    void withoutPasswordsEveryDeviceIsTakenButNoWebPage() throws Exception {
        start(Optional.empty(), Optional.empty());
        HttpResponse<String> page = post(devices.uri(), ban("ban-1", ECG), Map.of("Origin", "http://127.0.0.1"));
        assertThat(page.statusCode()).isEqualTo(401);
        assertThat(page.body()).contains("requests of web pages are refused");
        String unused = register(ban("ban-1", ECG));
        assertThat(post(devices.uri(), ban("ban-2", ECG), logIn("any", "thing")).statusCode())
                .isEqualTo(201);
        assertThat(gateway.counters().mbus()).containsOnlyKeys("ban-1", "ban-2");
        assertThat(devices.counters().sessions()).isEqualTo(2);
    }

    @Test
    void aDeviceWritesTheBansThatItIsGranted() throws Exception {
        Path passwords = directory.resolve("devices");
        new PasswordFile(passwords).set("board", PASSWORD.toCharArray(), 4);
        Path grants = Files.writeString(directory.resolve("grants"), "board: home-*\n");
        start(Optional.of(passwords), Optional.of(grants));
        assertThat(post(devices.uri(), ban("home-1", ECG), Map.of()).statusCode())
                .isEqualTo(401);
        assertThat(post(devices.uri(), ban("home-1", ECG), logIn("board", "guess"))
                        .statusCode())
                .isEqualTo(401);
        HttpResponse<String> other = post(devices.uri(), ban("ban-1", ECG), logIn("board", PASSWORD));
        assertThat(other.statusCode()).isEqualTo(403);
        assertThat(other.body()).contains("the broker's grants do not let this user register this BAN");
        assertThat(post(devices.uri(), ban("home-1", ECG), logIn("board", PASSWORD))
                        .statusCode())
                .isEqualTo(201);
        assertThat(gateway.counters().mbus()).containsOnlyKeys("home-1");
    }

    @Test
    void aRegistrationThatTheGatewayCannotSendIsRefusedWithTheReason() throws Exception {
        start(Optional.empty(), Optional.empty());
        String unused = register(ban("ban-1", ECG));
        assertRefused(ban("ban-1", group("ecg", Frequency.ofHz(500))), 422, "BAN ban-1 has another description");
        RegistrationRequest events =
                request(ban("ban-2", ECG, SensorGroup.alarms("falls", 20, ECG.channels())), UUID.randomUUID());
        assertRefused(
                events.toBuilder()
                        .groupChains(Map.of("falls", CHAIN + "|events"))
                        .build()
                        .toJson(),
                422,
                "group falls has events, which a gateway does not send");
        String document = request(ban("ban-2", ECG), UUID.randomUUID()).toJson();
        assertRefused(document.replace(CHAIN, CHAIN + "|seal(to=" + theDevicesHostsKey() + ",key=1s)"), 422, "seal");
        assertRefused(
                document.replace("\"" + RegistrationRequest.STANDARD_SURROGATE + "\"", "\"thresholds\""),
                422,
                "surrogate type 'thresholds' is not known here, known are [standard]");
        unused = register(ban("ban-2", ECG));
        unused = register(ban("ban-3", ECG));
        assertRefused(ban("ban-4", ECG), 503, "there are 3 BANs already");
        assertThat(devices.counters().refused()).isEqualTo(5);
        assertThat(devices.counters().sessions()).isEqualTo(3);
    }

    @Test
    void aGroupCannotBeAddedToASession() throws Exception {
        start(Optional.empty(), Optional.empty());
        UUID session = UUID.randomUUID();
        assertThat(post(devices.uri(), request(ban("ban-1", ECG), session).toJson(), Map.of())
                        .statusCode())
                .isEqualTo(201);
        RegistrationRequest longer = request(ban("ban-1", ECG, group("spo2", Frequency.ofHz(10))), session);
        assertRefused(longer.toJson(), 422, "groups cannot be added");
        assertThat(post(devices.uri(), request(ban("ban-1", ECG), session).toJson(), Map.of())
                        .statusCode())
                .as("the session goes on")
                .isEqualTo(201);
    }

    @Test
    void whatAGatewayDoesNotDoIsLeftOutOfTheDescription() throws Exception {
        start(Optional.empty(), Optional.empty());
        SensorGroup late =
                new SensorGroup("ecg-late", ECG.frequency(), ServiceClass.BULK, Duration.ofMinutes(1), ECG.channels());
        String unused = register(ban("ban-1", ECG.lateAs("ecg-late"), late));
        unused = register(ban("ban-1", ECG, late));
        assertThat(gateway.counters().mbus()).containsOnlyKeys("ban-1");
    }

    @Test
    void theStoreIsItsOwnersOnly() throws Exception {
        start(Optional.empty(), Optional.empty());
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(directory.resolve("spool").resolve("banip"))))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(devices.store())))
                .isEqualTo("rw-------");
    }

    /** Another program breaks it. */
    @Test
    void theEndEndsEverythingThoughTheStoreCannotBeRead() throws Exception {
        start(Optional.empty(), Optional.empty());
        String unused = register(ban("ban-1", ECG));
        Path writeAheadLog = devices.store().resolveSibling("store.db-wal");
        assertThat(writeAheadLog).exists();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + devices.store());
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE interconnect RENAME TO lost");
        }
        assertThatThrownBy(devices::counters).isInstanceOf(BanipException.class);
        devices.close();
        assertThat(devices.counters().sessions()).isEqualTo(1);
        assertThat(devices.counters().waiting()).isEmpty();
        assertThat(writeAheadLog).as("the store is closed").doesNotExist();
    }

    @Test
    void aTakenPortIsFoundBeforeAnythingIsMade() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            BanipSettings settings = settings(taken.getLocalPort(), Optional.empty(), Optional.empty(), 1 << 20, BANS);
            assertThatThrownBy(() -> BanipDevices.requireFreePort(settings))
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("the port is in use");
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void aBoundIsPositive() {
        assertThatThrownBy(() -> settings(0, Optional.empty(), Optional.empty(), 0, BANS))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> settings(0, Optional.empty(), Optional.empty(), 1, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private String theDevicesHostsKey() {
        return new SealKeys(directory.resolve("keys")).make();
    }

    private static BanDescription ban(String id, SensorGroup... groups) {
        return new BanDescription(id, List.of(groups));
    }

    private static RegistrationRequest request(BanDescription ban, UUID session) {
        return RegistrationRequest.builder(session, CHAIN, ban).adding(true).build();
    }

    private String register(BanDescription ban) throws Exception {
        HttpResponse<String> answer = post(devices.uri(), ban, Map.of());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return answer.body().replaceAll(".*\"surrogate\"\\s*:\\s*\"([^\"]+)\".*", "$1");
    }

    private void assertRefused(BanDescription ban, int status, String message) throws Exception {
        assertRefused(request(ban, UUID.randomUUID()).toJson(), status, message);
    }

    private void assertRefused(String document, int status, String message) throws Exception {
        HttpResponse<String> answer = post(devices.uri(), document, Map.of());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(message);
    }

    private HttpResponse<String> post(URI base, BanDescription ban, Map<String, String> headers) throws Exception {
        return post(base, request(ban, UUID.randomUUID()).toJson(), headers);
    }

    private HttpResponse<String> post(URI base, String document, Map<String, String> headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve("interconnects"))
                .timeout(Duration.ofMinutes(1))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(document));
        headers.forEach(request::header);
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private int status(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString()).statusCode();
    }

    private static Map<String, String> logIn(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }
}
