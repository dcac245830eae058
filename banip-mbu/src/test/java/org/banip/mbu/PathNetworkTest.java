package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.ReconnectSettings.GivingUp;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.spi.ToldNetworks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Networks of paths come and go, as a {@link ToldNetworks} says. An attempt that had to wait for a back-off would wait for an hour, and a path that
 * had to be found late for a minute.
 */
@ParameterizedClass
@MethodSource("uplinks")
class PathNetworkTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final Duration HOUR = Duration.ofHours(1);
    private static final ReconnectSettings PATIENT =
            new ReconnectSettings(HOUR, HOUR, 3, Duration.ZERO, GivingUp.ALWAYS);
    private static final PathPolicySettings FAILOVER =
            PathPolicySettings.DEFAULT.scheduler("failover").times(Duration.ofMinutes(1), Duration.ofSeconds(1));

    private final ToldNetworks networks = new ToldNetworks();

    @Parameter
    private String uplink;

    static List<String> uplinks() {
        return Arrays.asList(
                System.getProperty("banip.uplinks", "persistent,chunked").split(",", -1));
    }

    @Override
    String uplink() {
        return uplink;
    }

    private static InetAddress address(String digits) throws Exception {
        return InetAddress.getByName(digits);
    }

    private MobileBaseUnitBuilder patient(PathSettings... paths) {
        MobileBaseUnitBuilder builder = builder()
                .reconnect(PATIENT)
                .networks(networks)
                .pathPolicy(FAILOVER)
                .acknowledgeWithin(Duration.ZERO)
                .chain("packetizer(units=10,hold=0)")
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT);
        Arrays.asList(paths).forEach(builder::path);
        return builder;
    }

    private static PathSettings on(String name, String networkInterface) {
        return PathSettings.named(name).networkInterface(networkInterface);
    }

    private static PathStatus path(MobileBaseUnit mbu, int number) {
        return mbu.status().paths().get(number);
    }

    private void awaitConnected(MobileBaseUnit mbu, int number) {
        soon("path " + number + " is connected")
                .until(() -> path(mbu, number).connected() && path(mbu, number).networkThere());
    }

    @Test
    void aPathEndsWithItsNetworkAndConnectsAtOnceWhenThatIsBack() throws Exception {
        networks.came("wlan0", address("127.0.0.7"));
        networks.came("rmnet0", address("127.0.0.8"));
        try (MobileBaseUnit mbu =
                patient(on("wifi", "wlan0"), on("lte", "rmnet0")).start()) {
            SensorInput ecg = mbu.input("ecg");
            awaitConnected(mbu, 0);
            awaitConnected(mbu, 1);
            offer(ecg, 0, 500);
            assertDelivered(mbu);
            assertThat(path(mbu, 0).packetsSent()).isPositive();
            networks.went("wlan0");
            soon("the status says why")
                    .until(() -> path(mbu, 0).problem().orElse("").equals("no address on wlan0"));
            assertThat(path(mbu, 0).networkThere()).isFalse();
            assertThat(path(mbu, 0).connected()).isFalse();
            long before = path(mbu, 0).packetsSent();
            offer(ecg, 500, 500);
            assertDelivered(mbu);
            assertThat(path(mbu, 0).packetsSent()).isEqualTo(before);
            networks.came("wlan0", address("127.0.0.9"));
            awaitConnected(mbu, 0);
            assertThat(path(mbu, 0).problem()).isEmpty();
            offer(ecg, 1000, 500);
            assertDelivered(mbu);
            assertThat(path(mbu, 0).packetsSent()).isGreaterThan(before);
        }
        assertThat(awaitEvent(MbuEvent.NetworkGone.class))
                .containsExactly(new MbuEvent.NetworkGone("wifi", "no address on wlan0"));
        assertThat(awaitEvent(MbuEvent.NetworkBack.class))
                .containsExactly(new MbuEvent.NetworkBack("wifi", address("127.0.0.9")));
        assertThat(host.sessions()).isOne();
        assertStored(0, ECG, 1500);
    }

    /** An Android app that tells all addresses of a network tells these, too. */
    @Test
    void linkLocalAddressesAreNoNetwork() throws Exception {
        networks.came("wlan0", address("fe80::1"), address("169.254.0.1"));
        try (MobileBaseUnit mbu = patient(on("wifi", "wlan0")).start()) {
            assertThat(path(mbu, 0).networkThere()).isFalse();
            networks.came("wlan0", address("fe80::1"), address("169.254.0.1"), address("127.0.0.7"));
            awaitConnected(mbu, 0);
            offer(mbu.input("ecg"), 0, 500);
            assertDelivered(mbu);
            networks.came("wlan0", address("fe80::1"));
            soon("the network has gone")
                    .until(() -> path(mbu, 0).problem().orElse("").equals("no address on wlan0"));
            networks.came("wlan0", address("fe80::1"), address("127.0.0.7"));
            awaitConnected(mbu, 0);
        }
        assertThat(awaitEvent(MbuEvent.NetworkBack.class))
                .allSatisfy(back -> assertThat(back.address()).isEqualTo(address("127.0.0.7")));
        assertStored(0, ECG, 500);
    }

    @Test
    void whatWasUnderWayGoesByAnotherPath() throws Exception {
        networks.came("wlan0", address("127.0.0.7"));
        networks.came("rmnet0", address("127.0.0.8"));
        try (MobileBaseUnit mbu =
                patient(on("wifi", "wlan0"), on("lte", "rmnet0")).start()) {
            awaitConnected(mbu, 0);
            awaitConnected(mbu, 1);
            host.session().hold(true); // stores nothing more
            offer(mbu.input("ecg"), 0, 10);
            soon("a packet is under way on wifi").until(() -> path(mbu, 0).packetsSent() > 0);
            networks.went("wlan0");
            soon("lte has sent it, after wifi gave it back or before")
                    .until(() -> path(mbu, 1).packetsSentAgain() + path(mbu, 1).packetsRedundant() > 0);
            host.session().hold(false);
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 10);
    }

    @Test
    void aPathWhoseNetworkCameBackDoesNotWaitForTheEndOfABackOff() throws Exception {
        networks.came("wlan0", address("127.0.0.7"));
        try (MobileBaseUnit mbu = patient(on("wifi", "wlan0")).start()) {
            awaitConnected(mbu, 0);
            host.stop();
            soon("it waits for an hour").until(() -> mbu.status().retryIn().isPresent());
            host.startAgain();
            networks.went("wlan0");
            networks.came("wlan0", address("127.0.0.7"));
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 10);
    }

    @Test
    void aPathMovesToTheOtherAddressOfItsInterface() throws Exception {
        networks.came("wlan0", address("127.0.0.7"));
        try (MobileBaseUnit mbu = patient(on("wifi", "wlan0")).start()) {
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
            networks.came("wlan0", address("127.0.0.9"));
            assertThat(awaitEvent(MbuEvent.NetworkGone.class).get(0).reason())
                    .isEqualTo("127.0.0.7 has gone from wlan0");
            offer(mbu.input("ecg"), 10, 10);
            assertDelivered(mbu);
        }
        assertThat(awaitEvent(MbuEvent.NetworkBack.class))
                .containsExactly(new MbuEvent.NetworkBack("wifi", address("127.0.0.9")));
        assertStored(0, ECG, 20);
    }

    @Test
    void anMbuMayStartAndEndWithoutAnyNetwork() throws Exception {
        try (MobileBaseUnit mbu = patient(PathSettings.named("lan").localAddress(address("127.0.0.7")))
                .closeTimeout(Duration.ofMillis(1))
                .start()) {
            offer(mbu.input("ecg"), 0, 10);
            soon("the status says why")
                    .until(() -> path(mbu, 0).problem().orElse("").equals("no address 127.0.0.7 here"));
        }
        assertThat(host.connections()).isZero();
    }

    @Test
    void aPathThatIsThereTellsTheHostAboutTheEnd() throws Exception {
        networks.came("rmnet0", address("127.0.0.8"));
        try (MobileBaseUnit mbu =
                patient(on("wifi", "wlan0"), on("lte", "rmnet0")).start()) {
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
        }
        assertThat(host.interconnects()).isZero();
    }

    @Test
    void theSystemsLoopbackInterfaceIsANetwork() throws Exception {
        String loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress())
                .getName();
        try (MobileBaseUnit mbu = builder() // looks itself
                .path(on("lo", loopback))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 10);
    }

    @Test
    void anInterfaceHasAName() {
        assertThatThrownBy(() -> on("wifi", "wlan 0")).hasMessageContaining("path wifi: interface 'wlan 0'");
    }
}
