package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.TestSensor;
import org.banip.mbu.scheduling.Schedulers;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.PathScheduler;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.MemorySpool;
import org.banip.mbu.spool.Room;
import org.banip.mbu.spool.Scheduler;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two paths that take turns in an order that the test says, by a clock that stands still: what each of them claims. */
class ReinjectionTest {
    private static final long MILLI = 1_000_000L;
    private static final int WINDOW = 1000;
    private static final int PAYLOAD = 93;
    /** About the bytes of its frame. */
    private static final int FRAME = 100;

    private static final int WIFI = 0;
    private static final int LTE = 1;
    private static final int ECG = 0;
    private static final int FALL = 1;
    private static final int MOTION = 2;

    private final SensorGroup ecg = TestSensor.group("ecg", 500, ServiceClass.LIVE);
    private final SensorGroup fall = TestSensor.group("fall", 10, ServiceClass.ALARM);
    private final SensorGroup motion = TestSensor.group("motion", 50, ServiceClass.LIVE);
    private long now = 1_000_000 * MILLI;
    private final SteadyClock clock = () -> now;
    private final List<PathMeter> meters = List.of(meter(WIFI, 20), meter(LTE, 100));
    private final Scheduler scheduler = new Scheduler();
    private final MemorySpool spool = new MemorySpool(
            new SendPolicy(List.of(ecg, fall, motion), SpoolSettings.DEFAULT),
            List.of(new GroupCounters(), new GroupCounters(), new GroupCounters()),
            new WakeUp(),
            scheduler,
            clock);

    private PathMeter meter(int number, long roundTripMillis) {
        PathMeter meter = new PathMeter(
                number,
                PathSettings.named("p" + number),
                PathPolicySettings.DEFAULT,
                Duration.ZERO,
                PathEnd.none("p" + number));
        meter.opened(new SendWindow(Duration.ZERO, SteadyClock.system(), () -> {}, meter, true));
        meter.heard();
        for (int i = 0; i < 50; i++) {
            meter.roundTrip(roundTripMillis * MILLI, now);
        }
        return meter;
    }

    private void share(String name, double share) {
        share(() -> Schedulers.named(name), share);
    }

    private void share(Supplier<PathScheduler> each, double share) {
        Map<ServiceClass, PathScheduler> schedulers = new EnumMap<>(ServiceClass.class);
        for (ServiceClass of : ServiceClass.values()) {
            schedulers.put(of, each.get());
        }
        scheduler.share(new PathSharing(spool, clock, meters, List.of(ecg, fall, motion), schedulers, share));
    }

    private void put(int group, int packets) {
        for (int i = 0; i < packets; i++) {
            spool.put(group, 0, i, 1, true, new byte[PAYLOAD]);
        }
    }

    /** Claims what a path may send first, and returns its number, or -1. */
    private long claim(int path) {
        return sent(path, spool.claim(path, WINDOW));
    }

    private long claimAsWell(int path) {
        return sent(path, spool.claimAsWell(path, SpoolLog.ALL, Room.OPEN));
    }

    private long sent(int path, Sequenced item) {
        if (item != null) {
            meters.get(path).counters().sent(FRAME);
        }
        return item == null ? -1 : item.sequence();
    }

    private int claimAllAsWell(int path) {
        int all = 0;
        while (claimAsWell(path) >= 0) {
            all++;
        }
        return all;
    }

    @Test
    void whatIsOverdueGoesByTheOtherPathUntilTheShareIsUsedUp() {
        share("default", 0.02);
        put(ECG, 300);
        for (int i = 0; i < 200; i++) {
            assertThat(claim(WIFI)).isEqualTo(i);
        }
        spool.release(ECG, 100);
        now += 10 * MILLI;
        assertThat(claimAsWell(LTE)).as("not overdue").isEqualTo(-1);
        now += 30 * MILLI;
        assertThat(claimAsWell(LTE)).as("overdue, but that path takes longer").isEqualTo(-1);
        now += 20 * MILLI;
        assertThat(claimAsWell(LTE)).isEqualTo(100);
        assertThat(claimAsWell(LTE)).isEqualTo(101);
        assertThat(claimAsWell(WIFI)).as("has all").isEqualTo(-1);
        int more = claimAllAsWell(LTE);
        assertThat(2 + more).isEqualTo(4); // 2 % of 200, and of what was sent as well, so far as it is a whole packet
        assertThat(meters.get(LTE).counters().packetsReinjected()).isEqualTo(4);
        assertThat(meters.get(LTE).counters().bytesReinjected()).isEqualTo(4 * FRAME);
        assertThat(meters.get(WIFI).counters().packetsReinjected()).isZero();
    }

