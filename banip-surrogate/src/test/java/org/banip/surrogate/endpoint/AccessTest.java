package org.banip.surrogate.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.core.interconnect.HeaderCheck;
import org.banip.core.interconnect.Protocol;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that shares a token with its broker trusts nobody else, loopback or not. */
class AccessTest {
    private static final String TOKEN = "broker-token-0123456789";

    @TempDir
    private Path directory;

    private RunningHost host;

    @BeforeEach
    void start() {
        AccessSettings access = new AccessSettings(Optional.of(TOKEN), Optional.of("viewer-token-0123456789"));
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> {},
                HostServerSettings.builder().access(access).build());
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void brokersTokenAndIdentityAreNeeded() throws IOException {
        refused(Map.of(Protocol.IDENTITY_HEADER, "anna"));
        refused(Map.of("Authorization", "Bearer " + TOKEN));
        refused(Map.of("Authorization", "Bearer " + TOKEN + "x", Protocol.IDENTITY_HEADER, "anna"));
        refused(Map.of("Authorization", "Basic " + TOKEN, Protocol.IDENTITY_HEADER, "anna"));
        refused(Map.of("Authorization", "Bearer viewer-token-0123456789", Protocol.IDENTITY_HEADER, "anna"));
        refused(Map.of("Authorization", "Bearer " + TOKEN, Protocol.IDENTITY_HEADER, ""));

        assertThat(register(Map.of("Authorization", "Bearer " + TOKEN, Protocol.IDENTITY_HEADER, "anna"))
                        .status())
                .isEqualTo(201);
    }

    /** Otherwise the session would belong to an identity that there is not. */
    @Test
    void aDamagedIdentityRegistersNothing() throws IOException {
        String check = HeaderCheck.of("anna", null);
        assertThat(register(Map.of(
                                "Authorization",
                                "Bearer " + TOKEN,
                                Protocol.IDENTITY_HEADER,
                                "ajna",
                                HeaderCheck.HEADER,
                                check))
                        .error())
                .isEqualTo("checksum-mismatch");
        assertThat(register(Map.of(
                                "Authorization",
                                "Bearer " + TOKEN,
                                Protocol.IDENTITY_HEADER,
                                "anna",
                                HeaderCheck.HEADER,
                                check))
                        .status())
                .isEqualTo(201);
    }

