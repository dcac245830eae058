package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoredBytesTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1_000 * MILLISECOND;

    private final StoredBytes bytes = new StoredBytes(0);

    /** How many bytes each acknowledgement has, of packets of 256 bytes that come one in {@code nanos}. */
    private List<Integer> acknowledged(int packets, long fromNanos, long nanos) {
        List<Integer> acknowledged = new ArrayList<>();
        int waiting = 0;
        for (int i = 0; i < packets; i++) {
            waiting += 256;
            if (bytes.add(256, fromNanos + i * nanos)) {
                acknowledged.add(waiting);
                waiting = 0;
            }
        }
        return acknowledged;
    }

    @Test
    void slowPathWaitsForSixteenKibibytes() {
        assertThat(acknowledged(200, SECOND, 30 * MILLISECOND))
                .containsExactly(16_384, 16_384, 16_384); // 8,500 bytes a second
    }

    @Test
    void fastPathBeginsWithOneKibibyteAndDoubles() {
        assertThat(acknowledged(200, SECOND, MILLISECOND)).containsExactly(1_024, 2_048, 4_096, 8_192, 16_384, 16_384);
    }

    @Test
    void afterPauseItBeginsAgain() {
        assertThat(acknowledged(60, SECOND, MILLISECOND)).containsExactly(1_024, 2_048, 4_096, 8_192);
        assertThat(acknowledged(12, 2 * SECOND, MILLISECOND)).containsExactly(1_024, 2_048);
    }

    @Test
    void rateOfBurstIsAtLeastFortyKilobytesPerSecond() {
        assertThat(acknowledged(4, SECOND, 6 * MILLISECOND)).containsExactly(1_024);
        assertThat(acknowledged(40, 2 * SECOND, 8 * MILLISECOND)).isEmpty();
    }

    @Test
    void largePacketIsNoBurst() {
        for (int i = 0; i < 5; i++) {
            assertThat(bytes.add(3_000, SECOND + i * SECOND / 2)).isFalse();
        }
        assertThat(bytes.add(3_000, 4 * SECOND)).isTrue();
    }

    /** An MBU begins with three flushes of 1,024 bytes under way: each flight that has two packets must be acknowledged, however long its round trip. */
    @Test
    void secondPacketOfFlightIsAcknowledged() {
        assertThat(bytes.add(1_000, SECOND)).isFalse();
        assertThat(bytes.add(1_000, SECOND + 2 * MILLISECOND)).isTrue();
        assertThat(bytes.add(1_000, SECOND + 64 * MILLISECOND)).isFalse();
        assertThat(bytes.add(1_000, SECOND + 66 * MILLISECOND)).isTrue();
    }

    /** The packets of one flush come at once on a slow path, too. */
    @Test
    void packetsOfOneFlushAreNoBurst() {
        for (int i = 0; i < 15; i++) {
            assertThat(bytes.add(500, SECOND + i * SECOND / 2)).isFalse();
            assertThat(bytes.add(500, SECOND + i * SECOND / 2)).isFalse();
        }
    }

    @Test
    void whatIsAcknowledgedForAnotherReasonIsNotCountedAgain() {
        assertThat(bytes.add(15_000, SECOND)).isFalse();
        bytes.acknowledged();
        assertThat(bytes.add(15_000, 2 * SECOND)).isFalse();
    }
}
