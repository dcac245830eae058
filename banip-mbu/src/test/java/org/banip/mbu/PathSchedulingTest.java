package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.scheduling.ByTurns;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.PathScheduler;
import org.banip.mbu.spi.SensorInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two paths over relays that stall, break or are slow: everything is stored once and in order, by the path that the scheduler says. */
class PathSchedulingTest extends TwoPathsFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final SensorGroup FALL = TestSensor.group("fall", 10, ServiceClass.ALARM);
    private static final SensorGroup MOTION = TestSensor.group("motion", 50, ServiceClass.BULK);
    private static final Duration SOON = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofMinutes(1);

    private MobileBaseUnitBuilder paths(PathPolicySettings policy, PathSettings second) {
        return paths(second).pathPolicy(policy.times(SOON, Duration.ofMillis(100)));
    }

    @ParameterizedTest
    @MethodSource("org.banip.mbu.scheduling.Schedulers#names")
    void everySchedulerIsExactWhenTheFirstPathStallsAndThenBreaks(String scheduler) throws Exception {
        try (MobileBaseUnit mbu = paths(PathPolicySettings.DEFAULT.scheduler(scheduler), PathSettings.named("lte"))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            awaitBoth(mbu);
            offer(mbu.input("ecg"), 0, 1000);
            assertDelivered(mbu);
            wifi.pause();
            offer(mbu.input("ecg"), 1000, 1000);
            assertDelivered(mbu);
            wifi.stop();
            wifi.resume();
            offer(mbu.input("ecg"), 2000, 1000);
            assertDelivered(mbu);
            assertThat(path(mbu, 1).packetsSent()).isPositive();
            wifi.startAgain();
            awaitBoth(mbu);
        }
        assertThat(host.sessions()).isOne();
        assertStored(0, ECG, 3000);
    }

    @Test
    void failoverLeavesTheBackupIdleUntilTheMainPathStallsAndComesBack() throws Exception {
        PathPolicySettings failover = PathPolicySettings.DEFAULT.scheduler("failover");
        try (MobileBaseUnit mbu = paths(
                        failover, PathSettings.named("lte").backup().metered(10))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            SensorInput ecg = mbu.input("ecg");
            awaitBoth(mbu);
            offer(ecg, 0, 1000);
            assertDelivered(mbu);
            long before = path(mbu, 1).packetsSent();
            wifi.pause();
            offer(ecg, 1000, 500);
            assertDelivered(mbu);
            assertThat(path(mbu, 1).packetsSent()).isGreaterThan(before);
            assertThat(path(mbu, 1).packetsRedundant())
                    .as("what was stuck on wifi")
                    .isPositive();
            wifi.resume();
            long[] offered = {1500};
            soon("wifi is used again").until(() -> {
                long onWifi = path(mbu, 0).packetsSent();
                offer(ecg, offered[0], 10);
                offered[0] += 10;
                assertDelivered(mbu);
                return path(mbu, 0).packetsSent() > onWifi;
            });
            assertStored(0, ECG, offered[0]);
        }
    }

    @Test
    void aLatePathThatIsSilentIsConnectedAnew() throws Exception {
        try (MobileBaseUnit mbu = paths(PathPolicySettings.DEFAULT.scheduler("failover"), PathSettings.named("lte"))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            awaitBoth(mbu);
            wifi.pause();
            long[] offered = {0};
            soon("the connection over wifi is given up").until(() -> {
                offer(mbu.input("ecg"), offered[0], 10);
                offered[0] += 10;
                assertDelivered(mbu);
                return path(mbu, 0).problem().isPresent();
            });
            assertThat(path(mbu, 0).problem().orElseThrow()).contains("silent");
            assertThat(path(mbu, 1).problem()).isEmpty();
            wifi.resume();
            awaitBoth(mbu);
            assertStored(0, ECG, offered[0]);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void closingDoesNotWaitForAPathThatIsSilent(boolean known) throws Exception {
        try (MobileBaseUnit mbu = paths(PathPolicySettings.DEFAULT.scheduler("failover"), PathSettings.named("lte"))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            awaitBoth(mbu);
            offer(mbu.input("ecg"), 0, 1000);
            assertDelivered(mbu);
            (known ? wifi : lte).pause(); // nothing is under way on lte, so nobody notices
            offer(mbu.input("ecg"), 1000, 1000);
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 2000);
        assertThat(host.interconnects()).as("not deregistered").isZero();
    }

    @Test
    void anAppMayBringAScheduler() throws Exception {
        try (MobileBaseUnit mbu = paths(PathPolicySettings.DEFAULT, PathSettings.named("lte"))
                .pathPolicy(
                        PathPolicySettings.DEFAULT.times(LONG, LONG)) // no path counts as late, so each has its turns
                .pathScheduler(new ByTurns())
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            awaitBoth(mbu);
            offer(mbu.input("ecg"), 0, 2000);
            assertDelivered(mbu);
            assertThat(path(mbu, 0).packetsSent()).isGreaterThan(20);
            assertThat(path(mbu, 1).packetsSent()).isGreaterThan(20);
        }
        assertStored(0, ECG, 2000);
    }

    @Test
    void alarmsGoOnTwoPathsAndDoNotWaitForOneThatStalls() throws Exception {
        PathPolicySettings patient = PathPolicySettings.DEFAULT;
        try (MobileBaseUnit mbu = paths(patient, PathSettings.named("lte"))
                .pathPolicy(patient.times(LONG, LONG)) // nobody finds out
                .input(FALL)
                .fullPolicy("fall", FullPolicy.WAIT)
                .start()) {
            awaitBoth(mbu);
            offer(mbu.input("fall"), 0, 500);
            assertDelivered(mbu);
            wifi.pause();
            offer(mbu.input("fall"), 500, 500);
            assertDelivered(mbu);
            List<PathStatus> paths = mbu.status().paths();
            assertThat(paths.get(0).packetsRedundant() + paths.get(1).packetsRedundant())
                    .isPositive();
            assertThat(mbu.status().groups().get(0).retransmissions()).isZero();
            wifi.resume();
        }
        assertStored(0, FALL, 1000);
    }

    @Test
    void whatIsLateGoesByTheOtherPathAlthoughNobodyKnowsThatTheFirstIsDead() throws Exception {
        PathPolicySettings patient = PathPolicySettings.DEFAULT.reinject(1);
        try (MobileBaseUnit mbu = paths(patient, PathSettings.named("lte"))
                .pathPolicy(patient.times(Duration.ofMinutes(1), Duration.ofMinutes(1))) // nobody finds out
                .pathScheduler(new FirstPath())
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            awaitBoth(mbu);
            long offered = 0;
            while (path(mbu, 0).roundTrip().isEmpty()) {
                offer(mbu.input("ecg"), offered, 10);
                offered += 10;
                assertDelivered(mbu);
            }
            wifi.pause();
            offer(mbu.input("ecg"), offered, 100);
            offered += 100;
            assertDelivered(mbu);
            PathStatus lte = path(mbu, 1);
            assertThat(lte.packetsReinjected()).isPositive().isLessThanOrEqualTo(lte.packetsRedundant());
            assertThat(lte.bytesReinjected()).isPositive();
            assertThat(mbu.status().groups().get(0).retransmissions()).isZero();
            wifi.resume();
            assertStored(0, ECG, offered);
        }
    }

    /** Everything by the first path, and again by another one when that is cheaper. */
    private static final class FirstPath implements PathScheduler {
        @Override
        public boolean sends(Choice choice) {
            return choice.asked().number() == 0;
        }

        @Override
        public boolean sendsAsWell(Choice choice) {
            return choice.isCheaperThanWaiting();
        }
    }

    @Test
    void bulkPacketsWaitForThePathThatCostsNothing() throws Exception {
        wifi.stop();
        try (MobileBaseUnit mbu = paths(
                        PathPolicySettings.DEFAULT, PathSettings.named("lte").metered(10))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .input(MOTION)
                .fullPolicy("motion", FullPolicy.WAIT)
                .start()) {
            offer(mbu.input("motion"), 0, 100);
            offer(mbu.input("ecg"), 0, 1000);
            soon("what is live is stored")
                    .until(() -> mbu.status().groups().get(0).unitsAcknowledged() == 1000);
            assertThat(mbu.status().groups().get(1).unitsSent()).isZero();
            wifi.startAgain();
            assertDelivered(mbu);
            assertThat(mbu.status().groups().get(1).unitsAcknowledged()).isEqualTo(100);
        }
        assertStored(0, ECG, 1000);
        assertStored(1, MOTION, 100);
    }
}
