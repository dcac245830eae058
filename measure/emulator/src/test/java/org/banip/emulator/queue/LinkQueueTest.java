package org.banip.emulator.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.banip.emulator.profile.BearerWait;
import org.banip.emulator.profile.BurstLoss;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.TimedChange;
import org.banip.emulator.profile.Way;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkQueueTest {
    private static final long SEED = 20_031_111;

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private static DirectionSettings.Builder kilobytePerSecond() {
        return DirectionSettings.builder().bytesPerSecond(1000).delay(ms(50));
    }

    private static TimedChange at(long millis, Change change) {
        return new TimedChange(ms(millis), Set.of(Way.UP), change);
    }

    @Test
    void aPacketTakesItsTimeToBeSentAndThenTheDelay() {
        Line line = new Line(kilobytePerSecond().build(), SEED);
        assertThat(line.offer(100, ms(10))).isEqualTo(Fate.TAKEN);
        assertThat(line.runUntil(ms(159)).arrivals()).isEmpty();
        assertThat(line.runUntil(ms(160)).arrivals()).containsExactly(ms(160));
    }

    @Test
    void packetsAreSentOneAfterTheOtherAndAreTogetherInTheAir() {
        Line line = new Line(kilobytePerSecond().build(), SEED);
        line.offer(100, ms(0));
        line.offer(10, ms(0));
        line.offer(20, ms(105));
        assertThat(line.runUntil(ms(1000)).arrivals()).containsExactly(ms(150), ms(160), ms(180));
    }

    @Test
    void withoutARateOnlyTheDelayCounts() {
        Line line = new Line(DirectionSettings.builder().delay(ms(5)).build(), SEED);
        line.offer(1500, ms(0));
        line.offer(1500, ms(0));
        assertThat(line.runUntil(ms(10)).arrivals()).containsExactly(ms(5), ms(5));
        assertThat(line.queue.queuedBytes()).isZero();
    }

    @Test
    void whatDoesNotFitIntoTheQueueIsDroppedAndWhatIsBeingSentCounts() {
        Line line = new Line(kilobytePerSecond().queueBytes(300).build(), SEED);
        List<Fate> fates = new ArrayList<>();
        for (int packet = 0; packet < 4; packet++) {
            fates.add(line.offer(100, ms(0)));
        }
        fates.add(line.offer(1, ms(99)));
        fates.add(line.offer(100, ms(100)));
        fates.add(line.offer(1, ms(100)));
        assertThat(fates)
                .containsExactly(
                        Fate.TAKEN, Fate.TAKEN, Fate.TAKEN, Fate.DROPPED, Fate.DROPPED, Fate.TAKEN, Fate.DROPPED);
        assertThat(line.runUntil(ms(1000)).arrivals()).containsExactly(ms(150), ms(250), ms(350), ms(450));
        LinkTraffic counters = line.queue.counters();
        assertThat(counters.offeredPackets()).isEqualTo(7);
        assertThat(counters.offeredBytes()).isEqualTo(502);
        assertThat(counters.droppedPackets()).isEqualTo(3);
        assertThat(counters.deliveredPackets()).isEqualTo(4);
        assertThat(counters.deliveredBytes()).isEqualTo(400);
        assertThat(counters.longestQueueBytes()).isEqualTo(300);
    }

    @Test
    void theBearerIsWaitedForAfterEachRestAndNotOtherwise() {
        Line line = new Line(
                kilobytePerSecond().bearerWait(new BearerWait(ms(320), ms(320))).build(), SEED);
        line.offer(100, ms(0)); // waits, sent from 320 to 420
        line.offer(100, ms(10)); // to 520
        line.offer(100, ms(519)); // to 620, the queue has not run empty
        line.offer(100, ms(620)); // has run empty just now: 940 to 1040
        assertThat(line.runUntil(ms(2000)).arrivals()).containsExactly(ms(470), ms(570), ms(670), ms(1090));
        assertThat(line.queue.counters().waits()).isEqualTo(2);
    }

    @Test
    void bearerWaitsAreUniform() {
        Duration min = ms(320);
        Duration max = ms(750);
        Line line = new Line(
                DirectionSettings.builder().bearerWait(new BearerWait(min, max)).build(), SEED);
        int count = 20_000;
        List<Duration> waits = new ArrayList<>();
        for (int packet = 0; packet < count; packet++) {
            Duration offered = Duration.ofSeconds(packet);
            line.offer(50, offered);
            line.runUntil(offered.plus(max));
            waits.add(line.arrivals().get(packet).minus(offered));
        }
        assertThat(waits).allMatch(wait -> wait.compareTo(min) >= 0 && wait.compareTo(max) <= 0);
        double mean = waits.stream().mapToLong(Duration::toNanos).average().orElseThrow() / 1e6;
        double deviation = 430 / Math.sqrt(12 * count);
        assertThat(mean).isBetween(535 - 4 * deviation, 535 + 4 * deviation);
        long below = waits.stream().filter(wait -> wait.toMillis() < 427).count(); // first quarter: 320 to 427.5
        assertThat(below / (double) count).isBetween(0.23, 0.27);
    }

    @Test
    void jitterStaysWithinItsBoundsAndKeepsTheOrder() {
        Line line = new Line(
                DirectionSettings.builder().delay(ms(50)).jitter(ms(20)).build(), SEED);
        for (int packet = 0; packet < 1000; packet++) {
            line.offer(packet + 1, ms(packet * 5L));
        }
        line.runUntil(ms(10_000));
        assertThat(line.arrivals()).isSorted();
        boolean moved = false;
        for (int packet = 0; packet < 1000; packet++) {
            assertThat(line.arrived().get(packet).wireBytes()).isEqualTo(packet + 1);
            long delay = line.arrivals().get(packet).minus(ms(packet * 5L)).toMillis();
            assertThat(delay).isBetween(30L, 70L);
            moved |= delay > 60;
        }
        assertThat(moved).isTrue();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.3, 1})
    void randomLossTakesItsShareAndItsTimeOnTheLink(double share) {
        DirectionSettings settings = DirectionSettings.builder()
                .bytesPerSecond(1_000_000)
                .queueBytes(50_000_000)
                .loss(share)
                .build();
        Line line = new Line(settings, SEED);
        int count = 50_000;
        for (int packet = 0; packet < count; packet++) {
            line.offer(1000, ms(0));
        }
        line.runUntil(ms(100_000));
        double deviation = Math.sqrt(count * share * (1 - share));
        assertThat((double) line.queue.counters().lostPackets())
                .isBetween(count * share - 4 * deviation, count * share + 4 * deviation);
        assertThat(line.queue.counters().lostPackets() + line.arrivals().size()).isEqualTo(count);
        if (share < 1) {
            assertThat(line.arrivals().get(line.arrivals().size() - 1)).isBetween(ms(49_900), ms(50_000));
        }
    }

    @Test
    void burstsAreAsLongAndAsFrequentAsSet() {
        BurstLoss burst = new BurstLoss(0.01, 0.25, 1);
        Line line = new Line(
                DirectionSettings.builder().burst(burst).queueBytes(1 << 20).build(), SEED);
        int count = 200_000;
        for (int packet = 0; packet < count; packet++) {
            line.offer(new QueuedPacket(new byte[0], packet + 1), ms(packet));
        }
        line.runUntil(ms(count));
        int bursts = 0;
        int next = 1;
        for (QueuedPacket arrived : line.arrived()) {
            bursts += arrived.wireBytes() > next ? 1 : 0;
            next = arrived.wireBytes() + 1;
        }
        double lost = line.queue.counters().lostPackets();
        assertThat(burst.meanLoss()).isBetween(0.0384, 0.0385);
        assertThat(lost / count).isBetween(0.036, 0.041);
        assertThat(lost / bursts).isBetween(3.8, 4.2);
    }

    @Test
    void aNewRateHoldsFromTheMiddleOfAPacket() {
        Line line = new Line(
                kilobytePerSecond().build(), SEED, at(50, new Change.Rate(500)), at(400, new Change.Rate(10_000)));
        line.offer(100, ms(0)); // 50 bytes by 50 ms, the rest by 150
        line.offer(200, ms(0)); // 125 bytes by 400 ms, the rest by 407.5
        assertThat(line.runUntil(ms(1000)).arrivals()).containsExactly(ms(200), Duration.ofNanos(457_500_000));
    }

    @Test
    void anOutageLetsPacketsWaitAndThoseInTheAirArrive() {
        Line line = new Line(
                kilobytePerSecond().queueBytes(300).build(),
                SEED,
                at(150, new Change.Outage(true)),
                at(5150, new Change.Outage(false)));
        line.offer(100, ms(0));
        line.offer(100, ms(90)); // half of it by 150
        line.offer(200, ms(3000));
        assertThat(line.offer(1, ms(3000))).isEqualTo(Fate.DROPPED);
        assertThat(line.runUntil(ms(5000)).arrivals()).containsExactly(ms(150));
        assertThat(line.runUntil(ms(9000)).arrivals()).containsExactly(ms(150), ms(5250), ms(5450));
    }

    @Test
    void anOutageWhileTheBearerIsSetUpDelaysTheBeginning() {
        Line line = new Line(
                kilobytePerSecond().bearerWait(new BearerWait(ms(300), ms(300))).build(),
                SEED,
                at(100, new Change.Outage(true)),
                at(200, new Change.Outage(false)),
                at(1100, new Change.Outage(true)),
                at(2000, new Change.Outage(false)));
        line.offer(100, ms(0)); // sent from 300
        line.runUntil(ms(1000));
        line.offer(100, ms(1000)); // sent from 2000
        assertThat(line.runUntil(ms(3000)).arrivals()).containsExactly(ms(450), ms(2150));
    }

    @Test
    void lossAndDelayChangeOnSchedule() {
        Line line = new Line(
                DirectionSettings.builder().delay(ms(50)).build(),
                SEED,
                at(100, new Change.Loss(1)),
                at(300, new Change.Delay(ms(10))), // not in order: the schedule is sorted
                at(200, new Change.Loss(0)));
        for (int packet = 0; packet < 5; packet++) {
            line.offer(10, ms(packet * 99L));
        }
        assertThat(line.runUntil(ms(1000)).arrivals()).containsExactly(ms(50), ms(149), ms(347), ms(406));
    }

    @Test
    void aChangeByHandHoldsFromNowOn() {
        Line line = new Line(kilobytePerSecond().build(), SEED);
        line.offer(100, ms(0));
        line.queue.change(new Change.Rate(100), 1_000_000_007L + ms(50).toNanos());
        assertThat(line.runUntil(ms(1000)).arrivals()).containsExactly(ms(600));
    }

    @Test
    void howOftenItIsCalledDoesNotMatter() {
        DirectionSettings settings = kilobytePerSecond()
                .jitter(ms(30))
                .loss(0.1)
                .burst(new BurstLoss(0.05, 0.3, 0.8))
                .queueBytes(900)
                .bearerWait(new BearerWait(ms(20), ms(200)))
                .build();
        TimedChange[] schedule = {
            at(2_000, new Change.Rate(333)),
            at(4_000, new Change.Outage(true)),
            at(5_000, new Change.Outage(false)),
            at(7_000, new Change.Rate(5_000))
        };
        Line called = new Line(settings, SEED, schedule);
        Line busy = new Line(settings, SEED, schedule);
        SplittableRandom random = new SplittableRandom(SEED);
        long now = 0;
        for (int packet = 0; packet < 300; packet++) {
            now += random.nextInt(80);
            int bytes = 1 + random.nextInt(120);
            called.runUntil(ms(now));
            assertThat(called.offer(bytes, ms(now))).isEqualTo(busy.offer(bytes, ms(now)));
            for (int look = 0; look < random.nextInt(4); look++) {
                busy.look(ms(now).plusNanos(look));
            }
        }
        called.runUntil(ms(100_000));
        busy.look(ms(100_000));
        assertThat(busy.arrivals()).isEqualTo(called.arrivals()).hasSizeGreaterThan(50);
        assertThat(busy.queue.counters().lostPackets())
                .isEqualTo(called.queue.counters().lostPackets())
                .isPositive();
        assertThat(busy.queue.counters().waits())
                .isEqualTo(called.queue.counters().waits())
                .isPositive();
        assertThat(busy.queue.nextNanos()).isEqualTo(LinkQueue.NEVER);
    }

    @Test
    void anotherSeedIsAnotherLink() {
        DirectionSettings settings = DirectionSettings.builder().loss(0.5).build();
        List<Integer> one = arrivingOf(settings, 1);
        assertThat(arrivingOf(settings, 1)).isEqualTo(one);
        assertThat(arrivingOf(settings, 2)).isNotEqualTo(one);
    }

    private static List<Integer> arrivingOf(DirectionSettings settings, long seed) {
        Line line = new Line(settings, seed);
        for (int packet = 1; packet <= 64; packet++) {
            line.offer(packet, ms(packet));
        }
        return line.runUntil(ms(100)).arrived().stream()
                .map(QueuedPacket::wireBytes)
                .toList();
    }
}
