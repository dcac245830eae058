package org.banip.mbu.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.scheduling.SetChoice.SetPath;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.PathForecast;
import org.banip.mbu.spi.PathScheduler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which path sends what: each scheduler's decisions. */
class SchedulersTest {
    private static final PathSettings WIFI = PathSettings.named("wifi");
    private static final PathSettings LTE = PathSettings.named("lte");

    private final SetChoice choice = new SetChoice();
    private final SetPath wifi = choice.add(WIFI, 20);
    private final SetPath lte = choice.add(LTE, 80);

    private static final long SECOND = 1_000_000_000L;
    private static final int ON_WIFI = 1;
    private static final int ON_LTE = 2;

    @ParameterizedTest
    @ValueSource(strings = {"default", "lowest-rtt", "ecf", "blest", "failover", "reachability", "cost"})
    void prefersTheFastPathAndGoesOnByTheOtherOne(String name) {
        assertThat(choice.senders(Schedulers.named(name))).containsExactly("wifi");
        wifi.connected = false;
        assertThat(choice.senders(Schedulers.named(name))).containsExactly("lte");
        lte.connected = false;
        assertThat(choice.senders(Schedulers.named(name))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "lowest-rtt", "ecf", "blest", "weighted", "reachability", "cost"})
    void sendsAsWellWhatIsCheaperThanWaiting(String name) {
        choice.cheaper = true;
        assertThat(choice.repeaters(Schedulers.named(name), ON_WIFI)).containsExactly("lte");
        lte.good = false;
        assertThat(choice.repeaters(Schedulers.named(name), ON_WIFI)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "lowest-rtt", "ecf", "blest", "weighted", "failover", "reachability", "cost"})
    void ofLatePathsPrefersTheOneThatAnswers(String name) {
        SetChoice late = SetChoice.two(WIFI, LTE.backup());
        late.all.forEach(path -> path.good = false);
        assertThat(late.senders(Schedulers.named(name))).containsExactly("wifi");
        late.all.get(1).answering = true;
        assertThat(late.senders(Schedulers.named(name))).containsExactly("lte");
        assertThat(late.repeaters(Schedulers.named(name), ON_WIFI)).containsExactly("lte");
    }

