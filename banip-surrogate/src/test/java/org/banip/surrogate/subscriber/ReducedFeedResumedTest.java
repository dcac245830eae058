package org.banip.surrogate.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.api.reduction.ReducedBan;
import org.banip.surrogate.api.reduction.ReducingListener;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A feed at a lower rate that is broken off after any of its events, and goes on with what is stored: as if it had not been broken off. */
class ReducedFeedResumedTest {
    private static final SurrogateDescription SURROGATE =
            new SurrogateDescription(UUID.randomUUID(), TestMbu.BAN, "standard", 1);
    private static final SampleLayout LAYOUT =
            new SampleLayout(TestMbu.BAN.groups().get(0));
    private static final ReducedBan REDUCED =
            ReducedBan.of(TestMbu.BAN, new Reduction(List.of("ecg/MLII"), Optional.of(Frequency.ofHz(30)), false));

    /** What is stored of the group: packets and gaps. */
    private final List<Sequenced> stored = new ArrayList<>();

    /** What a feed says, and the number after each event. */
    private static final class Heard implements SurrogateListener {
        final List<String> events = new ArrayList<>();
        final List<Long> next = new ArrayList<>();

        @Override
        public void delivered(SensorData data) {
            events.add(data.header() + " " + Arrays.toString(data.toByteArray()));
            next.add(data.header().sequence() + 1);
        }

        @Override
        public void gap(SurrogateDescription surrogate, Gap gap) {
            events.add(gap.toString());
            next.add(gap.nextSequence());
        }
    }

    private void store(Random random, int longest) {
        long sequence = 0;
        long origin = TestMbu.ORIGIN;
        long unit = random.nextInt(100);
        for (int item = 0; item < 80; item++) {
            int units = 1 + random.nextInt(longest);
            if (random.nextInt(20) == 0) {
                origin++;
                unit = random.nextInt(30);
            }
            if (random.nextInt(6) == 0) {
                int numbers = 1 + random.nextInt(3);
                long before = random.nextInt(3) == 0 ? Math.min(unit, random.nextInt(20)) : 0;
                stored.add(new Gap(0, sequence, numbers, origin, unit - before, units + before, Gap.Reason.SPOOL_FULL));
                sequence += numbers;
            } else {
                byte[] sets = new byte[units * LAYOUT.setBytes()];
                for (int at = 0; at < units; at++) {
                    LAYOUT.write(sets, at * LAYOUT.setBytes(), 0, random.nextInt(2048));
                }
                stored.add(new Packet(new PacketHeader(0, sequence, origin, unit, units, true), sets, 0));
                sequence++;
            }
            unit += units;
        }
    }

    /** What a subscription to what is stored gets from there on. Waits until {@code until} items are stored. */
    private void feed(StartPoint from, int until, Disappearance end, Heard to) {
        ReducingListener reducing = new ReducingListener(REDUCED, from, to);
        reducing.appeared(SURROGATE);
        long begin = ((StartPoint.Stored) REDUCED.ofWhole(from)).nextSequences().get(0);
        for (Sequenced item : stored.subList(0, until)) {
            if (item.nextSequence() > begin && item instanceof Gap gap) {
                reducing.gap(SURROGATE, gap);
            } else if (item.nextSequence() > begin && item instanceof Packet packet) {
                reducing.delivered(new SensorData(SURROGATE, packet.header(), LAYOUT, packet.payload(), 1));
            }
        }
        reducing.disappeared(SURROGATE, end);
    }

    private Heard whole() {
        Heard whole = new Heard();
        feed(StartPoint.beginning(), stored.size(), Disappearance.DEREGISTERED, whole);
        return whole;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 40, 300})
    void goesOnAfterEachEvent(int longest) {
        for (long seed = 0; seed < 40; seed++) {
            stored.clear();
            store(new Random(seed), longest);
            Heard whole = whole();
            for (int got = 1; got <= whole.events.size(); got++) {
                Heard rest = new Heard();
                feed(StartPoint.at(List.of(whole.next.get(got - 1))), stored.size(), Disappearance.DEREGISTERED, rest);
                assertThat(rest.events)
                        .as("seed %s, after event %s", seed, got)
                        .isEqualTo(whole.events.subList(got, whole.events.size()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 40, 300})
    void goesOnWhenTheHostStopsAfterAnyPacketAgainAndAgain(int longest) {
        for (long seed = 0; seed < 40; seed++) {
            stored.clear();
            Random random = new Random(seed);
            store(random, longest);
            Heard all = new Heard();
            StartPoint from = StartPoint.beginning();
            for (int until = random.nextInt(10); until < stored.size(); until += random.nextInt(10)) {
                feed(from, until, random.nextBoolean() ? Disappearance.HOST_STOPPED : Disappearance.TAKEN_OVER, all);
                from = all.next.isEmpty() ? from : StartPoint.at(List.of(all.next.get(all.next.size() - 1)));
            }
            feed(from, stored.size(), Disappearance.DEREGISTERED, all);
            assertThat(all.events).as("seed %s", seed).isEqualTo(whole().events);
        }
    }
}
