package org.banip.mbu.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The two ways in which an MBU learns of networks: the system's interfaces, and the app's word. */
class NetworksTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final Networks polled = Networks.polled(Duration.ofMillis(100));

    private static InetAddress address(String digits) throws Exception {
        return InetAddress.getByName(digits);
    }

    @Test
    void theSystemHasALoopbackInterfaceWithItsAddress() throws Exception {
        String loopback = NetworkInterface.getByInetAddress(LOOPBACK).getName();
        assertThat(polled.addresses(loopback)).contains(LOOPBACK);
        assertThat(polled.has(LOOPBACK)).isTrue();
    }

    @Test
    void whatIsNotThereHasNoAddress() throws Exception {
        assertThat(polled.addresses("no-such-if")).isEmpty();
        assertThat(polled.has(address("192.0.2.1")))
                .as("an address for documentation, RFC 5737")
                .isFalse();
    }

    @Test
    void aWatchLooksAgainAndAgainUntilItIsClosed() {
        AtomicInteger looks = new AtomicInteger();
        try (Networks.Watch watch = polled.watch(looks::incrementAndGet)) {
            await("three looks").atMost(PATIENCE).until(() -> looks.get() >= 3);
            assertThat(watch).isNotNull();
        }
        await("its thread has ended")
                .atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("banip-networks")));
    }

    @Test
    void anIntervalHasBounds() {
        assertThatThrownBy(() -> Networks.polled(Duration.ofMillis(99))).hasMessageContaining("outside PT0.1S to PT1H");
        assertThatThrownBy(() -> Networks.polled(Duration.ofHours(2))).hasMessageContaining("outside PT0.1S to PT1H");
    }

    @Test
    void whatTheAppTellsIsThereUntilItTellsOtherwise() throws Exception {
        ToldNetworks told = new ToldNetworks();
        AtomicInteger changes = new AtomicInteger();
        Networks.Watch watch = told.watch(changes::incrementAndGet);
        assertThat(told.addresses("wifi")).isEmpty();
        told.came("wifi", address("10.0.0.2"), address("fd00::2"));
        assertThat(told.addresses("wifi")).containsExactly(address("10.0.0.2"), address("fd00::2"));
        assertThat(told.has(address("fd00::2"))).isTrue();
        told.went("wifi");
        assertThat(told.addresses("wifi")).isEmpty();
        assertThat(told.has(address("fd00::2"))).isFalse();
        assertThat(changes).hasValue(2);
        watch.close();
        told.came("wifi", LOOPBACK);
        assertThat(changes).hasValue(2);
    }
}
