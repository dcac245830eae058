package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.banip.app.ecg.EcgSettings;
import org.banip.app.ecg.GeneratedEcg;
import org.banip.core.ban.Frequency;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.PathStatus;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.settings.ReorderLimits;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An MBU with a fast and a slow path, and a host that lets little wait: the MBU never sends more than that ahead. */
@Timeout(300)
class ReorderedPathsTest {
    private static final int UNITS = 7_200;
    private static final EcgSettings ECG = EcgSettings.builder()
            .frequency(Frequency.ofHz(360))
            .units(UNITS)
            .seed(5)
            .build();

    @TempDir
    private Path directory;

    @Test
    void whatTheMbuHasUnderWayFitsTheAgreedWindow() throws Exception {
        ReorderLimits limits = new ReorderLimits(4, ReorderLimits.LEAST_BYTES, Duration.ofMinutes(10));
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(directory.resolve("banip.db")))
                        .transcoders(Transcoders.installed())
                        .reorder(limits)
                        .build();
                HostServer server = HostServer.start(host, HostServerSettings.loopback());
                GeneratedEcg sensor = new GeneratedEcg(ECG);
                MobileBaseUnit mbu = MobileBaseUnit.builder()
                        .broker(server.baseUri())
                        .ban("ban-17")
                        .sensor(sensor)
                        .chain("packetizer(units=4,hold=0)")
                        .speed(1000)
                        .path(PathSettings.named("fast"))
                        .path(PathSettings.named("slow").uplink("persistent"))
                        .pathPolicy(PathPolicySettings.DEFAULT.scheduler("weighted"))
                        .reorderWindow(4000, Duration.ofMinutes(10))
                        .start()) {
            mbu.awaitDelivered(Duration.ofMinutes(4));

            assertThat(host.statistics().refused()).isEmpty();
            assertThat(host.statistics().faults()).isZero();
            long sent = mbu.status().paths().stream()
                    .mapToLong(PathStatus::packetsSent)
                    .sum();
            assertThat(host.statistics().paths())
                    .extracting(sums -> sums.name())
                    .containsExactlyInAnyOrder("fast", "slow");
            assertThat(host.statistics().paths().stream()
                            .mapToLong(sums -> sums.packets())
                            .sum())
                    .isEqualTo(sent);
        }
    }
}
