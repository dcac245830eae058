package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoredBytesTest {
    private static final long MILLISECOND = 1_000_000;

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
        assertThat(acknowledged(200, 0, 30 * MILLISECOND))
                .containsExactly(16_384, 16_384, 16_384); // 8,500 bytes a second
    }

    @Test
    void fastPathBeginsWithTwoKibibytesAndDoubles() {
        assertThat(acknowledged(200, 0, MILLISECOND)).containsExactly(2_048, 4_096, 8_192, 16_384, 16_384);
    }

    @Test
    void afterPauseItBeginsAgain() {
        assertThat(acknowledged(56, 0, MILLISECOND)).containsExactly(2_048, 4_096, 8_192);
        assertThat(acknowledged(24, 1_000 * MILLISECOND, MILLISECOND)).containsExactly(2_048, 4_096);
    }

    @Test
    void rateOfBurstIsAtLeastFortyKilobytesPerSecond() {
        assertThat(acknowledged(8, 0, 6 * MILLISECOND)).containsExactly(2_048);
        assertThat(acknowledged(40, 1_000 * MILLISECOND, 8 * MILLISECOND)).isEmpty();
    }
}
