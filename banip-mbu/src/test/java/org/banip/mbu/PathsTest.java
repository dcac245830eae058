package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.testhost.SeenRequest;
import org.junit.jupiter.api.Test;

/** An MBU with named paths from local addresses of their own. */
class PathsTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final int UNITS = 3_600;
    /** Of no interface: reserved for documentation (RFC 5737). */
    private static final String NOWHERE = "192.0.2.1";

    @Override
    String uplink() {
        return "chunked";
    }

    private static PathSettings path(String name, String address) throws Exception {
        return PathSettings.named(name).localAddress(InetAddress.getByName(address));
    }

    @Test
    void eachPathHasAStatusOfItsOwn() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .path(path("wifi", "127.0.0.2"))
                .path(path("lte", "127.0.0.3").uplink("persistent").backup().metered(2))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            soon("both paths are connected")
                    .until(() -> host.openConnections() >= 2
                            && mbu.status().paths().get(0).connected());
            offer(mbu.input("ecg"), 0, UNITS);
            assertDelivered(mbu);
            MbuStatus status = mbu.status();
            assertThat(status.paths()).extracting(PathStatus::name).containsExactly("wifi", "lte");
            PathStatus wifi = status.paths().get(0);
            PathStatus lte = status.paths().get(1);
            assertThat(wifi.packetsSent() + lte.packetsSent())
                    .isEqualTo(status.groups().get(0).packets()
                            + status.groups().get(0).retransmissions()
                            + wifi.packetsRedundant()
                            + lte.packetsRedundant());
            assertThat(wifi.packetsSentAgain() + lte.packetsSentAgain())
                    .isEqualTo(status.groups().get(0).retransmissions());
            assertThat(wifi.bytesUplink()).isPositive();
            assertThat(wifi.roundTrip().isPresent() || lte.roundTrip().isPresent())
                    .isTrue();
            assertThat(lte.price()).isCloseTo(2e-6 * (lte.bytesUplink() + lte.bytesDownlink()), within(1e-9));
            assertThat(status.link().bytesUplink()).isGreaterThanOrEqualTo(wifi.bytesUplink() + lte.bytesUplink());
        }
        assertThat(host.sessions()).isOne();
        assertStored(0, ECG, UNITS);
        assertThat(requestsOfEndedMbus())
                .filteredOn(SeenRequest::isData)
                .allMatch(request -> request.head().contains("\r\nBanip-Path: wifi\r\n")
                        || request.head().contains("\r\nBanip-Path: lte\r\n"))
                .anyMatch(request -> request.head().contains(": wifi\r\n"));
        assertThat(requestsOfEndedMbus())
                .filteredOn(request -> request.head().startsWith("GET"))
                .isNotEmpty()
                .allMatch(request -> request.head().contains("\r\nBanip-Path: wifi\r\n"));
        assertThat(registration()).contains("\"reorder\":{\"bytes\":4194304,\"millis\":30000}");
    }

    /** The first ones take longer while both ends load what they need. Each 20 s alone there would be eight until the test gives up. */
    @Test
    void roundTripsOfIdlePathsAreAskedForMoreOftenAtFirst() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .path(path("wifi", "127.0.0.1"))
                .path(path("lte", "127.0.0.2"))
                .input(ECG)
                .start()) {
            soon("the MBU is registered").until(() -> mbu.status().state() == MbuState.CONNECTED);
            soon("each path was asked five times")
                    .until(() -> host.session().timeRequests.get() >= 10);
        }
    }

    @Test
    void anAddressThatIsNotThereConcernsItsPathOnly() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .path(path("gone", NOWHERE))
                .path(path("there", "127.0.0.2"))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            offer(mbu.input("ecg"), 0, UNITS);
            assertDelivered(mbu);
            soon("the path says why")
                    .until(() -> mbu.status().paths().get(0).problem().isPresent());
            assertThat(mbu.status().paths().get(0).packetsSent()).isZero();
            assertThat(mbu.status().paths().get(1).packetsSent())
                    .isEqualTo(mbu.status().groups().get(0).packets());
        }
        assertStored(0, ECG, UNITS);
    }

    @Test
    void anMbuWithoutPathsHasOne() throws Exception {
        try (MobileBaseUnit mbu = ecg(UNITS).start()) {
            assertDelivered(mbu);
            PathStatus only = mbu.status().paths().get(0);
            assertThat(only.settings()).isEqualTo(PathSettings.named("default"));
            assertThat(only.bytesUplink()).isPositive();
            assertThat(only.roundTrip()).isPresent();
        }
        assertThat(requestsOfEndedMbus()).noneMatch(request -> request.head().contains("Banip-Path"));
        assertThat(registration()).doesNotContain("reorder");
    }

    private String registration() {
        SeenRequest first = requestsOfEndedMbus().stream()
                .filter(request -> request.head().startsWith("POST /banip/interconnects HTTP/1.1\r\n"))
                .findFirst()
                .orElseThrow();
        return new String(first.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void wrongPathsAreRefused() {
        assertThatThrownBy(() -> PathSettings.named("Wi Fi")).hasMessageContaining("'Wi Fi'");
        assertThatThrownBy(() -> PathSettings.named("a").metered(Double.NaN)).hasMessageContaining("path a: price NaN");
        assertThatThrownBy(() -> builder().path(PathSettings.named("a")).path(PathSettings.named("a")))
                .hasMessage("path a is there already");
        assertThatThrownBy(() -> builder().path(PathSettings.named("a").uplink("none")))
                .hasMessageContaining("uplink 'none' is not one of");
        assertThatThrownBy(() -> builder().path(PathSettings.named("a").uplink("duplex")))
                .hasMessageContaining("'duplex' needs banip-mbu-netty on the class path");
        URI other = URI.create("ftp://there/");
        assertThatThrownBy(() -> builder().path(PathSettings.named("a").broker(other)))
                .hasMessageContaining("broker 'ftp://there/' must be http://host/");
        URI plain = URI.create("http://192.0.2.1/");
        assertThatThrownBy(
                        () -> ecg(1).path(PathSettings.named("a").broker(plain)).start())
                .hasMessageContaining("broker 'http://192.0.2.1/' is beyond this machine");
        MobileBaseUnitBuilder full = builder();
        for (int p = 0; p < 16; p++) {
            full.path(PathSettings.named("p" + p));
        }
        assertThatThrownBy(() -> full.path(PathSettings.named("q"))).hasMessageContaining("at most 16 paths");
    }
}
