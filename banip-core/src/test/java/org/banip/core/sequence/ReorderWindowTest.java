package org.banip.core.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.core.testing.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.testing.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReorderWindowTest {
    private final List<Sequenced> inOrder = new ArrayList<>();

    @Test
    void itemsInOrderGoStraightThrough() {
        ReorderWindow window = new ReorderWindow(4, 7);

        for (long sequence = 7; sequence < 20; sequence++) {
            assertThat(window.offer(packet(sequence), inOrder::add)).isTrue();
            assertThat(window.next()).isEqualTo(sequence + 1);
        }

        assertThat(inOrder).extracting(Sequenced::sequence).containsExactlyElementsOf(numbers(7, 20));
        assertThat(window.waiting()).isZero();
        assertThat(window.duplicates()).isZero();
    }

    @Test
    void earlyItemsWaitForTheOnesBefore() {
        ReorderWindow window = new ReorderWindow(4, 0);

        window.offer(packet(3), inOrder::add);
        window.offer(packet(1), inOrder::add);
        assertThat(inOrder).isEmpty();
        assertThat(window.waiting()).isEqualTo(2);
        window.offer(packet(0), inOrder::add);
        assertThat(inOrder).hasSize(2);
        window.offer(packet(2), inOrder::add);

        assertThat(inOrder).extracting(Sequenced::sequence).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void lateAndDoubledItemsAreDroppedAndCounted() {
        ReorderWindow window = new ReorderWindow(4, 0);
        window.offer(packet(0), inOrder::add);
        window.offer(packet(2), inOrder::add);

        assertThat(window.offer(packet(0), inOrder::add)).isFalse();
        assertThat(window.offer(packet(2), inOrder::add)).isFalse();

        assertThat(window.duplicates()).isEqualTo(2);
        assertThat(inOrder).hasSize(1);
    }

    @Test
    void itemBeyondTheWindowIsRefusedAndChangesNothing() {
        ReorderWindow window = new ReorderWindow(4, 10);

        window.offer(packet(13), inOrder::add);
        assertRefused(ErrorCode.SEQUENCE_BEYOND_WINDOW, () -> window.offer(packet(14), inOrder::add))
                .hasMessage("sequence number 14 of group 0 is 4 ahead of the expected 10, allowed are 3");
        assertRefused(
                ErrorCode.SEQUENCE_BEYOND_WINDOW,
                () -> window.offer(packet(PacketHeader.MAX_NUMBER - 1), inOrder::add));

        assertThat(window.next()).isEqualTo(10);
        assertThat(window.waiting()).isEqualTo(1);
    }

    @Test
    void windowOfOneTakesOnlyWhatIsExpected() {
        ReorderWindow window = new ReorderWindow(1, 0);

        assertThat(window.offer(packet(0), inOrder::add)).isTrue();
        assertRefused(ErrorCode.SEQUENCE_BEYOND_WINDOW, () -> window.offer(packet(2), inOrder::add));
        assertThatThrownBy(() -> new ReorderWindow(0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @Timeout(60)
    void gapMayEndBeyondTheWindow() {
        ReorderWindow window = new ReorderWindow(4, 0);

        long end = PacketHeader.MAX_NUMBER - 1;

        window.offer(new Gap(0, 1, end - 1, 0, 0, 1, Gap.Reason.THINNED), inOrder::add);
        window.offer(packet(0), inOrder::add); // must not count through the gap

        assertThat(window.next()).isEqualTo(end);
        assertThat(window.offer(packet(end), inOrder::add)).isTrue();
    }

    @Test
    void restOfAGapBeginsAfterTheUnitsThatAreThere() {
        ReorderWindow window = new ReorderWindow(4, 0);
        window.offer(packet(0), inOrder::add);

        window.offer(gap(0, 3), inOrder::add);

        assertThat(inOrder).containsExactly(packet(0), new Gap(0, 1, 2, 0, 10, 20, Gap.Reason.SPOOL_FULL));
    }

    @Test
    void windowGoesOnAfterTheLastItemOfTheStore() {
        ReorderWindow window = ReorderWindow.after(4, packet(4));

        window.offer(gap(3, 5), inOrder::add);

        assertThat(inOrder).containsExactly(new Gap(0, 5, 3, 0, 50, 30, Gap.Reason.SPOOL_FULL));
    }

    @Test
    void itemThatIsRefusedIsExpectedAgainAndThoseBehindItStay() {
        ReorderWindow window = new ReorderWindow(8, 0);
        window.offer(packet(2), inOrder::add);
        window.offer(packet(1), inOrder::add);

        assertThatThrownBy(() -> window.offer(packet(0), item -> {
                    if (item.sequence() == 1) {
                        throw new IllegalStateException("not now");
                    }
                    inOrder.add(item);
                }))
                .hasMessage("not now");
        assertThat(window.next()).isEqualTo(1);
        assertThat(window.waiting()).isEqualTo(1);
        assertThat(window.offer(packet(1), inOrder::add)).isTrue();

        assertThat(inOrder).extracting(Sequenced::sequence).containsExactly(0L, 1L, 2L);
    }

    /** As several requests with resends bring them: each number comes at least once, early by less than the window. */
    @Test
    void everyPacketOfAShuffledStreamComesOutOnce() {
        Random random = Seed.random("shuffled");
        for (int i = 0; i < 200; i++) {
            int size = 1 + random.nextInt(20);
            ReorderWindow window = new ReorderWindow(size, 0);
            List<Sequenced> out = new ArrayList<>();
            while (window.next() < 300) {
                long sequence = window.next() + random.nextInt(size) - random.nextInt(3);
                window.offer(packet(Math.max(0, sequence)), out::add);
            }
            assertThat(out).isEqualTo(packets(out.size()));
            assertThat(window.next()).isEqualTo(out.size());
        }
    }

    @Test
    void agreesWithTheModelWhateverComes() {
        Random random = Seed.random("model");
        for (int i = 0; i < 3000; i++) {
            int size = 1 + random.nextInt(10);
            long start = random.nextInt(50);
            ReorderWindow window = new ReorderWindow(size, start);
            ReorderModel model = new ReorderModel(size, start);
            List<Sequenced> seen = new ArrayList<>();
            for (int step = 0; step < 60; step++) {
                Sequenced item = item(random, window.next(), size);
                Runnable offer = () -> window.offer(item, seen::add);
                if (item.sequence() - model.next() >= size) {
                    assertRefused(ErrorCode.SEQUENCE_BEYOND_WINDOW, offer::run);
                } else {
                    offer.run();
                    model.offer(item);
                }
                assertThat(window.next()).isEqualTo(model.next());
                assertThat(window.waiting()).isEqualTo(model.waiting());
                assertThat(window.duplicates()).isEqualTo(model.duplicates());
            }
            assertThat(seen).isEqualTo(model.inOrder());
            assertThat(holes(seen, start)).isZero();
        }
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

    private static Gap gap(long sequence, long count) {
        return new Gap(0, sequence, count, 0, sequence * 10, count * 10, Gap.Reason.SPOOL_FULL);
    }
}
