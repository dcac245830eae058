package org.banip.mbu.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.banip.alerts.AlertRules;
import org.banip.alerts.GroupWatch;
import org.banip.alerts.finding.Finding;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.LinkConditions;
import org.banip.mbu.TestSensor;
import org.banip.mbu.interconnect.LinkMeter;
import org.banip.mbu.settings.SendPolicySettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spool.MemorySpool;
import org.banip.mbu.spool.Scheduler;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.junit.jupiter.api.Test;

/** 360 Hz, thinned to every tenth unit after packets were late for 10 s, and back after 30 s. The link is the test: it claims and releases. */
class ThinnedGroupsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int TIMES = 10;
    private static final SensorGroup ECG =
            TestSensor.ecg().thinned(new Thinning("ecg-reduced", Thinning.Kind.SAMPLES, 1));
    private static final SensorGroup REDUCED = TestSensor.group("ecg-reduced", 36, ServiceClass.LIVE);
    private static final List<SensorGroup> GROUPS = List.of(ECG, REDUCED);

    private final SendFixture fixture = new SendFixture(8192);
    private final VirtualClock clock = fixture.clock;
    private final List<GroupCounters> counters = List.of(new GroupCounters(), new GroupCounters());
    private final SendPolicy policy = new SendPolicy(GROUPS, SpoolSettings.DEFAULT);
    private final SpoolLog spool = new MemorySpool(policy, counters, new WakeUp(), new Scheduler(), clock);
    private final ThinnedGroups thinned =
            new ThinnedGroups(policy, SendPolicySettings.DEFAULT, spool, () -> "4f1c", fixture.events::add);
    private final List<Gap> declared = new ArrayList<>();
    private final SendPath path = path();
    private final List<List<Sequenced>> stored = List.of(new ArrayList<>(), new ArrayList<>());
    private final HostSide host = new HostSide();
    private long unit;

    private SendPath path() {
        TranscodingChain chain = TranscodingChain.parse("packetizer(units=36,hold=0)", Transcoders.installed());
        List<ChainHold> chains = new ArrayList<>();
        for (int g = 0; g < GROUPS.size(); g++) {
            chains.add(new ChainHold(
                    g,
                    policy,
                    chain.newEncoder(GROUPS.get(g)),
                    new SignalClock(null),
                    new PacketLength(() -> LinkConditions.UNKNOWN)));
        }
        SendPath made = new SendPath(
                new SensingStage(
                        List.of(), fixture.queue, counters, fixture.detectors, clock, fixture.sensorRoom, fixture),
                fixture.queue,
                policy,
                thinned,
                chains,
                spool,
                List.of(),
                new LinkMeter(spool, clock),
                clock,
                fixture.encoderWork,
                declared::add);
        thinned.connect(counters, made);
        return made;
    }

    /** A second passes, in which the sensor makes its units and the link carries this number of items. */
    private void second(int items) {
        path.sets(0, SendFixture.sets(ECG, VirtualClock.START, unit, 360));
        counters.get(0).unitsEntered.addAndGet(360);
        unit += 360;
        clock.pass(SECOND);
        carry(items);
        thinned.look(clock.epochNanos());
    }

    private void carry(int items) {
        for (int i = 0; i < items; i++) {
            Sequenced item = spool.claim(0, 64);
            if (item == null) {
                return;
            }
            stored.get(item.group()).add(item);
            spool.release(item.group(), item.nextSequence());
        }
    }

    private void overload(int seconds) {
        for (int i = 0; i < seconds; i++) {
            second(3);
        }
    }

    private void overloadUntilThinned() {
        for (int i = 0; i < 20 && !isThinned(); i++) {
            second(3);
        }
        assertThat(isThinned()).isTrue();
    }

    private void calm(int seconds) {
        for (int i = 0; i < seconds; i++) {
            second(1000);
        }
    }

    /** A second passes without a sensor set. The encoding thread wakes when it has to. */
    private void quietSecond() {
        long until = thinned.declareWhatIsLate();
        long first = Math.min(until, SECOND);
        clock.pass(first);
        thinned.declareWhatIsLate();
        clock.pass(SECOND - first);
        carry(1000);
        thinned.look(clock.epochNanos());
    }

    private boolean isThinned() {
        return counters.get(0).thinned.get();
    }

    @Test
    void overloadThinsTheGroupAndItsEndGivesTheFullRateBack() {
        calm(5);
        overload(9);
        assertThat(isThinned()).isFalse();
        overloadUntilThinned();
        long from = unit;
        calm(31);
        assertThat(isThinned()).isFalse();
        long to = unit;
        calm(2);
        path.flush(0);
        carry(1000);

        List<Gap> gaps = assertWholeAndInOrder();
        assertThat(gaps.get(0).firstUnit()).isEqualTo(from);
        assertThat(gaps.get(gaps.size() - 1).endUnit()).isEqualTo(to);
        assertThat(gaps)
                .isEqualTo(declared)
                .allSatisfy(gap -> assertThat(gap.unitCount()).isLessThanOrEqualTo(360));
        assertLowerRate(from, to);
        assertThat(fixture.events)
                .containsExactly(
                        new MbuEvent.ThinningBegan("ecg", "ecg-reduced"),
                        new MbuEvent.ThinningEnded("ecg", to - from, (to - from) / TIMES));
        assertThat(counters.get(0).unitsThinned).hasValue(to - from);
        assertThat(counters).allSatisfy(count -> assertThat(count.allSettled()).isTrue());
    }

    /** Packets and gaps of the full rate have no hole between them. Returns the gaps. */
    private List<Gap> assertWholeAndInOrder() {
        long next = 0;
        long sequence = 0;
        for (Sequenced item : stored.get(0)) {
            assertThat(item.firstUnit()).isEqualTo(next);
            assertThat(item.sequence()).isEqualTo(sequence);
            if (item instanceof Packet packet) {
                assertThat(packet.payload()).isEqualTo(TestSensor.sets(ECG, item.firstUnit(), item.endUnit()));
            }
            next = item.endUnit();
            sequence = item.nextSequence();
        }
        assertThat(next).isEqualTo(unit);
        return stored.get(0).stream()
                .filter(Gap.class::isInstance)
                .map(Gap.class::cast)
                .collect(Collectors.toList());
    }

    /** The lower rate has every tenth unit, at the same instants. */
    private void assertLowerRate(long from, long to) {
        SampleLayout layout = new SampleLayout(REDUCED);
        long next = from;
        for (Sequenced item : stored.get(1)) {
            byte[] sets = ((Packet) item).payload();
            for (long k = item.firstUnit(); k < item.endUnit(); k++, next += TIMES) {
                long instant = item.originNanos() + REDUCED.frequency().nanosOfUnit(k);
                assertThat(instant - VirtualClock.START - ECG.frequency().nanosOfUnit(next))
                        .isBetween(-1L, 1L);
                assertThat(layout.read(sets, (int) (k - item.firstUnit()) * layout.setBytes(), 0))
                        .isEqualTo(TestSensor.sample(next, 0));
            }
        }
        assertThat(next).isEqualTo(to);
    }

    @Test
    void orderOfTheHostHoldsUntilTheNextOneWhateverTheLinkCarries() {
        calm(5);
        thinned.order("ecg", true);
        assertThat(isThinned()).as("the encoding thread has not looked").isFalse();
        thinned.look(clock.epochNanos());
        long from = unit;
        calm(100);
        assertThat(isThinned()).isTrue();
        thinned.order("ecg", false);
        thinned.look(clock.epochNanos());
        assertThat(isThinned()).isFalse();
        long to = unit;
        calm(3);
        path.flush(0);
        carry(1000);

        List<Gap> gaps = assertWholeAndInOrder();
        assertThat(gaps.get(0).firstUnit()).isEqualTo(from);
        assertThat(gaps.get(gaps.size() - 1).endUnit()).isEqualTo(to);
        assertLowerRate(from, to);
        assertThat(counters.get(0).unitsReduced).hasValue(to - from);
        assertThat(fixture.events)
                .containsExactly(
                        new MbuEvent.ThinningBegan("ecg", "ecg-reduced"),
                        new MbuEvent.ThinningEnded("ecg", to - from, (to - from) / TIMES));
    }

    /** The order is a bound: what the link does not carry is thinned all the same, and stays so when the order ends. */
    @Test
    void overloadThinsWhatIsNoLongerOrdered() {
        calm(5);
        overloadUntilThinned();
        thinned.order("ecg", true);
        second(3);
        thinned.order("ecg", false);
        second(3);
        assertThat(isThinned()).isTrue();
        calm(100);
        assertThat(isThinned()).isFalse();
        assertThat(fixture.events).hasSize(2);
        assertThatThrownBy(() -> thinned.order("ecg-reduced", true))
                .hasMessage("group 'ecg-reduced' has no lower rate");
    }

    @Test
    void gapsOfTheSensorEndAStretchAndBeginAnother() {
        overloadUntilThinned();
        long from = unit;
        second(3);
        path.lost(0, VirtualClock.START, unit, 40, Gap.Reason.SENSOR_SILENT);
        counters.get(0).unitsEntered.addAndGet(40);
        unit += 40;
        second(3);
        path.flush(0);
        carry(1000);
        assertThat(assertWholeAndInOrder())
                .extracting(Gap::firstUnit, Gap::unitCount, Gap::reason)
                .containsExactly(
                        tuple(from, 360L, Gap.Reason.THINNED),
                        tuple(from + 360, 40L, Gap.Reason.SENSOR_SILENT),
                        tuple(from + 400, 360L, Gap.Reason.THINNED));
        assertThat(stored.get(1).stream().map(Sequenced::originNanos).distinct())
                .hasSize(2);
        assertThat(counters).allSatisfy(count -> assertThat(count.allSettled()).isTrue());
    }

    @Test
    void whatIsGivenUpIsDeclaredEachSecond() {
        thinned.order("ecg", true);
        thinned.look(clock.epochNanos());
        for (int i = 1; i <= 20; i++) {
            second(1000);
            assertThat(declared).hasSize(i);
            assertThat(declared.get(i - 1).endUnit()).isEqualTo(unit);
        }
    }

    @Test
    void restIsDeclaredWhenTheSensorFallsSilentAndTheStretchGoesOn() {
        thinned.order("ecg", true);
        thinned.look(clock.epochNanos());
        second(1000);
        path.sets(0, SendFixture.sets(ECG, VirtualClock.START, unit, 100));
        counters.get(0).unitsEntered.addAndGet(100);
        unit += 100;
        assertThat(declared).hasSize(1);
        quietSecond();
        assertThat(declared).hasSize(2);
        assertThat(declared.get(1).endUnit()).isEqualTo(unit);
        quietSecond();
        assertThat(declared).hasSize(2);
        second(1000);
        assertThat(declared.get(2).firstUnit()).isEqualTo(unit - 360);
        path.flush(0);
        carry(1000);
        assertWholeAndInOrder();
        assertLowerRate(0, unit);
    }

    @Test
    void hostFindsNoSilenceWhileAGroupIsThinned() {
        calm(5);
        thinned.order("ecg", true);
        thinned.look(clock.epochNanos());
        for (int i = 0; i < 60; i++) {
            second(1000);
            host.hear();
        }
        thinned.order("ecg", false);
        thinned.look(clock.epochNanos());
        overloadUntilThinned();
        host.hear();
        for (int i = 0; i < 25; i++) {
            second(1000);
            host.hear();
        }
        assertThat(isThinned()).isTrue();
        assertThat(host.found).isEmpty();
    }

    @Test
    void sensorThatFallsSilentWhileItsGroupIsThinnedIsFoundOnce() {
        calm(5);
        thinned.order("ecg", true);
        thinned.look(clock.epochNanos());
        calm(3);
        path.sets(0, SendFixture.sets(ECG, VirtualClock.START, unit, 100));
        counters.get(0).unitsEntered.addAndGet(100);
        unit += 100;
        for (int i = 0; i < 60; i++) {
            quietSecond();
            host.hear();
        }
        assertThat(host.found).extracting(Finding::begins).containsExactly(true);
        assertThat(host.found.get(0).sinceNanos())
                .isEqualTo(ECG.frequency().instantNanos(VirtualClock.START, unit)); // the gap's end

        path.lost(0, VirtualClock.START, unit, 60 * 360, Gap.Reason.SENSOR_SILENT);
        counters.get(0).unitsEntered.addAndGet(60 * 360);
        unit += 60 * 360;
        second(1000);
        host.hear();
        assertThat(host.found).extracting(Finding::begins).containsExactly(true, false);
    }

    /** A host's detector of silence, which gets what the link has carried. */
    private final class HostSide {
        final List<Finding> found = new ArrayList<>();
        private final GroupWatch watch = AlertRules.parse(
                        "{\"detectors\": [{\"name\": \"quiet\", \"kind\": \"silence\", \"group\": \"ecg\", \"afterMillis\": 3000}]}",
                        "test")
                .watch(ECG, found::add);
        private int heard;
        private long reachedNanos;
        private long cameNanos;

        /** Takes what has come since the last time, and looks at the clock, as a host does each second. */
        void hear() {
            for (Sequenced item : stored.get(0).subList(heard, stored.get(0).size())) {
                if (item instanceof Gap gap) {
                    watch.gap(gap.originNanos(), gap.firstUnit(), gap.unitCount(), gap.reason());
                } else {
                    byte[] sets = ((Packet) item).payload();
                    watch.sensorSets(
                            sets, 0, (int) (item.endUnit() - item.firstUnit()), item.originNanos(), item.firstUnit());
                }
                reachedNanos = ECG.frequency().instantNanos(item.originNanos(), item.endUnit() - 1);
                cameNanos = clock.epochNanos();
            }
            heard = stored.get(0).size();
            watch.time(reachedNanos + clock.epochNanos() - cameNanos);
        }
    }
}
