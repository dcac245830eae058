package org.banip.measure.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.NeedsPrivileges;
import org.banip.emulator.profile.BearerWait;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ProbeIT {
    @BeforeEach
    void emulatedLinksCanBeHad() {
        NeedsPrivileges.check();
    }

    private static EmulatedNetwork network() throws Exception {
        DirectionSettings up = DirectionSettings.builder()
                .bytesPerSecond(50_000)
                .delay(Duration.ofMillis(20))
                .queueBytes(20_000)
                .bearerWait(new BearerWait(Duration.ofMillis(150), Duration.ofMillis(250)))
                .build();
        DirectionSettings down =
                DirectionSettings.builder().delay(Duration.ofMillis(20)).build();
        return EmulatedNetwork.open(LinkProfile.of(new LinkSettings("probed", 576, "reno", up, down)), 5);
    }

    @Test
    void udpAboveCapacityFindsIt() throws Exception {
        try (EmulatedNetwork network = network()) {
            UdpResult result = new UdpProbe(Way.UP, 548, 60_000, 200).run(network);
            assertThat(result.receivedBytesPerSecond())
                    .isBetween(1_000.0, 60_000.0); // how exact it is depends on the machine
            assertThat(result.medianLatencyMillis()).isGreaterThan(20);
            assertThat(result.arrivals()).hasSizeGreaterThan(20);
        }
    }

    @Test
    void tcpCarriesAllInEachDirection() throws Exception {
        for (Way way : Way.values()) {
            try (EmulatedNetwork network = network()) {
                TcpResult result = new TcpProbe(way, 60_000).run(network);
                assertThat(result.bytes()).isEqualTo(60_000);
                assertThat(result.averageBytesPerSecond()).isPositive();
                if (way == Way.UP) {
                    assertThat(result.averageBytesPerSecond()).isLessThan(50_000);
                }
            }
        }
    }
}
