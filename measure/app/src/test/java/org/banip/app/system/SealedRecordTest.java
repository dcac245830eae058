package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.seal.SealKeys;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** MBU, broker and host with a sealed chain: neither the spool nor the store has a sample that can be read without the private key. */
@Timeout(300)
class SealedRecordTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String BAN = "ban-17";
    private static final SensorGroup ECG =
            SensorGroup.live("ecg", Frequency.ofHz(360), List.of(new Channel("II", "mV", 16, -32768, 32767, -10, 10)));
    private static final String PASSWORD = "correct horse";
    private static final int UNITS = 1_000;
    /** What a packet of the first units has in plain text. */
    private static final String PLAIN = "abcdefghijklmnopqrstuvwxyz";

    private static final String PACKETS = "packetizer(units=50,hold=0)";

    @TempDir
    private Path directory;

    private Path folder;
    private Path file;
    private SealKeys keys;
    private String key = "";

    @BeforeEach
    void makeKey() throws IOException {
        folder = directory.resolve("keys");
        file = directory.resolve("banip.db");
        keys = new SealKeys(folder);
        key = keys.make();
        new PasswordFile(directory.resolve("passwords")).set(BAN, PASSWORD.toCharArray(), 4);
    }

    private static String sealed(String key) {
        return PACKETS + "|seal(to=" + key + ",key=1s)";
    }

    private SurrogateHost host(Transcoders transcoders) {
        return SurrogateHost.builder(JdbcStore.open(file))
                .transcoders(transcoders)
                .build();
    }

    private WirelessServiceBroker broker(URI host) {
        return WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(host)
                        .passwordFile(directory.resolve("passwords"))
                        .build())
                .listen("127.0.0.1", 0)
                .start();
    }

    /** An MBU whose spool is a directory; one that is closed before all is stored leaves the rest there. */
    private MobileBaseUnit mbu(URI broker, String chain) {
        return MobileBaseUnit.builder()
                .broker(broker)
                .credentials(Credentials.basic(BAN, PASSWORD))
                .ban(BAN)
                .chain(chain)
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .spool(directory.resolve("spool"), Duration.ZERO)
                .deregisterOnClose(false)
                .startTimeout(Duration.ZERO)
                .closeTimeout(Duration.ofMillis(100))
                .start();
    }

    private static void offer(MobileBaseUnit mbu) {
        int[] samples = new int[UNITS];
        for (int i = 0; i < UNITS; i++) {
            int at = 2 * i % PLAIN.length();
            samples[i] = PLAIN.charAt(at) | PLAIN.charAt(at + 1) << 8;
        }
        assertThat(mbu.input("ecg").offerNext(samples)).isEqualTo(OfferOutcome.ACCEPTED);
    }

    /** Streams the same samples twice, with a host and a broker of their own each time. */
    private void stream(String chain, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            try (SurrogateHost host = host(Transcoders.installed().withKeys(folder));
                    HostServer server = HostServer.start(host, HostServerSettings.loopback());
                    WirelessServiceBroker broker = broker(server.baseUri());
                    MobileBaseUnit mbu = mbu(broker.uri(), chain)) {
                offer(mbu);
                mbu.awaitDelivered(PATIENCE);
            }
        }
    }

    private boolean plainTextIn(String begin) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path one : all.filter(Files::isRegularFile).toList()) {
                boolean meant = directory.relativize(one).toString().startsWith(begin);
                if (meant && new String(Files.readAllBytes(one), StandardCharsets.ISO_8859_1).contains(PLAIN)) {
                    return true;
                }
            }
        }
        return false;
    }

    private interface Reading {
        void read(Store store, List<InterconnectRecord> sessions);
    }

    private void read(Reading reading) {
        try (Store store = JdbcStore.openForReading(file)) {
            reading.read(store, store.interconnects());
        }
    }

    @Test
    void storeHasNoPlainTextAndItsReaderNeedsTheKey() throws Exception {
        stream(sealed(key), 1);
        assertThat(plainTextIn("banip.db")).isFalse();
        read((store, sessions) -> {
            Transcoders known = Transcoders.installed();
            StoredRecording opened = new StoredRecording(store, sessions.get(0), known.withKeys(folder));
            assertThat(opened.digest().sets(0)).isEqualTo(UNITS);
            StoredRecording closed = new StoredRecording(store, sessions.get(0), known);
            assertMissing(closed, "no folder of private keys is set");
        });
    }

    /** The search of {@link #storeHasNoPlainTextAndItsReaderNeedsTheKey} finds what is not sealed. */
    @Test
    void storeOfTheChainWithoutSealHasPlainText() throws Exception {
        stream(PACKETS, 1);
        assertThat(plainTextIn("banip.db")).isTrue();
    }

    private static void assertMissing(StoredRecording recording, String message) {
        assertThatThrownBy(() -> recording.digest().sets(0))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHAIN))
                .hasMessageContaining(message);
    }

    /** Both processes encode the same samples with the same session, and the second host brings its decoder in step with the record. */
    @Test
    void mbuThatStartsAgainInItsSpoolSealsWithAnotherContext() throws Exception {
        String chain = sealed(key);
        try (MobileBaseUnit mbu = mbu(URI.create("http://127.0.0.1:1/"), chain)) {
            offer(mbu);
            org.awaitility.Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> mbu.status().groups().get(0).unitsEncoded() == UNITS);
        }
        assertThat(plainTextIn("spool")).isFalse();
        stream(chain, 2);
        read((store, sessions) -> {
            assertThat(sessions).as("one session").hasSize(1);
            StoredRecording opened = new StoredRecording(
                    store, sessions.get(0), Transcoders.installed().withKeys(folder));
            assertThat(opened.digest().sets(0)).isEqualTo(3 * UNITS);
            List<String> contexts = new ArrayList<>();
            List<String> payloads = new ArrayList<>();
            store.read(sessions.get(0), 0, 0, item -> {
                if (item instanceof Packet packet) {
                    String payload = HexFormat.of().formatHex(packet.payload());
                    payloads.add(payload);
                    if (packet.header().key()) {
                        contexts.add(payload.substring(0, 64));
                    }
                }
                return true;
            });
            assertThat(contexts).hasSizeGreaterThanOrEqualTo(3).doesNotHaveDuplicates();
            assertThat(payloads).hasSize(3 * UNITS / 50).doesNotHaveDuplicates();
        });
    }

    @Test
    void keysRotateAndAnErasedKeyErasesItsRecordOnly() throws Exception {
        String next = streamToTwoKeys();
        Files.delete(keys.file(key));
        read((store, sessions) -> {
            Transcoders known = Transcoders.installed().withKeys(folder);
            StoredRecording erased = new StoredRecording(store, of(sessions, key), known);
            assertMissing(erased, "the private key of " + key + " is not here, only those of [" + next + "]");
            StoredRecording kept = new StoredRecording(store, of(sessions, next), known);
            assertThat(kept.digest().sets(0)).isEqualTo(UNITS);
        });
    }

    /** Two sessions, each sealed to a key of its own; the spool is empty between them. */
    private String streamToTwoKeys() throws Exception {
        stream(sealed(key), 1);
        try (Stream<Path> spool = Files.walk(directory.resolve("spool"))) {
            for (Path file : spool.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        String next = keys.make();
        stream(sealed(next), 1);
        return next;
    }

    @Test
    void exportOfARangeHasWhatTheHostCanReadAndNamesWhatItCannot() throws Exception {
        String next = streamToTwoKeys();
        Files.delete(keys.file(key));
        Path people = directory.resolve("people");
        String token = new PeopleFile(people)
                .setToken("emma", new PeopleFile.Rights(Optional.of("exporter"), Optional.of("*")));
        HostSettings settings = new HostSettings(SettingsReader.of(HostSettings.TABLE)
                .options(
                        Map.of(
                                "store", file.toString(),
                                "seal-keys", folder.toString(),
                                "viewers-file", people.toString(),
                                "port", "0",
                                "health-port", "off"),
                        name -> "--" + name)
                .read());
        try (SurrogateHost host = SurrogateHost.open(settings);
                HostServer server = HostServer.start(host, settings)) {
            URI range = server.baseUri()
                    .resolve("recordings/" + BAN + "?format=csv&from=1970-01-01T00:00:00Z&to=2200-01-01T00:00:00Z");
            HttpResponse<byte[]> answer = get(range, token);
            assertThat(answer.statusCode())
                    .as(new String(answer.body(), StandardCharsets.ISO_8859_1))
                    .isEqualTo(200);
            Map<String, String> files = unzip(answer.body());
            assertThat(files).hasSize(2);
            assertThat(files.get("export.txt"))
                    .contains(UNITS + " sensor sets")
                    .contains("cannot be read: seal: the private key of " + key + " is not here");
            Files.delete(keys.file(next));
            HttpResponse<byte[]> refused = get(range, token);
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(new String(refused.body(), StandardCharsets.UTF_8)).contains("invalid-chain", "is not here");
        }
    }

    private static HttpResponse<byte[]> get(URI uri, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + token)
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private static Map<String, String> unzip(byte[] archive) throws IOException {
        Map<String, String> files = new HashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }

    /** Their chain is not the common one, but who seals samples means alarms and their texts, too. */
    @Test
    void eventsAreSealedWhereSamplesAre() throws Exception {
        SensorGroup alerts = SensorGroup.alarms("alerts", 40, List.of(new Channel("kind", "", 8, 0, 100, 0, 100)));
        try (SurrogateHost host = host(Transcoders.installed().withKeys(folder));
                HostServer server = HostServer.start(host, HostServerSettings.loopback());
                MobileBaseUnit mbu = MobileBaseUnit.builder()
                        .broker(server.baseUri())
                        .ban(BAN)
                        .chain(sealed(key))
                        .input(ECG)
                        .events(alerts)
                        .start()) {
            mbu.events("alerts").offer(Instant.EPOCH, PLAIN, 7);
            mbu.awaitDelivered(PATIENCE);
        }
        assertThat(plainTextIn("banip.db")).isFalse();
        read((store, sessions) -> {
            assertThat(sessions.get(0).chains())
                    .allSatisfy(chain -> assertThat(chain).endsWith("|seal(to=" + key + ",key=1s)"));
            SampleLayout layout = new SampleLayout(alerts);
            List<String> texts = new ArrayList<>();
            new StoredRecording(store, sessions.get(0), Transcoders.installed().withKeys(folder))
                    .read(1, block -> texts.add(layout.text(block.bytes(), 0)));
            assertThat(texts).containsExactly(PLAIN);
        });
    }

    /** What waits is sealed to one key; neither the MBU nor the host lets the session go on with another chain. */
    @Test
    void aSessionKeepsItsChainAndNothingIsLost() throws Exception {
        URI nobody = URI.create("http://127.0.0.1:1/");
        try (MobileBaseUnit mbu = mbu(nobody, sealed(key))) {
            offer(mbu);
            org.awaitility.Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> mbu.status().groups().get(0).unitsEncoded() == UNITS);
        }
        String next = keys.make();
        for (String other : List.of(sealed(next), PACKETS)) {
            assertThatThrownBy(() -> mbu(nobody, other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("20 packets of session")
                    .hasMessageContaining("which had another BAN description, chain or surrogate type");
        }
        stream(sealed(key), 1);
        try (SurrogateHost host = host(Transcoders.installed().withKeys(folder));
                HostServer server = HostServer.start(host, HostServerSettings.loopback());
                WirelessServiceBroker broker = broker(server.baseUri())) {
            UUID session = host.store().interconnects().get(0).session();
            for (String other : List.of(sealed(next), PACKETS)) {
                HttpResponse<String> answer = register(broker.uri(), session, other);
                assertThat(answer.statusCode()).isEqualTo(409);
                assertThat(answer.body()).contains("session-mismatch");
            }
            assertThat(register(broker.uri(), session, sealed(key)).statusCode())
                    .isEqualTo(201);
        }
        read((store, sessions) -> {
            assertThat(sessions).hasSize(1);
            StoredRecording opened = new StoredRecording(
                    store, sessions.get(0), Transcoders.installed().withKeys(folder));
            assertThat(opened.digest().sets(0)).isEqualTo(2 * UNITS);
        });
    }

    private static HttpResponse<String> register(URI broker, UUID session, String chain) throws Exception {
        RegistrationRequest wanted = new RegistrationRequest(
                session,
                RegistrationRequest.STANDARD_SURROGATE,
                chain,
                Map.of(),
                new BanDescription(BAN, List.of(ECG)));
        String credentials =
                Base64.getEncoder().encodeToString((BAN + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(broker.resolve("interconnects"))
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(wanted.toJson()))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static InterconnectRecord of(List<InterconnectRecord> sessions, String key) {
        return sessions.stream()
                .filter(one -> one.chains().get(0).contains(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void hostWithoutTheKeyRefusesTheRegistrationAndTheMbuKeepsItsData() throws Exception {
        Path others = directory.resolve("others");
        String other = new SealKeys(others).make();
        UUID session;
        try (SurrogateHost host = host(Transcoders.installed().withKeys(others));
                HostServer server = HostServer.start(host, HostServerSettings.loopback());
                WirelessServiceBroker broker = broker(server.baseUri());
                MobileBaseUnit mbu = mbu(broker.uri(), sealed(key))) {
            offer(mbu);
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHAIN))
                    .hasMessageContaining("the private key of " + key + " is not here, only those of [" + other + "]");
            session = mbu.status().session();
        }
        read((store, sessions) -> assertThat(sessions).isEmpty());
        stream(sealed(key), 1);
        read((store, sessions) -> {
            assertThat(sessions).extracting(InterconnectRecord::session).containsExactly(session);
            StoredRecording opened = new StoredRecording(
                    store, sessions.get(0), Transcoders.installed().withKeys(folder));
            assertThat(opened.digest().sets(0)).isEqualTo(2 * UNITS);
        });
    }
}