    @Test
    void reinjectionCostsNothing() {
        SetChoice costly = SetChoice.two(WIFI, LTE.metered(10));
        costly.cheaper = true;
        costly.serviceClass = ServiceClass.BULK;
        assertThat(costly.repeaters(Schedulers.named("default"), ON_WIFI)).isEmpty();
        costly.serviceClass = ServiceClass.LIVE;
        assertThat(costly.repeaters(Schedulers.named("cost"), ON_WIFI))
                .as("in time for free")
                .isEmpty();
        costly.deadlineNanos = 1;
        assertThat(costly.repeaters(Schedulers.named("cost"), ON_WIFI)).containsExactly("lte");
        SetChoice backup = SetChoice.two(WIFI, LTE.backup());
        backup.cheaper = true;
        assertThat(backup.repeaters(Schedulers.named("failover"), ON_WIFI)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "lowest-rtt", "ecf", "blest", "weighted", "failover", "reachability", "cost"})
    void leavesALatePathAndSendsWhatIsStuckThereByTheOtherOne(String name) {
        PathScheduler scheduler = Schedulers.named(name);
        assertThat(choice.repeaters(scheduler, ON_WIFI)).isEmpty();
        wifi.good = false;
        assertThat(choice.senders(scheduler)).containsExactly("lte");
        assertThat(choice.repeaters(scheduler, ON_WIFI)).containsExactly("lte");
        lte.good = false;
        assertThat(choice.senders(scheduler))
                .as("one that is late is better than none")
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "lowest-rtt", "ecf", "blest", "weighted", "failover", "reachability", "cost"})
    void leavesAPathThatWillBeLostEvenForABackupAndSendsNothingTwice(String name) {
        SetChoice backed = SetChoice.two(WIFI, LTE.backup());
        PathScheduler scheduler = Schedulers.named(name);
        backed.all.get(0).leaving = true;
        assertThat(backed.senders(scheduler)).containsExactly("lte");
        assertThat(backed.repeaters(scheduler, ON_WIFI)).isEmpty();
        backed.all.get(1).good = false;
        assertThat(backed.senders(scheduler)).as("not late yet").containsExactly("wifi");
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "lowest-rtt", "ecf", "blest", "weighted", "failover", "reachability", "cost"})
    void usesABackupOnlyWhileNoNormalPathIsGood(String name) {
        SetChoice backed = SetChoice.two(WIFI.backup(), LTE);
        assertThat(backed.senders(Schedulers.named(name))).containsExactly("lte");
        backed.all.get(1).good = false;
        assertThat(backed.senders(Schedulers.named(name))).containsExactly("wifi");
        backed.all.get(0).connected = false;
        assertThat(backed.senders(Schedulers.named(name))).containsExactly("lte");
    }

    @ParameterizedTest
    @MethodSource("org.banip.mbu.scheduling.Schedulers#names")
    void somePathAlwaysSendsWhatIsUrgent(String name) {
        for (long seed = 1; seed <= 2000; seed++) {
            Random random = new Random(seed);
            SetChoice any = new SetChoice();
            boolean connected = false;
            for (int p = 0; p <= random.nextInt(4); p++) {
                PathSettings settings = PathSettings.named("p" + p);
                settings = random.nextInt(3) == 0 ? settings.backup() : settings;
                SetPath path = any.add(random.nextInt(3) == 0 ? settings.metered(1) : settings, random.nextInt(300));
                path.connected = random.nextInt(4) > 0;
                path.good = random.nextInt(3) > 0;
                path.leaving = random.nextInt(3) == 0;
                path.leftNanos = random.nextInt(3) == 0 ? random.nextInt(1_000_000_000) : PathForecast.NO_END;
                path.room = random.nextInt(3) * 1000L;
                path.bytesUnderWay = random.nextInt(3) * 5000L;
                path.bytesPerSecond = 1000L + random.nextInt(500_000);
                path.bytesSent = random.nextInt(1 << 21);
                connected |= path.connected;
            }
            any.serviceClass = random.nextBoolean() ? ServiceClass.LIVE : ServiceClass.ALARM;
            any.waitingBytes = 100L + random.nextInt(50_000);
            any.packetsAhead = random.nextInt(64);
            any.deadlineNanos = random.nextInt(500_000_000);
            PathScheduler scheduler = Schedulers.named(name);
            for (int n = 0; n < 3 && connected; n++) {
                assertThat(any.senders(scheduler)).as("seed %s", seed).isNotEmpty();
            }
        }
    }

    @Test
    void lowestRttUsesTheOtherPathAsSoonAsTheFastOneIsFull() {
        wifi.room = 0;
        assertThat(choice.senders(new LowestRtt())).contains("lte");
    }

    @Test
    void ecfWaitsForTheFastPathWhileItWouldDeliverAllEarlier() {
        PathScheduler scheduler = new EarliestCompletion();
        wifi.room = 0;
        wifi.bytesUnderWay = 20_000; // 20 ms, and 10 ms of way: earlier than 40 ms
        assertThat(choice.senders(scheduler)).containsExactly("wifi");
        choice.waitingBytes = 50_000; // the last of them after 80 ms
        assertThat(choice.senders(scheduler)).contains("lte");
    }

    @Test
    void ecfNeedsAGreaterAdvantageAfterItHasWaited() {
        PathScheduler scheduler = new EarliestCompletion();
        wifi.bytesUnderWay = 20_000;
        assertThat(choice.senders(scheduler)).containsExactly("wifi");
        choice.waitingBytes = 15_000; // 45 ms: later than 40.1 ms, not by a quarter
        assertThat(choice.senders(scheduler)).containsExactly("wifi");
        assertThat(choice.senders(new EarliestCompletion())).contains("lte");
    }

    @Test
    void blestLeavesTheReorderWindowToTheFastPath() {
        wifi.room = 0;
        choice.packetsAhead = 64; // 6.3 kB; the fast path carries 80 kB meanwhile
        assertThat(choice.senders(new Blest())).containsExactly("wifi");
        choice.packetsAhead = 1000;
        assertThat(choice.senders(new Blest())).contains("lte");
        wifi.room = 1;
        assertThat(choice.senders(new Blest())).containsExactly("wifi");
    }

    @Test
    void blestLeavesOutAPathThatDeliversAfterTheWindowsTime() {
        wifi.room = 0;
        choice.packetsAhead = 1000;
        choice.reorderNanos = lte.expectedNanos(choice.bytes);
        assertThat(choice.senders(new Blest())).contains("lte");
        choice.reorderNanos--;
        assertThat(choice.senders(new Blest())).containsExactly("wifi");
    }

    @Test
    void weightedSharesByRate() {
        wifi.bytesPerSecond = 300_000;
        lte.bytesPerSecond = 100_000;
        PathScheduler scheduler = new Weighted();
        Map<String, Integer> packets = packetsOf(scheduler, 20_000);
        assertThat((double) packets.get("wifi") / packets.get("lte")).isBetween(2.8, 3.2);
    }

    @Test
    void redundantSendsEverythingEverywhere() {
        assertThat(choice.senders(new Redundant())).containsExactly("wifi", "lte");
        assertThat(choice.repeaters(new Redundant(), ON_LTE)).containsExactly("wifi");
    }

    @Test
    void failoverUsesTheFirstGoodPathWhateverItsRoundTrip() {
        SetChoice reversed = SetChoice.two(LTE, WIFI);
        reversed.all.get(0).roundTripNanos = 900_000_000;
        assertThat(reversed.senders(new Failover())).containsExactly("lte");
        reversed.all.get(0).room = 0;
        assertThat(reversed.senders(new Failover())).containsExactly("lte");
    }

    @Test
    void reachabilityUsesAPathWhileItLastsAndPacketsArriveThere() {
        PathScheduler scheduler = new Reachability();
        lte.bytesUnderWay = 100_000;
        assertThat(choice.senders(scheduler)).as("as ecf").containsExactly("wifi");
        lte.leftNanos = 10 * SECOND;
        assertThat(choice.senders(scheduler)).containsExactly("wifi", "lte");
        lte.leftNanos = lte.expectedNanos(choice.bytes) + SECOND / 10;
        assertThat(choice.senders(scheduler)).containsExactly("wifi", "lte");
        lte.leftNanos--;
        assertThat(choice.senders(scheduler)).containsExactly("wifi");
        lte.leftNanos = 10 * SECOND;
        choice.deadlineNanos = lte.expectedNanos(choice.bytes) - 1;
        assertThat(choice.senders(scheduler)).as("too late there").containsExactly("wifi");
    }

    /** Else a transfer with a backlog would not use the path while it lasts. */
    @Test
    void reachabilityDoesNotLeaveAPathForADeadlineThatNoPathKeeps() {
        PathScheduler scheduler = new Reachability();
        lte.bytesUnderWay = 100_000;
        lte.leftNanos = 10 * SECOND;
        choice.deadlineNanos = wifi.expectedNanos(choice.bytes);
        assertThat(choice.senders(scheduler)).as("the other is in time").containsExactly("wifi");
        choice.deadlineNanos--;
        assertThat(choice.senders(scheduler)).containsExactly("wifi", "lte");
    }

    @Test
    void reachabilityDoesNotWaitForAPathThatEndsBefore() {
        PathScheduler scheduler = new Reachability();
        wifi.leftNanos = wifi.expectedNanos(choice.bytes) + SECOND / 10 - 1;
        assertThat(choice.senders(scheduler)).containsExactly("lte");
        lte.leftNanos = 1;
        assertThat(choice.senders(scheduler)).as("better than none").contains("wifi");
    }

    @Test
    void reachabilityReinjectsNothingFromAPathOfWhichTheEndIsForeseen() {
        choice.cheaper = true;
        wifi.leftNanos = SECOND;
        assertThat(choice.repeaters(new Reachability(), ON_WIFI)).isEmpty();
        assertThat(choice.repeaters(new EarliestCompletion(), ON_WIFI)).containsExactly("lte");
        wifi.good = false;
        assertThat(choice.repeaters(new Reachability(), ON_WIFI)).as("late").containsExactly("lte");
        wifi.good = true;
        assertThat(choice.repeaters(new Reachability(), ON_LTE))
                .as("nor is anything there")
                .isEmpty();
        assertThat(choice.repeaters(new EarliestCompletion(), ON_LTE)).containsExactly("wifi");
    }

    @Test
    void costUsesTheMeteredPathOnlyForWhatWouldBeLate() {
        SetChoice metered = SetChoice.two(WIFI.metered(1), LTE);
        PathScheduler scheduler = new Cost();
        metered.deadlineNanos = 100_000_000;
        assertThat(metered.senders(scheduler)).containsExactly("lte");
        metered.deadlineNanos = 30_000_000; // the free one needs 40 ms
        assertThat(metered.senders(scheduler)).containsExactly("wifi");
        metered.serviceClass = ServiceClass.BULK;
        assertThat(metered.senders(scheduler)).containsExactly("lte");
        metered.all.get(1).connected = false;
        assertThat(metered.senders(scheduler)).as("bulk waits").isEmpty();
        metered.serviceClass = ServiceClass.LIVE;
        assertThat(metered.senders(scheduler)).containsExactly("wifi");
    }

    /** Else it would be idle until the others had sent as much as it had before. */
    @Test
    void weightedUsesAllPathsAtOnceWhenOneComesBack() {
        wifi.bytesPerSecond = 100_000;
        lte.bytesPerSecond = 100_000;
        PathScheduler scheduler = new Weighted();
        packetsOf(scheduler, 1_000);
        lte.connected = false;
        assertThat(packetsOf(scheduler, 20_000).get("lte")).as("away").isNull();
        lte.connected = true;
        Map<String, Integer> packets = packetsOf(scheduler, 1_000);
        assertThat((double) packets.get("wifi") / packets.get("lte")).isBetween(0.9, 1.1);
    }

    /** Asks {@code rounds} times who sends, and counts the packets of each path. */
    private Map<String, Integer> packetsOf(PathScheduler scheduler, int rounds) {
        Map<String, Integer> packets = new HashMap<>();
        for (int n = 0; n < rounds; n++) {
            for (String name : choice.senders(scheduler)) {
                choice.all.get(name.equals("wifi") ? 0 : 1).bytesSent += choice.bytes;
                packets.merge(name, 1, Integer::sum);
            }
        }
        return packets;
    }

    @ParameterizedTest
    @MethodSource("org.banip.mbu.scheduling.Schedulers#names")
    void decisionsMakeNoObjects(String name) {
        PathScheduler scheduler = Schedulers.named(name);
        choice.add(PathSettings.named("third"), 10);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ask(scheduler, 1_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        ask(scheduler, 10_000);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
    }

    private void ask(PathScheduler scheduler, int times) {
        for (int n = 0; n < times; n++) {
            choice.serviceClass = n % 2 == 0 ? ServiceClass.ALARM : ServiceClass.LIVE;
            choice.asked = n % 3;
            choice.carriers = n % 8;
            lte.connected = n % 100 > 50;
            boolean sends = scheduler.sends(choice);
            choice.all.get(choice.asked).bytesSent += sends || scheduler.sendsAsWell(choice) ? 100 : 0;
        }
    }

    @Test
    void namesAreChecked() {
        assertThat(Schedulers.names()).contains("default", "failover").hasSize(9);
        assertThatThrownBy(() -> Schedulers.named("best")).hasMessageContaining("scheduler 'best' is not one of");
        PathPolicySettings policy =
                PathPolicySettings.DEFAULT.scheduler("ecf").scheduler(ServiceClass.ALARM, "redundant");
        assertThat(policy.schedulerOf(ServiceClass.ALARM)).isEqualTo("redundant");
        assertThat(policy.schedulerOf(ServiceClass.LIVE)).isEqualTo("ecf");
    }
}
