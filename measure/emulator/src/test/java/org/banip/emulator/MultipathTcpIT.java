package org.banip.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.banip.emulator.device.KernelStream;
import org.banip.emulator.device.KernelStream.Protocol;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class MultipathTcpIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int BYTES = 150_000;
    private static final LinkProfile TWO = new LinkProfile("two", "", List.of(link("one"), link("other")));

    private static LinkSettings link(String name) {
        DirectionSettings way = DirectionSettings.builder()
                .bytesPerSecond(100_000)
                .delay(Duration.ofMillis(5))
                .queueBytes(20_000)
                .build();
        return new LinkSettings(name, 1500, "reno", way, way);
    }

    @BeforeEach
    void emulatedLinksCanBeHad() {
        NeedsPrivileges.check();
    }

    @Test
    void aMultipathConnectionUsesBothLinksAndATcpConnectionOne() throws Exception {
        assumeThat(MultipathTcp.missing()).as("what is missing").isEmpty();
        try (EmulatedNetwork network = EmulatedNetwork.open(TWO, 1)) {
            MultipathTcp.use(network, false);
            carry(network, Protocol.TCP);
            assertThat(network.links().get(1).counters(Way.UP).deliveredBytes()).isZero();
            carry(network, Protocol.MPTCP);
            assertThat(network.links())
                    .allSatisfy(link ->
                            assertThat(link.counters(Way.UP).deliveredBytes()).isGreaterThan(BYTES / 10));
        }
    }

    private static void carry(EmulatedNetwork network, Protocol protocol) throws Exception {
        byte[] sent = new byte[BYTES];
        new Random(1).nextBytes(sent);
        KernelStream listening = network.fixed()
                .call(() -> KernelStream.listen(protocol, network.fixed().address(), PATIENCE));
        FutureTask<byte[]> received = new FutureTask<>(() -> receive(listening));
        Thread receiver = new Thread(received, "receiver");
        receiver.start();
        try (listening;
                KernelStream stream = network.mobile()
                        .call(() -> KernelStream.connect(
                                protocol,
                                network.link().mobileAddress(),
                                new InetSocketAddress(network.fixed().address(), listening.port()),
                                PATIENCE))) {
            for (int at = 0; at < BYTES; ) {
                at += stream.write(sent, at, BYTES - at);
            }
            assertThat(received.get()).isEqualTo(sent);
        } finally {
            receiver.join(PATIENCE.toMillis());
        }
    }

    private static byte[] receive(KernelStream listening) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] some = new byte[1 << 14];
        try (KernelStream stream = listening.accept()) {
            while (all.size() < BYTES) { // not to its end: a stream that was ended takes no more paths
                all.write(some, 0, stream.read(some));
            }
        }
        return all.toByteArray();
    }

    @Test
    void whatWaitsForAPeerEndsWithTheTimeOut() throws Exception {
        try (EmulatedNetwork network = EmulatedNetwork.open(TWO, 1);
                KernelStream listening = network.fixed()
                        .call(() -> KernelStream.listen(
                                Protocol.TCP, network.fixed().address(), Duration.ofMillis(50)))) {
            assertThatThrownBy(listening::accept)
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessageContaining("50 ms");
        }
    }
}
