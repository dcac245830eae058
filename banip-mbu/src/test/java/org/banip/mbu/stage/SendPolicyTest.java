package org.banip.mbu.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
import org.banip.core.packet.Gap;
import org.banip.mbu.TestSensor;
import org.banip.mbu.settings.SendPolicySettings;
import org.banip.mbu.settings.SpoolSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendPolicyTest {
    private static final int ALARM = 0;
    private static final int LIVE = 1;
    private static final int BULK = 2;
    private static final List<SensorGroup> GROUPS = List.of(
            TestSensor.group("alarm", 10, ServiceClass.ALARM),
            TestSensor.ecg(),
            TestSensor.group("motion", 50, ServiceClass.BULK));
    private static final SpoolSettings HALF = new SpoolSettings(80, 65_536, 8192, 0.5);

    private final SendPolicy policy = new SendPolicy(GROUPS, HALF, SendPolicySettings.DEFAULT, Set.of("alarm", "ecg"));

    @Test
    void urgentItemsGoFirstThenThoseOfTheLowestRank() {
        assertThat(policy.goesBefore(ALARM, 9, LIVE, 1)).isTrue();
        assertThat(policy.goesBefore(BULK, 1, LIVE, 9)).isFalse();
        assertThat(policy.goesBefore(LIVE, 1, LIVE, 2)).isTrue();
        assertThat(policy.classes()).containsExactly(ServiceClass.ALARM, ServiceClass.LIVE, ServiceClass.BULK);
    }

    /** The latency bound is one second, and the item enters the spool 10 s after 1970. */
    @ParameterizedTest
    @CsvSource({"9.5, 10.5", "10, 11", "9, 10", "0, 10", "-3e9, 10", "60, 11"})
    void rankOfALiveItemIsItsDeadline(double sampledSeconds, double rankSeconds) {
        assertThat(policy.rank(item(LIVE, sampledSeconds), nanos(10), 7)).isEqualTo(nanos(rankSeconds));
        assertThat(policy.rank(item(ALARM, sampledSeconds), nanos(10), 7)).isEqualTo(nanos(rankSeconds));
        assertThat(policy.rank(item(BULK, sampledSeconds), nanos(10), 7)).isEqualTo(7);
    }

    private static Gap item(int group, double sampledSeconds) {
        return new Gap(group, 0, 1, nanos(sampledSeconds), 0, 10, Gap.Reason.SENSOR_SILENT);
    }

    private static long nanos(double seconds) {
        return (long) (seconds * 1e9);
    }

    @Test
    void bulkHasItsShareOfAFullLink() {
        assertThat(policy.bulkBytesPerLiveByte()).isEqualTo(0.05 / 0.95);
        assertThatThrownBy(() -> SendPolicySettings.DEFAULT.bulkShare(0)).hasMessageContaining("bulkShare 0.0");
        assertThatThrownBy(() -> SendPolicySettings.DEFAULT.bulkShare(0.6)).hasMessageContaining("bulkShare 0.6");
    }

    /** Of 80 packets and 65,536 bytes, bulk groups may fill 60 and 49,152, live groups beside alarms 70 and 57,344, and groups alone all. */
    @Test
    void spoolIsNearlyFullAtSevenEighthsOfTheLeastShare() {
        assertThat(policy.isNearlyFull(52, 43_008)).isFalse();
        assertThat(policy.isNearlyFull(53, 0)).isTrue();
        assertThat(policy.isNearlyFull(0, 43_009)).isTrue();
        SendPolicy withoutBulk = new SendPolicy(GROUPS.subList(ALARM, BULK), HALF);
        assertThat(withoutBulk.isNearlyFull(61, 50_176)).isFalse();
        assertThat(withoutBulk.isNearlyFull(62, 0)).isTrue();
        SendPolicy alone = new SendPolicy(GROUPS.subList(LIVE, BULK), HALF);
        assertThat(alone.isNearlyFull(70, 57_344)).isFalse();
        assertThat(alone.isNearlyFull(71, 0)).isTrue();
        assertThat(alone.isNearlyFull(0, 57_345)).isTrue();
    }

    @Test
    void thinsBulkGroupsFirstAndThenByPriority() {
        SensorGroup[] named = {
            thinned("ecg", ServiceClass.LIVE, 5),
            TestSensor.group("ecg-slow", 36, ServiceClass.LIVE),
            thinned("pleth", ServiceClass.LIVE, 2),
            TestSensor.group("pleth-slow", 36, ServiceClass.LIVE),
            thinned("motion", ServiceClass.BULK, 9),
            TestSensor.group("motion-slow", 36, ServiceClass.BULK),
            TestSensor.group("alarm", 10, ServiceClass.ALARM)
        };
        SendPolicy thinning = new SendPolicy(List.of(named), HALF);
        assertThat(thinning.thinningOrder()).containsExactly(4, 2, 0);
        assertThat(thinning.mayThin(ServiceClass.LIVE)).isEqualTo(3);
        assertThat(thinning.mayThin(ServiceClass.BULK)).isEqualTo(1);
        assertThat(policy.thinningOrder()).isEmpty();
    }

    private static SensorGroup thinned(String name, ServiceClass of, int priority) {
        return TestSensor.group(name, 360, of).thinned(new Thinning(name + "-slow", Thinning.Kind.WAVEFORM, priority));
    }

    @Test
    void lessUrgentGroupsLeaveRoom() {
        assertThat(policy.admitted(ServiceClass.ALARM, 0, 0)).isEqualTo(80);
        assertThat(policy.admitted(ServiceClass.LIVE, 60, 0)).isEqualTo(10);
        assertThat(policy.admitted(ServiceClass.BULK, 60, 0)).isZero();
        assertThat(policy.admitted(ServiceClass.BULK, 0, 49_152)).isZero();
    }

    @Test
    void holdsNothingLongerThanTheLatencyBound() {
        long bound = GROUPS.get(LIVE).latencyBound().toNanos();
        assertThat(policy.holdUntilNanos(LIVE, 70, 50)).isEqualTo(70);
        assertThat(policy.holdUntilNanos(LIVE, Long.MAX_VALUE, 50)).isEqualTo(50 + bound);
        assertThat(policy.usefulFromNanos(LIVE, 3 * bound)).isEqualTo(2 * bound);
    }

    @Test
    void thinsAllowedGroupsAboveTheWatermarkAndNeverAlarms() {
        assertThat(policy.thins(LIVE, 40, 32_768)).isFalse();
        assertThat(policy.thins(LIVE, 41, 0)).isTrue();
        assertThat(policy.thins(LIVE, 0, 32_769)).isTrue();
        assertThat(policy.thins(BULK, 80, 65_536)).isFalse();
        assertThat(policy.thins(ALARM, 80, 65_536)).isFalse();
    }
}
