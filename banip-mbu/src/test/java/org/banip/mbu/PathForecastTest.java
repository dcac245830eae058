package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.ban.SensorGroup;
import org.banip.core.frame.Control;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.PathForecast;
import org.banip.mbu.spi.SensorInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A path of which an app foresees the end is left before it. */
class PathForecastTest extends TwoPathsFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    /** Nobody finds out that a path is late. */
    private static final PathPolicySettings BLIND =
            PathPolicySettings.DEFAULT.times(Duration.ofMinutes(1), Duration.ofMinutes(1));

    private final AtomicLong left = new AtomicLong(PathForecast.NO_END);

    private MobileBaseUnit start(String scheduler) {
        MobileBaseUnit mbu = paths(PathSettings.named("lte").backup())
                .pathPolicy(BLIND.scheduler(scheduler))
                .forecast((path, now) -> path.equals("wifi") ? left.get() : PathForecast.NO_END)
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start();
        awaitBoth(mbu);
        return mbu;
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "lowest-rtt", "ecf", "blest", "weighted", "failover", "reachability", "cost"})
    void everySchedulerLeavesItSoThatNothingIsSentAgain(String scheduler) throws Exception {
        try (MobileBaseUnit mbu = start(scheduler)) {
            SensorInput ecg = mbu.input("ecg");
            offer(ecg, 0, 300);
            assertDelivered(mbu);
            long onWifi = path(mbu, 0).packetsSent();
            assertThat(onWifi).isPositive();
            left.set(0);
            assertThat(path(mbu, 0).timeLeft()).contains(Duration.ZERO);
            offer(ecg, 300, 300);
            assertDelivered(mbu);
            wifi.stop();
            offer(ecg, 600, 300);
            assertDelivered(mbu);
            assertThat(path(mbu, 0).packetsSent()).isEqualTo(onWifi);
            assertThat(mbu.status().groups().get(0).retransmissions()).isZero();
        }
        assertThat(host.session().duplicates()).isZero();
        assertStored(0, ECG, 900);
    }

    @Test
    void itIsUsedAgainWhenTheEndIsOutOfSight() throws Exception {
        left.set(0);
        try (MobileBaseUnit mbu = start("failover")) {
            offer(mbu.input("ecg"), 0, 100);
            assertDelivered(mbu);
            assertThat(path(mbu, 0).packetsSent()).isZero();
            left.set(PathForecast.NO_END);
            assertThat(path(mbu, 0).timeLeft()).isEmpty();
            offer(mbu.input("ecg"), 100, 100);
            assertDelivered(mbu);
            assertThat(path(mbu, 0).packetsSent()).isPositive();
        }
        assertStored(0, ECG, 200);
    }

    @Test
    void theHostIsToldHowLongThePathLasts() throws Exception {
        try (MobileBaseUnit mbu = start("default")) {
            offer(mbu.input("ecg"), 0, 100);
            assertDelivered(mbu);
            assertThat(host.session().pathEnds).isEmpty();
            left.set(Duration.ofSeconds(20).toNanos());
            soon("the host is told").until(() -> !host.session().pathEnds.isEmpty());
            assertThat(told(0)).isBetween(1_000L, 20_000L);
            left.set(Duration.ofHours(1).toNanos());
            soon("it is told that no end is in sight").until(() -> lastTold() == Control.PathEnd.NO_END_MILLIS);
            left.set(0);
            soon("it is told to leave the path").until(() -> lastTold() == 0);
        }
        assertStored(0, ECG, 100);
    }

    private long told(int number) {
        return host.session().pathEnds.get(number).millis();
    }

    private long lastTold() {
        return told(host.session().pathEnds.size() - 1);
    }

    @Test
    void withoutAnotherPathItIsUsedToTheEnd() throws Exception {
        left.set(0);
        try (MobileBaseUnit mbu = start("default")) {
            lte.stop();
            soon("lte is gone").until(() -> !path(mbu, 1).connected());
            long before = path(mbu, 0).packetsSent();
            offer(mbu.input("ecg"), 0, 100);
            assertDelivered(mbu);
            assertThat(path(mbu, 0).packetsSent()).isGreaterThan(before);
        }
        assertStored(0, ECG, 100);
    }
}
