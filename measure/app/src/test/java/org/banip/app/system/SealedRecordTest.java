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
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.MobileBaseUnit;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** MBU, broker and host with a sealed chain: neither the spool nor the store has a sample that can be read without the private key. */
@Timeout(300)
class SealedRecordTest extends SealedStreams {
    @Test
    void storeHasNoPlainTextAndItsReaderNeedsTheKey() throws Exception {
        stream(sealed(key), 1);
        assertThat(plainTextIn("banip.db")).isFalse();
        read((store, sessions) -> {
            Transcoders known = Transcoders.installed();
            StoredRecording opened = new StoredRecording(store, sessions.get(0), known.withKeys(folder));
            assertThat(opened.digest().sets(0)).isEqualTo(UNITS);
            StoredRecording closed = new StoredRecording(store, sessions.get(0), known);
            assertMissing(closed, "has no folder of private keys");
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

    @Test
    void keysRotateAndAnErasedKeyErasesItsRecordOnly() throws Exception {
        String next = streamToTwoKeys();
        Files.delete(keys.file(key));
        read((store, sessions) -> {
            Transcoders known = Transcoders.installed().withKeys(folder);
            StoredRecording erased = new StoredRecording(store, of(sessions, key), known);
            assertMissing(erased, "the private key of " + key + " is not here, only those of " + next + ";");
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

    private static InterconnectRecord of(List<InterconnectRecord> sessions, String key) {
        return sessions.stream()
                .filter(one -> one.chains().get(0).contains(key))
                .findFirst()
                .orElseThrow();
    }
}
