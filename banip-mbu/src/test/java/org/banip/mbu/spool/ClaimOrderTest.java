package org.banip.mbu.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.stream.Collectors;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.TestSensor;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.junit.jupiter.api.Test;

/** What goes first among many groups. Packets have ten units; groups of 10 Hz make one a second. */
class ClaimOrderTest {
    private static final long SECOND = 1_000_000_000L;
    private static final List<SensorGroup> GROUPS = List.of(
            group("motion", ServiceClass.BULK, Duration.ofMinutes(1)),
            group("pleth", ServiceClass.LIVE, Duration.ofSeconds(4)),
            group("ecg", ServiceClass.LIVE, Duration.ofSeconds(1)),
            group("alarm", ServiceClass.ALARM, Duration.ofSeconds(1)));
    private static final int MOTION = 0;
    private static final int PLETH = 1;
    private static final int ECG = 2;
    private static final int ALARM = 3;

    /** Seconds after the beginning of all sampling. */
    private long second;

    private final Map<Integer, Long> nextUnit = new HashMap<>();
    private final MemorySpool spool = new MemorySpool(
            new SendPolicy(GROUPS, SpoolSettings.DEFAULT),
            GROUPS.stream().map(group -> new GroupCounters()).collect(Collectors.toList()),
            new WakeUp(),
            new Scheduler(),
            new SteadyClock() {
                @Override
                public long epochNanos() {
                    return second * SECOND;
                }

                @Override
                public void await(Condition condition, long nanos) {
                    throw new AssertionError("the spool does not wait");
                }
            });

    private static SensorGroup group(String name, ServiceClass of, Duration bound) {
        SensorGroup group = TestSensor.group(name, 10, of);
        return new SensorGroup(name, group.frequency(), of, bound, group.channels());
    }

    /** Puts the packet of the second that has just passed. */
    private void put(int group, int bytes) {
        long unit = nextUnit.merge(group, 10L, Long::sum) - 10;
        spool.put(group, 0, unit, 10, true, new byte[bytes]);
    }

    private String claim() {
        Sequenced item = spool.claim(0, 64);
        return item == null ? "nothing" : GROUPS.get(item.group()).name() + item.sequence();
    }

    private List<String> claimAll() {
        List<String> all = new ArrayList<>();
        for (String next = claim(); !next.equals("nothing"); next = claim()) {
            all.add(next);
        }
        return all;
    }

    @Test
    void liveItemWithTheEarliestDeadlineGoesFirst() {
        for (second = 1; second <= 6; second++) {
            put(PLETH, 20);
            put(ECG, 20);
        }
        // Packet n is sampled from second n on: pleth is due at n + 4, ecg at n + 1.
        assertThat(claimAll())
                .containsExactly(
                        "ecg0", "ecg1", "ecg2", "pleth0", "ecg3", "pleth1", "ecg4", "pleth2", "ecg5", "pleth3",
                        "pleth4", "pleth5");
    }

    @Test
    void wrongClockOfOneSensorDoesNotHoldUpAnother() {
        second = 10;
        spool.put(PLETH, -3600 * SECOND, 0, 10, true, new byte[20]);
        spool.put(ECG, 7_000_000 * SECOND, 0, 10, true, new byte[20]);
        second = 12;
        spool.put(PLETH, -3600 * SECOND, 10, 10, true, new byte[20]);
        assertThat(claimAll()).containsExactly("pleth0", "ecg0", "pleth1");
    }

    @Test
    void alarmIsTheNextItemBehindABacklogOfADay() {
        for (second = 1; second <= 86_400; second++) {
            put(ECG, 1);
            put(MOTION, 1);
        }
        claim();
        put(ALARM, 50);
        assertThat(spool.mostUrgentWaiting()).isEqualTo(ServiceClass.ALARM);
        assertThat(claim()).isEqualTo("alarm0");
        assertThat(claim()).isEqualTo("ecg1");
    }

    /** Live groups fill the link: there is always a live item when the link asks. */
    @Test
    void bulkHasATwentiethOfTheBytesWhileLiveFillsTheLink() {
        for (int i = 0; i < 500; i++) {
            put(MOTION, 400);
        }
        long[] bytes = new long[GROUPS.size()];
        for (int i = 0; i < 10_000; i++) {
            second++;
            put(ECG, 93);
            Packet packet = (Packet) spool.claim(0, 64);
            bytes[packet.group()] += packet.payload().length + 7;
        }
        assertThat((double) bytes[MOTION] / (bytes[MOTION] + bytes[ECG])).isBetween(0.049, 0.0501);
        assertThat(bytes[PLETH] + bytes[ALARM]).isZero();
    }

    @Test
    void shareIsNotSavedWhileBulkHasTheLinkForItself() {
        for (int i = 0; i < 100; i++) {
            put(ECG, 100);
        }
        assertThat(claimAll()).hasSize(100);
        for (int i = 0; i < 3; i++) {
            put(MOTION, 100);
            put(ECG, 100);
        }
        assertThat(claimAll()).containsExactly("ecg100", "ecg101", "ecg102", "motion0", "motion1", "motion2");
    }

    @Test
    void alarmsGoBeforeTheShareOfBulk() {
        put(MOTION, 10);
        for (int i = 0; i < 5; i++) {
            put(ECG, 100);
        }
        assertThat(claim()).isEqualTo("ecg0");
        assertThat(claim()).isEqualTo("ecg1");
        assertThat(claim()).isEqualTo("ecg2");
        assertThat(claim()).isEqualTo("ecg3");
        put(ALARM, 100);
        put(ALARM, 100);
        assertThat(List.of(claim(), claim(), claim(), claim())).containsExactly("alarm0", "alarm1", "motion0", "ecg4");
    }
}
