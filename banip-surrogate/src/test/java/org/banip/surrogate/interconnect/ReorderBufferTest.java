package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.testing.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReorderBufferTest {
    private final List<Sequenced> inOrder = new ArrayList<>();

    @Test
    void itemsInOrderGoStraightThrough() {
        ReorderBuffer window = new ReorderBuffer(4, 1, 7, null);

        for (long sequence = 7; sequence < 20; sequence++) {
            assertThat(offer(window, packet(sequence))).isTrue();
            assertThat(window.next()).isEqualTo(sequence + 1);
        }

        assertThat(inOrder).extracting(Sequenced::sequence).containsExactlyElementsOf(numbers(7, 20));
        assertThat(window.early()).isZero();
        assertThat(window.duplicates()).isZero();
    }

    @Test
    void earlyItemsWaitForTheOnesBefore() {
        ReorderBuffer window = new ReorderBuffer(4, 1, 0, null);

        offer(window, packet(3));
        offer(window, packet(1));
        assertThat(inOrder).isEmpty();
        assertThat(window.early()).isEqualTo(2);
        offer(window, packet(0));
        assertThat(inOrder).hasSize(2);
        offer(window, packet(2));

        assertThat(inOrder).extracting(Sequenced::sequence).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void lateAndDoubledItemsAreDroppedAndCounted() {
        ReorderBuffer window = new ReorderBuffer(4, 1, 0, null);
        offer(window, packet(0));
        offer(window, packet(2));

        assertThat(offer(window, packet(0))).isFalse();
        assertThat(offer(window, packet(2))).isFalse();

        assertThat(window.duplicates()).isEqualTo(2);
        assertThat(inOrder).hasSize(1);
    }

    @Test
    void itemBeyondTheWindowIsRefusedAndChangesNothing() {
        ReorderBuffer window = new ReorderBuffer(4, 1, 10, null);

        offer(window, packet(13));
        assertRefused(ErrorCode.SEQUENCE_BEYOND_WINDOW, () -> offer(window, packet(14)))
                .hasMessage("sequence number 14 of group 0 is 4 ahead of the expected 10, allowed are 3");
        assertRefused(ErrorCode.SEQUENCE_BEYOND_WINDOW, () -> offer(window, packet(PacketHeader.MAX_NUMBER - 1)));

        assertThat(window.next()).isEqualTo(10);
        assertThat(window.early()).isEqualTo(1);
    }

    @Test
    void windowOfOneTakesOnlyWhatIsExpected() {
        ReorderBuffer window = new ReorderBuffer(1, 1, 0, null);

        assertThat(offer(window, packet(0))).isTrue();
        assertRefused(ErrorCode.SEQUENCE_BEYOND_WINDOW, () -> offer(window, packet(2)));
        assertThatThrownBy(() -> new ReorderBuffer(0, 1, 0, null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @Timeout(60)
    void gapMayEndBeyondTheWindow() {
        ReorderBuffer window = new ReorderBuffer(4, 1, 0, null);

        long end = PacketHeader.MAX_NUMBER - 1;

        offer(window, new Gap(0, 1, end - 1, 0, 0, 1, Gap.Reason.THINNED));
        offer(window, packet(0)); // must not count through the gap

        assertThat(window.next()).isEqualTo(end);
        assertThat(offer(window, packet(end))).isTrue();
    }

    /** Each gap would cost a million steps if it looked at each of its numbers: for minutes in all. */
    @Test
    @Timeout(60)
    void longGapCostsAsMuchAsWhatWaitsInsideIt() {
        int size = 1 << 20;
        ReorderBuffer window = new ReorderBuffer(size, 1, 0, null);
        for (int gaps = 0; gaps < 300_000; gaps++) {
            long next = window.next();
            boolean unused = window.offer(Arrivals.of(packet(next + size - 1))); // after which there are places for all
            unused = window.offer(Arrivals.of(new Gap(0, next, size - 1, 0, next, size - 1, Gap.Reason.SPOOL_FULL)));
            assertThat(window.next()).isEqualTo(next + size);
            window.clearWaiting();
        }
        assertThat(window.duplicates()).isZero();
    }

    @Test
    void restOfAGapBeginsAfterTheUnitsThatAreThere() {
        ReorderBuffer window = new ReorderBuffer(4, 1, 0, null);
        offer(window, packet(0));

        offer(window, gap(0, 3));

        assertThat(inOrder).containsExactly(packet(0), new Gap(0, 1, 2, 0, 10, 20, Gap.Reason.SPOOL_FULL));
    }

    @Test
    void windowGoesOnAfterTheLastItemOfTheStore() {
        ReorderBuffer window = new ReorderBuffer(4, 1, 5, packet(4));

        offer(window, gap(3, 5));

        assertThat(inOrder).containsExactly(new Gap(0, 5, 3, 0, 50, 30, Gap.Reason.SPOOL_FULL));
    }

    @Test
    void itemThatDoesNotDecodeIsExpectedAgainAndThoseBehindItWaitForIt() {
        ReorderBuffer window = new ReorderBuffer(8, 1, 0, null);
        for (long sequence : new long[] {0, 1, 2, 4}) {
            window.offer(Arrivals.of(packet(sequence)));
        }
        List<Arrival> taken = new ArrayList<>();
        window.takeWaiting(taken);
        window.settled(taken.get(0));

        window.refuse(taken.get(1), taken.subList(2, 3), packet(0), false);

        assertThat(window.next()).isEqualTo(1);
        assertThat(window.early()).isEqualTo(2);
        assertThat(window.waitingBytes()).isZero();
        assertThat(window.undecodedBytes()).isZero();
        assertThat(window.earlyBytes()).isEqualTo(2);
        offer(window, packet(1));
        offer(window, packet(3));
        assertThat(inOrder).extracting(Sequenced::sequence).containsExactly(1L, 2L, 3L, 4L);
        assertThat(window.earlyBytes()).isZero();
    }

    @Test
    void afterARefusalOnlyAKeyPacketWaitsInAChainWithState() {
        ReorderBuffer window = new ReorderBuffer(8, 1, 0, null);
        List<Arrival> taken = new ArrayList<>();
        window.offer(Arrivals.of(packet(0)));
        window.offer(Arrivals.of(notKey(1)));
        window.offer(Arrivals.of(packet(2)));
        window.offer(Arrivals.of(notKey(3)));
        window.takeWaiting(taken);

        window.refuse(taken.get(0), taken.subList(1, 4), null, true);
        offer(window, packet(0));
        offer(window, packet(1));

        assertThat(inOrder).extracting(Sequenced::sequence).containsExactly(0L, 1L, 2L, 3L);
        assertThat(window.duplicates()).isZero();
    }

    @Test
    void placesAreMadeForWhatIsFarAheadAndGivenBack() {
        ReorderBuffer window = new ReorderBuffer(1 << 20, 1, 0, null);
        assertThat(window.placesFor(packet(63))).isZero();
        assertThat(window.placesFor(packet(64))).isEqualTo(64 * 8);
        assertThat(window.placesFor(packet(1 << 20))).as("it is refused").isZero();
        offer(window, packet(1000));
        offer(window, packet(3));
        assertThat(window.heldBytes()).isEqualTo(2 * (1 + Arrival.OVERHEAD_BYTES) + (1024 - 64) * 8);

        offer(window, gap(0, 1000));
        assertThat(inOrder).extracting(Sequenced::sequence).containsExactly(0L, 1000L);
        MissingNumber unused = window.missing(0, 0);
        assertThat(window.heldBytes()).as("it was needed since the last look").isPositive();
        unused = window.missing(1, 0);
        assertThat(window.heldBytes()).isZero();
        offer(window, packet(1001));
        assertThat(inOrder).hasSize(3);
    }

    @Test
    void aNumberIsMissingWhileLaterOnesWait() {
        ReorderBuffer window = new ReorderBuffer(8, 1, 0, null);
        assertThat(window.missing(5, 0).nanos()).isZero();
        offer(window, packet(1));
        assertThat(window.missing(10, 0).nanos()).isZero();
        assertThat(window.missing(30, 0).nanos()).isEqualTo(20);
        assertThat(window.missing(30, 0).isOverdue(20)).isFalse();
        assertThat(window.missing(30, 0).isOverdue(19)).isTrue();
        offer(window, packet(3));
        offer(window, packet(0));
        assertThat(window.missing(60, 0).nanos()).as("2 is missing now").isZero();
        offer(window, packet(2));
        assertThat(window.missing(99, 0).nanos()).isZero();
    }

    @Test
    void timeInWhichTheHostHoldsRequestsUpDoesNotCountTowardsTheAgreedOne() {
        ReorderBuffer window = new ReorderBuffer(8, 1, 0, null);
        offer(window, packet(1));
        assertThat(window.missing(100, 40).isOverdue(20)).isFalse();
        assertThat(window.missing(130, 60).heldUpNanos()).isEqualTo(20);
        assertThat(window.missing(130, 60).isOverdue(20))
                .as("10 in which all was read")
                .isFalse();
        assertThat(window.missing(151, 70).isOverdue(20))
                .as("21 in which all was read")
                .isTrue();
    }

    @Test
    void aHostThatHoldsRequestsUpAtEachLookGivesUpAsWell() {
        ReorderBuffer window = new ReorderBuffer(8, 1, 0, null);
        offer(window, packet(1));
        for (long now = 0; now <= 200; now++) {
            assertThat(window.missing(now, now).isOverdue(20)).isFalse();
        }
        assertThat(window.missing(201, 201).isOverdue(20)).isTrue();
    }

    @Test
    void whatWaitsAnewIsNotMissingSinceBefore() {
        ReorderBuffer window = new ReorderBuffer(8, 1, 0, null);
        offer(window, packet(1));
        assertThat(window.missing(0, 0).nanos()).isZero();
        assertThat(window.missing(10, 0).nanos()).isEqualTo(10);
        window.dropEarly();
        offer(window, packet(1));
        assertThat(window.missing(20, 0).nanos()).isZero();
    }

    /** As several requests with resends bring them: each number comes at least once, early by less than the window. */
    @Test
    void everyPacketOfAShuffledStreamComesOutOnce() {
        Random random = Seed.random("shuffled");
        for (int i = 0; i < 200; i++) {
            int size = 1 + random.nextInt(i % 10 == 0 ? 250 : 20);
            ReorderBuffer window = new ReorderBuffer(size, 1, 0, null);
            List<Sequenced> out = new ArrayList<>();
            while (window.next() < 300) {
                long sequence = window.next() + random.nextInt(size) - random.nextInt(3);
                window.offer(Arrivals.of(packet(Math.max(0, sequence))));
                out.addAll(Arrivals.takeWaiting(window));
            }
            assertThat(out).isEqualTo(packets(out.size()));
            assertThat(window.next()).isEqualTo(out.size());
        }
    }

    @Test
    void agreesWithTheModelWhateverComes() {
        Random random = Seed.random("model");
        for (int i = 0; i < 3000; i++) {
            int size = 1 + random.nextInt(i % 10 == 0 ? 250 : 10);
            long start = random.nextInt(50);
            ReorderBuffer window = new ReorderBuffer(size, 1, start, null);
            ReorderModel model = new ReorderModel(size, start);
            List<Sequenced> seen = new ArrayList<>();
            for (int step = 0; step < 60; step++) {
                Sequenced item = item(random, window.next(), size);
                Runnable offer = () -> window.offer(Arrivals.of(item));
                if (item.sequence() - model.next() >= size) {
                    assertRefused(ErrorCode.SEQUENCE_BEYOND_WINDOW, offer::run);
                } else {
                    offer.run();
                    model.offer(item);
                }
                seen.addAll(Arrivals.takeWaiting(window));
                assertThat(window.waitingBytes()).isZero();
                assertThat(window.next()).isEqualTo(model.next());
                assertThat(window.early()).isEqualTo(model.waiting());
                assertThat(window.duplicates()).isEqualTo(model.duplicates());
            }
            assertThat(seen).isEqualTo(model.inOrder());
            assertThat(holes(seen, start)).isZero();
        }
    }

    private boolean offer(ReorderBuffer window, Sequenced item) {
        boolean kept = window.offer(Arrivals.of(item));
        inOrder.addAll(Arrivals.takeWaiting(window));
        return kept;
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(ErrorCode code, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static Sequenced item(Random random, long next, int size) {
        long sequence = Math.max(0, next + random.nextInt(size + 8) - 6);
        return random.nextInt(4) > 0 ? packet(sequence) : gap(sequence, 1 + random.nextInt(2 * size + 4));
    }

    private static long holes(List<Sequenced> items, long start) {
        long next = start;
        long holes = 0;
        for (Sequenced item : items) {
            holes += item.sequence() == next ? 0 : 1;
            next = item.nextSequence();
        }
        return holes;
    }

    private static List<Long> numbers(long from, long to) {
        List<Long> numbers = new ArrayList<>();
        for (long number = from; number < to; number++) {
            numbers.add(number);
        }
        return Collections.unmodifiableList(numbers);
    }

    private static List<Sequenced> packets(int count) {
        List<Sequenced> packets = new ArrayList<>();
        for (int sequence = 0; sequence < count; sequence++) {
            packets.add(packet(sequence));
        }
        return packets;
    }

    private static Packet packet(long sequence) {
        long unit = Math.min(sequence * 10, 1_000_000_000);
        return Packet.of(new PacketHeader(0, sequence, 0, unit, 10, true), new byte[] {(byte) sequence});
    }

    private static Packet notKey(long sequence) {
        return Packet.of(new PacketHeader(0, sequence, 0, sequence * 10, 10, false), new byte[] {(byte) sequence});
    }

    private static Gap gap(long sequence, long count) {
        return new Gap(0, sequence, count, 0, sequence * 10, count * 10, Gap.Reason.SPOOL_FULL);
    }
}