    /** Its copy would arrive after it. */
    @Test
    void whatIsOnlyALittleLateIsNotReinjected() {
        share("weighted", 1);
        put(ECG, 2);
        assertThat(claim(LTE)).isZero();
        assertThat(claim(LTE)).isEqualTo(1);
        assertThat(claimAsWell(WIFI)).as("the first of its group").isZero();
        now += 120 * MILLI;
        assertThat(claimAsWell(WIFI)).isEqualTo(-1);
        now += 20 * MILLI;
        assertThat(claimAsWell(WIFI)).isEqualTo(1);
    }

    /** So that a path that stands still finds something left, however many packets were only slow. */
    @Test
    void halfOfTheShareIsKeptForWhatIsOverdue() {
        share("weighted", 0.2);
        put(ECG, 80);
        for (int i = 0; i < 80; i++) {
            assertThat(claim(LTE)).isEqualTo(i);
        }
        int early = 0;
        while (claimAsWell(WIFI) >= 0) {
            early++;
            spool.release(ECG, early);
        }
        assertThat(early).as("first of their group").isBetween(8, 10);
        now += 150 * MILLI;
        assertThat(claimAllAsWell(WIFI)).as("overdue").isBetween(8, 11);
    }

    @Test
    void nothingIsReinjectedIfTheShareIsZero() {
        share("default", 0);
        put(ECG, 100);
        for (int i = 0; i < 100; i++) {
            assertThat(claim(WIFI)).isEqualTo(i);
        }
        now += 500 * MILLI;
        assertThat(claimAsWell(LTE)).isEqualTo(-1);
        now += 600 * MILLI;
        assertThat(claimAllAsWell(LTE)).as("all of a late path").isEqualTo(100);
        assertThat(meters.get(LTE).counters().packetsReinjected()).isZero();
    }

    @Test
    void theHeadOfTheLineLeavesASlowPath() {
        share("weighted", 1);
        put(ECG, 4);
        assertThat(claim(LTE)).isZero();
        assertThat(claim(LTE)).isEqualTo(1);
        assertThat(claim(WIFI)).isEqualTo(2);
        assertThat(claimAsWell(WIFI)).as("1 waits for 0").isZero();
        assertThat(claimAsWell(WIFI)).as("is not the first").isEqualTo(-1);
        spool.release(ECG, 1);
        assertThat(claimAsWell(WIFI)).isEqualTo(1);
        assertThat(claimAsWell(LTE)).as("would take longer").isEqualTo(-1);
        assertThat(meters.get(WIFI).counters().packetsReinjected()).isEqualTo(2);
    }

    @Test
    void aPathWithAnOverdueAcknowledgementGetsNoMore() {
        share("default", 0.02);
        put(ECG, 3);
        assertThat(claim(LTE)).as("the other one is faster").isEqualTo(-1);
        assertThat(claim(WIFI)).isZero();
        now += 100 * MILLI;
        assertThat(claim(WIFI)).isEqualTo(-1);
        assertThat(claim(LTE)).isEqualTo(1);
        assertThat(meters.get(WIFI).isGood()).isTrue();
        spool.release(ECG, 2);
        assertThat(claim(WIFI)).isEqualTo(2);
    }

