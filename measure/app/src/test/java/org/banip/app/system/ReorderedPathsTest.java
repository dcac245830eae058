package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ReorderWindow;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.PathScheduler;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.api.PathSums;
import org.banip.surrogate.settings.ReorderLimits;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An MBU with two paths, of which one is held up: by the other one it sends no more than the host agreed to let wait. */
@Timeout(300)
class ReorderedPathsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final SensorGroup ECG = SensorGroup.live(
            "ecg",
            Frequency.ofHz(360),
            List.of(Channel.ofGain("II", "mV", 16, Short.MIN_VALUE, Short.MAX_VALUE, 1000, 0)));
    /** Sensor sets of a packet. */
    private static final int SETS = 4;

    private static final int WINDOW_BYTES = 4000;
    /** Packets that the window has room for. */
    private static final int FIT = WINDOW_BYTES / (ReorderWindow.OVERHEAD_BYTES + 2 * SETS);

    private static final int HELD = 0;

    /** The held path always has something under way while the other one sends, so all numbers after it have to wait. */
    private static final class Alternating implements PathScheduler {
        @Override
        public boolean sends(Choice choice) {
            boolean holds = choice.path(HELD).bytesUnderWay() > 0;
            return choice.asked().number() == HELD ? !holds : holds;
        }
    }

    @TempDir
    private Path directory;

    @Test
    void whatTheMbuHasUnderWayFitsTheAgreedWindow() throws Exception {
        InetAddress slow = InetAddress.getByName("127.0.0.2");
        InetAddress fast = InetAddress.getByName("127.0.0.3");
        ReorderLimits limits = new ReorderLimits(4, ReorderLimits.LEAST_BYTES, Duration.ofHours(1));
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(directory.resolve("banip.db")))
                        .transcoders(Transcoders.installed())
                        .reorder(limits)
                        .build();
                HostServer server = HostServer.start(host, HostServerSettings.loopback());
                TwoNetworks networks = new TwoNetworks(server.baseUri());
                MobileBaseUnit mbu = MobileBaseUnit.builder()
                        .broker(networks.base())
                        .ban("ban-17")
                        .input(ECG)
                        .fullPolicy("ecg", FullPolicy.WAIT)
                        .chain("packetizer(units=4,hold=0)")
                        .path(PathSettings.named("slow").localAddress(slow))
                        .path(PathSettings.named("fast").localAddress(fast))
                        .pathPolicy(PathPolicySettings.DEFAULT.times(Duration.ofMinutes(1), Duration.ofMinutes(1)))
                        .pathScheduler(new Alternating())
                        .reorderWindow(WINDOW_BYTES, Duration.ofHours(1))
                        .acknowledgeWithin(Duration.ZERO) // else each full window waits for a second
                        .start()) {
            while (!isUsed(host, "slow") || !isUsed(host, "fast")) {
                offer(mbu, 10 * FIT);
                mbu.awaitDelivered(PATIENCE);
            }
            networks.hold(slow);
            offer(mbu, 10 * FIT);
            await("the window is full")
                    .atMost(PATIENCE)
                    .until(() -> underWay(mbu) == FIT && waiting(host) > 0
                            || !host.statistics().refused().isEmpty());
            networks.release(slow);
            mbu.awaitDelivered(PATIENCE);

            assertThat(host.statistics().refused()).doesNotContainKey(ErrorCode.SEQUENCE_BEYOND_WINDOW);
        }
    }

    private static void offer(MobileBaseUnit mbu, int packets) {
        for (int n = 0; n < packets; n++) {
            int[] samples = {n, n + 1, n + 2, n + 3};
            assertThat(mbu.input("ecg").offerNext(samples)).isEqualTo(OfferOutcome.ACCEPTED);
        }
    }

    private static boolean isUsed(SurrogateHost host, String path) {
        return host.statistics().paths().stream()
                .filter(sums -> sums.name().equals(path))
                .mapToLong(PathSums::packets)
                .anyMatch(packets -> packets > 0);
    }

    private static long underWay(MobileBaseUnit mbu) {
        GroupStatus ecg = mbu.status().groups().get(0);
        return (ecg.unitsSent() - ecg.unitsAcknowledged()) / SETS;
    }

    private static int waiting(SurrogateHost host) {
        return host.surrogates().get(0).statistics().groups().get(0).waiting();
    }
}
