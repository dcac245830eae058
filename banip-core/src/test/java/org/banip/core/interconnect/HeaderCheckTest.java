package org.banip.core.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeaderCheckTest {
    /** The values were computed bit by bit from the polynomial. The first one is in docs/protocol.md. */
    @Test
    void isTheChecksumOfTheValues() {
        assertThat(HeaderCheck.of("alice", null)).isEqualTo("cef14f3a");
        assertThat(HeaderCheck.of("alice", "host-2")).isEqualTo("5da3631f");
        assertThat(HeaderCheck.of("ward-1")).isEqualTo("1770c86e");
    }

    @Test
    void eachDamagedBitIsFound() {
        String check = HeaderCheck.of("ward-1");
        for (int at = 0; at < 6; at++) {
            for (int bit = 0; bit < 8; bit++) {
                char[] damaged = "ward-1".toCharArray();
                damaged[at] ^= (char) (1 << bit);
                assertThat(HeaderCheck.contradicts(check, new String(damaged))).isTrue();
            }
        }
        assertThat(HeaderCheck.contradicts(check, new String[] {null})).isTrue();
    }

    @Test
    void whoSendsNoneIsBelieved() {
        assertThat(HeaderCheck.contradicts(null, "ward-1")).isFalse();
        assertThat(HeaderCheck.contradicts(HeaderCheck.of("ward-1"), "ward-1")).isFalse();
    }
}