    /** Whichever path is asked first: neither an overdue packet nor others that wait keep the good path from sending an alarm at once. */
    @ParameterizedTest
    @ValueSource(ints = {WIFI, LTE})
    void anAlarmIsOnTheGoodPathWhenBothWereAskedOnce(int first) {
        share("default", 0);
        put(ECG, 10);
        assertThat(claim(WIFI)).isZero(); // wifi is dead from now on
        now += 900 * MILLI;
        assertThat(meters.get(WIFI).isGood()).isTrue();
        put(FALL, 1);
        assertThat(spool.mostUrgentWaiting()).isEqualTo(ServiceClass.ALARM);
        assertThat(spool.claim(first, WINDOW).group()).isEqualTo(FALL);
        Sequenced copy = spool.claimAsWell(1 - first, SpoolLog.ALL, Room.OPEN);
        assertThat(copy.group()).isEqualTo(FALL);
        assertThat(spool.claimAsWell(first, SpoolLog.ALL, Room.OPEN)).isNull();
        assertThat(spool.carriersOfFirst(new long[] {0, 1})).isEqualTo(3);
    }

    /** A scheduler of an app may say something else the next time. */
    @Test
    void whatASchedulerLetsGoAgainCountsHoweverOftenItIsAsked() {
        share(EverySecondTime::new, 1);
        put(ECG, 10);
        put(MOTION, 10);
        for (int i = 0; i < 20; i++) {
            assertThat(spool.claim(WIFI, WINDOW)).isNotNull();
            meters.get(WIFI).counters().sent(FRAME);
        }
        now += 500 * MILLI;
        long copies = 0;
        for (int i = 0; i < 40; i++) {
            copies += spool.claimAsWell(LTE, SpoolLog.ALL, Room.OPEN) == null ? 0 : 1;
        }
        assertThat(copies).isEqualTo(20);
        assertThat(meters.get(LTE).counters().packetsReinjected()).isEqualTo(copies);
        assertThat(meters.get(LTE).counters().bytesReinjected()).isEqualTo(copies * FRAME);
    }

    /** By the first path; by another one when that is cheaper, but only every second time that it is. */
    private static final class EverySecondTime implements PathScheduler {
        private int times;

        @Override
        public boolean sends(Choice choice) {
            return choice.asked().number() == WIFI;
        }

        @Override
        public boolean sendsAsWell(Choice choice) {
            return choice.isCheaperThanWaiting() && times++ % 2 == 0;
        }
    }

    @Test
    void askingAllocatesNothingForEachItem() {
        share("default", 0.02);
        put(ECG, 4_000);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        turns(0, 2_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        turns(2_000, 4_000);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
        assertThat(meters.get(LTE).counters().packetsReinjected()).isPositive();
    }

    private void turns(int from, int to) {
        for (int i = from; i < to; i++) {
            Sequenced claimed = spool.claim(WIFI, WINDOW);
            meters.get(WIFI).counters().sent(claimed == null ? 0 : FRAME);
            now += 100 * MILLI;
            Sequenced copy = spool.claimAsWell(LTE, SpoolLog.ALL, Room.OPEN);
            meters.get(LTE).counters().sentAsWell(copy == null ? 0 : FRAME);
            spool.release(ECG, i + 1);
        }
    }

    @Test
    void whatIsStuckGoesInTheOrderOfItsDeadlinesByTheOtherPath() {
        share("default", 0);
        put(ECG, 1);
        put(MOTION, 1);
        now += MILLI;
        put(ECG, 2);
        now += MILLI;
        put(MOTION, 1);
        put(FALL, 1);
        for (int i = 0; i < 6; i++) {
            assertThat(spool.claim(WIFI, WINDOW)).isNotNull();
        }
        now += 1_100 * MILLI;
        List<Integer> groups = new ArrayList<>();
        Sequenced next = spool.claimAsWell(LTE, SpoolLog.ALL, Room.OPEN);
        while (next != null) {
            groups.add(next.group());
            next = spool.claimAsWell(LTE, SpoolLog.ALL, Room.OPEN);
        }
        assertThat(groups).containsExactly(FALL, ECG, MOTION, ECG, ECG, MOTION);
    }
}