    /** The order in which an operator changes it; open streams and other brokers go on. */
    @Test
    void aTokenIsChangedWithoutABreak() throws IOException {
        host.close();
        Path file = Files.writeString(directory.resolve("token"), TOKEN + "\n");
        String changed = "another-token-0123456789";
        AccessSettings access =
                new AccessSettings(Optional.of(TOKEN), Optional.empty(), Optional.of(file), Optional.empty());
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("changed.db")),
                builder -> {},
                HostServerSettings.builder().access(access).build());
        assertTaken(TOKEN);
        refused(Map.of("Authorization", "Bearer " + changed, Protocol.IDENTITY_HEADER, "anna"));
        Files.writeString(file, TOKEN + "\n" + changed + "\n");
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertTaken(changed));
        assertTaken(TOKEN);
        Files.writeString(file, changed + "\n");
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(
                        () -> refused(Map.of("Authorization", "Bearer " + TOKEN, Protocol.IDENTITY_HEADER, "anna")));
        assertTaken(changed);
    }

    /** Only its own streams: what has the token that stays goes on, and stores. */
    @Test
    void aTokenThatIsRemovedEndsTheStreamsThatBeganWithIt() throws IOException {
        host.close();
        String staying = "another-token-0123456789";
        Path file = Files.writeString(directory.resolve("token"), TOKEN + "\n" + staying + "\n");
        AccessSettings access =
                new AccessSettings(Optional.of(TOKEN), Optional.empty(), Optional.of(file), Optional.empty());
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("removed.db")),
                builder -> builder.liveness(new LivenessSettings(Duration.ofMinutes(5), 3, Duration.ofMinutes(1))),
                HostServerSettings.builder().access(access).build());
        TestMbu removed = bearing(TOKEN, "anna");
        TestMbu kept = bearing(staying, "berta");
        removed.register();
        kept.register();
        try (HttpWire ending = removed.beginData();
                ReverseWire endingReverse = removed.reverse();
                HttpWire going = kept.beginData();
                ReverseWire reverse = kept.reverse()) {
            ending.chunk(Frames.body(2, TestMbu.packets(0, 0, 1)));
            endingReverse.awaitAcknowledged(0, 1);
            Files.writeString(file, staying + "\n");
            WireAnswer answer = ending.answer();
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.error()).isEqualTo("unauthenticated");
            assertThat(answer.text()).doesNotContain(TOKEN);
            endingReverse.awaitEnd();
            going.chunk(Frames.body(2, TestMbu.packets(0, 0, 1)));
            reverse.awaitAcknowledged(0, 1);
            going.endBody();
            assertThat(going.answer().status()).isEqualTo(200);
        }
        assertThat(removed.send(1, 2).status()).isEqualTo(401);
    }

    private TestMbu bearing(String token, String identity) {
        return new TestMbu(
                host.base(),
                Map.of("Authorization", "Bearer " + token, Protocol.IDENTITY_HEADER, identity),
                "packetizer(units=" + TestMbu.UNITS + ",hold=0)");
    }

    /** Otherwise a viewer could speak as the broker while tokens are changed. */
    @Test
    void aSecondTokenIsNotTheOtherSides() throws IOException {
        Path broker = Files.writeString(directory.resolve("broker"), TOKEN + "\nanother-token-0123456789\n");
        Path viewer = Files.writeString(directory.resolve("viewer"), "viewer-token-0123456789\n" + TOKEN + "\n");
        assertThatThrownBy(() -> new AccessSettings(
                        Optional.of(TOKEN),
                        Optional.of("viewer-token-0123456789"),
                        Optional.of(broker),
                        Optional.of(viewer)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 1 of " + broker + " is line 2 of " + viewer);
    }

    private void assertTaken(String token) throws IOException {
        assertThat(register(Map.of("Authorization", "Bearer " + token, Protocol.IDENTITY_HEADER, "anna"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void withoutATokenAPageThatWasReboundToLoopbackCanNeitherRegisterNorDelete() throws IOException {
        host.close();
        host = RunningHost.over(JdbcStore.open(directory.resolve("open.db")));
        TestMbu mbu = new TestMbu(host.base());
        mbu.register();
        for (Map<String, String> foreign : List.of(
                Map.of("Host", "evil.example"),
                Map.of("Host", "evil.example:" + host.base().getPort()),
                Map.of("Origin", "http://evil.example"),
                Map.of("X-Forwarded-For", "192.0.2.7"),
                Map.of("Via", "1.1 proxy"))) {
            refused(foreign);
            try (HttpWire wire = new HttpWire(host.base(), foreign)) {
                assertThat(wire.exchange("DELETE", mbu.surrogate()).status()).isEqualTo(401);
            }
        }
        assertThat(mbu.delete().status()).isEqualTo(204);
    }

    private void refused(Map<String, String> headers) throws IOException {
        WireAnswer answer = register(headers);
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.error()).isEqualTo("unauthenticated");
        assertThat(answer.header("www-authenticate")).isEqualTo("Bearer");
        assertThat(answer.text()).doesNotContain(TOKEN);
    }

    private WireAnswer register(Map<String, String> headers) throws IOException {
        byte[] document = new TestMbu(host.base()).registration().toJson().getBytes(StandardCharsets.UTF_8);
        try (HttpWire wire = new HttpWire(host.base(), headers)) {
            return wire.exchange("POST", "interconnects", Protocol.JSON_TYPE, document);
        }
    }
}
