package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.core.testing.ReservedPort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices that speak BANip, a gateway, a broker and a host, each in a process of its own: the host's store has what the devices sensed. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(600)
class BanipDevicesIT {
    @TempDir
    private Path directory;

    private BanipDevicesFixture commands;

    @BeforeEach
    void files() throws Exception {
        commands = new BanipDevicesFixture(directory);
    }

    @ParameterizedTest
    @ValueSource(strings = {"per-request", "persistent", "chunked", "duplex", "http2"})
    void theFarStoreHasWhatADeviceSensed(String uplink) throws Exception {
        List<String> tls = List.of();
        List<String> trust = List.of();
        if (uplink.equals("http2")) {
            DevelopmentAuthority authority = DevelopmentAuthority.in(directory.resolve("certificates"));
            authority.issueServer(List.of("127.0.0.1"), 2, false);
            tls = List.of(
                    "--certificate-file",
                    "certificates/server.pem",
                    "--private-key-file",
                    "certificates/server-key.pem");
            trust = List.of("--trust", "certificates/ca.pem");
        }
        String[] device = Stream.concat(trust.stream(), Stream.of("--uplink", uplink, "--seconds", "3"))
                .toArray(String[]::new);
        String printed = streamed(tls, device);
        assertThat(printed).contains("BANip devices: 1 session, ").doesNotContain("kept");
    }

    @Test
    void theFarStoreHasARecordingThatADeviceSent() throws Exception {
        Path recording = RealRecordings.named("100.hea");
        String unused = streamed(List.of(), "--recording", recording.toString(), "--seconds", "30", "--speed", "10");
    }

    /** Streams through gateway and broker, ends all in order, and compares. */
    private String streamed(List<String> tls, String... options) throws Exception {
        try (BanipProcess host = commands.host(0);
                BanipProcess broker = commands.broker(host.awaitReady());
                BanipProcess gateway = commands.gateway(
                        broker.awaitReady(),
                        0,
                        Stream.concat(Stream.of("--http-port", "0", "--mqtt-port", "off"), tls.stream())
                                .toArray(String[]::new));
                BanipProcess device = commands.device(BanipDevicesFixture.devicesOf(gateway), "ban-1", options)) {
            assertThat(device.awaitExit()).as(device.said()).isZero();
            commands.awaitStored("ban-1", device.json());
            gateway.interrupt();
            assertThat(gateway.awaitExit()).as(gateway.said()).isEqualTo(130);
            commands.assertExact(gateway.printed(), "ban-1", device.json());
            return gateway.printed();
        }
    }

    @Test
    void whatTheGatewayCannotSendIsRefusedWithTheReason() throws Exception {
        try (ReservedPort nobody = new ReservedPort();
                BanipProcess gateway = commands.gateway(
                        URI.create("http://127.0.0.1:" + nobody.number() + "/"),
                        0,
                        "--http-port",
                        "0",
                        "--mqtt-port",
                        "off",
                        "--most-bans",
                        "1")) {
            URI devices = BanipDevicesFixture.devicesOf(gateway);
            try (BanipProcess forbidden = commands.device(devices, "other", "--seconds", "1")) {
                assertThat(forbidden.awaitExit()).as(forbidden.said()).isPositive();
                assertThat(forbidden.said()).contains("the broker's grants do not let this user register this BAN");
            }
            try (BanipProcess first = commands.device(devices, "ban-1", "--seconds", "1")) {
                assertThat(first.awaitExit()).as(first.said()).isZero();
            }
            try (BanipProcess other = commands.device(devices, "ban-1", "--seconds", "1", "--newest-first", "ecg")) {
                assertThat(other.awaitExit()).as(other.said()).isPositive();
                assertThat(other.said()).contains("BAN ban-1 has another description");
            }
            gateway.awaitSaid("registration refused, invalid-description: BAN ban-1 has another description");
            try (BanipProcess one = commands.device(devices, "ban-1", "--seconds", "600");
                    BanipProcess two = commands.device(devices, "ban-1", "--seconds", "600")) {
                gateway.awaitSaid("BAN ban-1 has another session");
                assertThat(one.pid()).isNotEqualTo(two.pid());
            }
            gateway.interrupt();
            assertThat(gateway.awaitExit()).as(gateway.said()).isEqualTo(130);
            assertThat(gateway.printed()).contains("BANip devices: 3 sessions, ");
        }
    }
}
