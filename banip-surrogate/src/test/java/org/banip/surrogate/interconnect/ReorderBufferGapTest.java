package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.junit.jupiter.api.Test;

/** Gaps of several sequence numbers in the window (docs/protocol.md, "Gaps"). */
class ReorderBufferGapTest {
    private final ReorderBuffer window = new ReorderBuffer(8, 1, 0, null);
    private final List<String> inOrder = new ArrayList<>();

    @Test
    void gapThatBeginsBeforeTheExpectedNumberCountsFromItOn() {
        offer(packet(0));
        offer(packet(1));

        assertThat(offer(gap(0, 5))).isTrue();

        assertThat(inOrder).containsExactly("packet 0", "packet 1", "gap 2 to 4");
        assertThat(window.next()).isEqualTo(5);
    }

    @Test
    void gapOfNumbersThatAreAllTakenIsADuplicate() {
        offer(packet(0));
        offer(packet(1));

        assertThat(offer(gap(0, 2))).isFalse();
        assertThat(window.duplicates()).isEqualTo(1);
    }

    @Test
    void packetThatWaitedForANumberOfTheGapIsDroppedAndItsPlaceIsFree() {
        offer(packet(2));
        offer(gap(0, 5));
        assertThat(window.early()).isZero();

        for (int sequence = 5; sequence < 20; sequence++) {
            assertThat(offer(packet(sequence))).isTrue();
        }

        assertThat(inOrder).startsWith("gap 0 to 4", "packet 5").endsWith("packet 19");
        assertThat(window.duplicates()).isEqualTo(1);
    }

    @Test
    void longerGapThatWaitedOverrulesWhatWaitsInItsRange() {
        offer(gap(2, 6));
        offer(packet(5));
        offer(gap(0, 5));

        assertThat(inOrder).containsExactly("gap 0 to 4", "gap 5 to 7");
        assertThat(window.early()).isZero();
    }

    private boolean offer(Sequenced item) {
        boolean kept = window.offer(Arrivals.of(item));
        for (Sequenced given : Arrivals.takeWaiting(window)) {
            inOrder.add(
                    given instanceof Gap gap
                            ? "gap " + gap.sequence() + " to " + (gap.nextSequence() - 1)
                            : "packet " + given.sequence());
        }
        return kept;
    }

    private static Packet packet(long sequence) {
        return Packet.of(new PacketHeader(0, sequence, 0, sequence * 10, 10, true), new byte[] {1});
    }

    private static Gap gap(long sequence, long count) {
        return new Gap(0, sequence, count, 0, sequence * 10, count * 10, Gap.Reason.SPOOL_FULL);
    }
}
