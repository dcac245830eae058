package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.MobileBaseUnit;
import org.banip.seal.SealKeys;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.StoredRecording;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions with a sealed chain: each goes on with the key that it began with, over any number of MBUs and hosts. */
@Timeout(300)
class SealedSessionTest extends SealedStreams {
    /** Both processes encode the same samples with the same session, and the second host brings its decoder in step with the record. */
    @Test
    void mbuThatStartsAgainInItsSpoolSealsWithAnotherContext() throws Exception {
        String chain = sealed(key);
        try (MobileBaseUnit mbu = mbu(URI.create("http://127.0.0.1:1/"), chain)) {
            offer(mbu);
            await().atMost(PATIENCE).until(() -> mbu.status().groups().get(0).unitsEncoded() == UNITS);
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

    /** What waits is sealed to one key; neither the MBU nor the host lets the session go on with another chain. */
    @Test
    void aSessionKeepsItsChainAndNothingIsLost() throws Exception {
        URI nobody = URI.create("http://127.0.0.1:1/");
        try (MobileBaseUnit mbu = mbu(nobody, sealed(key))) {
            offer(mbu);
            await().atMost(PATIENCE).until(() -> mbu.status().groups().get(0).unitsEncoded() == UNITS);
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
        RegistrationRequest wanted = RegistrationRequest.builder(session, chain, new BanDescription(BAN, List.of(ECG)))
                .build();
        String credentials =
                Base64.getEncoder().encodeToString((BAN + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(broker.resolve("interconnects"))
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(wanted.toJson()))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
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
                    .hasMessageContaining("the private key of " + key + " is not here, only those of " + other + ";");
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
