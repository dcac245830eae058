package org.banip.core.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.core.testing.Refusals.assertRefused;

import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.Test;

class GapTest {
    private static final long MAX = PacketHeader.MAX_NUMBER;
    private static final Gap GAP = new Gap(3, 10, 5, 77, 1000, 500, Gap.Reason.SPOOL_FULL);

    @Test
    void endsWhereTheNextItemBegins() {
        assertThat(GAP.nextSequence()).isEqualTo(15);
        assertThat(GAP.endUnit()).isEqualTo(1500);
        assertThat(new Gap(0, 0, MAX, 0, 0, MAX, Gap.Reason.THINNED).nextSequence())
                .isEqualTo(MAX);
    }

    @Test
    void keepsItsFieldsInRange() {
        refused(64, 0, 1, 0, 1);
        refused(-1, 0, 1, 0, 1);
        refused(0, -1, 1, 0, 1);
        refused(0, 0, 0, 0, 1);
        refused(0, 1, MAX, 0, 1);
        refused(0, Long.MAX_VALUE, Long.MAX_VALUE, 0, 1);
        refused(0, 0, 1, -1, 1);
        refused(0, 0, 1, 0, 0);
        refused(0, 0, 1, 1, MAX);
        refused(0, 0, 1, 0, Long.MIN_VALUE);
    }

    private static void refused(int group, long sequence, long sequenceCount, long firstUnit, long unitCount) {
        assertRefused(
                ErrorCode.MALFORMED_FRAME,
                () -> new Gap(group, sequence, sequenceCount, 0, firstUnit, unitCount, Gap.Reason.THINNED));
    }

    @Test
    void reasonsHaveNumbers() {
        for (Gap.Reason reason : Gap.Reason.values()) {
            assertThat(Gap.Reason.ofNumber(reason.number())).isEqualTo(reason);
        }
        assertRefused(ErrorCode.MALFORMED_FRAME, () -> Gap.Reason.ofNumber(4));
    }

    @Test
    void restBeginsAfterTheItemBeforeIt() {
        Packet before = packet(77, 1200, 100);

        assertThat(GAP.from(12, before)).isEqualTo(new Gap(3, 12, 3, 77, 1300, 200, Gap.Reason.SPOOL_FULL));
    }

    @Test
    void restHasAllUnitsIfTheStoredOnesAreUnknown() {
        Gap rest = new Gap(3, 12, 3, 77, 1000, 500, Gap.Reason.SPOOL_FULL);

        assertThat(GAP.from(12, null)).isEqualTo(rest);
        assertThat(GAP.from(12, packet(78, 1200, 100))).isEqualTo(rest); // another grid
        assertThat(GAP.from(12, packet(77, 900, 100))).isEqualTo(rest); // ends where the gap begins
        assertThat(GAP.from(12, packet(77, 1400, 100))).isEqualTo(rest); // ends where the gap ends
    }

    private static Packet packet(long origin, long firstUnit, int unitCount) {
        return Packet.of(new PacketHeader(3, 11, origin, firstUnit, unitCount, true), new byte[0]);
    }
}
