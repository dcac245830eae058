package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.SensorInput;
import org.junit.jupiter.api.Test;

/** A cold backup has no connection while the main path is good. */
class ColdBackupTest extends TwoPathsFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final PathSettings LTE =
            PathSettings.named("lte").backup().metered(10).standBy(PathSettings.StandBy.COLD);

    private MobileBaseUnitBuilder builder(String scheduler, PathSettings second) {
        return paths(second)
                .pathPolicy(PathPolicySettings.DEFAULT
                        .scheduler(scheduler)
                        .times(Duration.ofMillis(300), Duration.ofMillis(100)));
    }

    private static void awaitMain(MobileBaseUnit mbu) {
        soon("the main path is connected").until(() -> path(mbu, 0).connected());
    }

    private void offerUntilItRests(MobileBaseUnit mbu, long[] offered) {
        soon("the backup stands by").until(() -> {
            offer(mbu.input("ecg"), offered[0], 10);
            offered[0] += 10;
            assertDelivered(mbu);
            return path(mbu, 1).standsBy();
        });
    }

    @Test
    void connectsWhenTheMainPathStallsAndLeavesAgain() throws Exception {
        try (MobileBaseUnit mbu = builder("failover", LTE)
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            SensorInput ecg = mbu.input("ecg");
            awaitMain(mbu);
            long[] offered = {0};
            offerUntilItRests(mbu, offered);
            for (int round = 0; round < 2; round++) {
                wifi.pause();
                long before = path(mbu, 1).packetsSent();
                offer(ecg, offered[0], 500);
                offered[0] += 500;
                assertDelivered(mbu);
                assertThat(path(mbu, 1).packetsSent()).isGreaterThan(before);
                wifi.resume();
                offerUntilItRests(mbu, offered);
                assertThat(path(mbu, 0).connected()).isTrue();
                assertThat(path(mbu, 1).connected()).isFalse();
                assertThat(path(mbu, 1).problem()).isEmpty();
            }
            assertStored(0, ECG, offered[0]);
        }
        assertThat(host.sessions()).isOne();
    }

    @Test
    void sendsNothingWhileTheMainPathIsGood() throws Exception {
        lte.stop(); // an attempt would be a problem of the path
        try (MobileBaseUnit mbu = builder("failover", LTE)
                .pathPolicy(PathPolicySettings.DEFAULT
                        .scheduler("failover")
                        .times(Duration.ofMinutes(1), Duration.ofMinutes(1)))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            awaitMain(mbu);
            offer(mbu.input("ecg"), 0, 3000);
            assertDelivered(mbu);
            assertThat(path(mbu, 1).standsBy()).isTrue();
            assertThat(path(mbu, 1).bytesUplink()).isZero();
            assertThat(path(mbu, 1).problem()).isEmpty();
        }
        assertStored(0, ECG, 3000);
    }

    @Test
    void takesOverWhenTheMainPathRefusesConnections() throws Exception {
        try (MobileBaseUnit mbu = builder("default", LTE)
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            awaitMain(mbu);
            wifi.stop();
            soon("the backup is connected, although nothing is to be sent")
                    .until(() -> path(mbu, 1).connected());
            offer(mbu.input("ecg"), 0, 1000);
            assertDelivered(mbu);
            assertThat(path(mbu, 1).packetsSent()).isPositive();
            wifi.startAgain();
            offerUntilItRests(mbu, new long[] {1000});
        }
        assertThat(host.sessions()).isOne();
    }

    @Test
    void onlyABackupThatTheAppWantsColdIsWithoutAConnection() throws Exception {
        PathSettings backup = PathSettings.named("lte").backup().metered(10);
        assertThat(backup.standsBy()).isEqualTo(PathSettings.StandBy.WARM);
        assertThat(PathSettings.named("lte").standBy(PathSettings.StandBy.COLD).standsBy())
                .as("no backup")
                .isEqualTo(PathSettings.StandBy.WARM);
        try (MobileBaseUnit mbu = builder("failover", backup)
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            awaitBoth(mbu);
        }
    }
}
