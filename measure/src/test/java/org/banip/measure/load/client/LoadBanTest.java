package org.banip.measure.load.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.banip.core.ban.Frequency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadBanTest {
    private static final Frequency SLOW = Frequency.parse("1/60");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100, 101, 255, 256, 990, 1000, 4096, 65_536, 131_072})
    void aPacketHasExactlyThePayloadAndFollowsTheOneBeforeOnTheGrid(int bytes) {
        LoadBan ban = LoadBan.of(SLOW, bytes);
        assertThat(ban.payloadBytes()).isEqualTo(bytes);
        assertThat(ban.units()).isBetween(1, 255);
        Frequency sampling = ban.group().frequency();
        assertThat(sampling.nanosOfUnit(7L * ban.units())).isEqualTo(SLOW.nanosOfUnit(7));
    }

    @Test
    void aPayloadThatNoPacketHasIsRefused() {
        assertThatThrownBy(() -> LoadBan.of(SLOW, 130_003)) // a prime
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("exactly 130003 bytes");
        assertThatThrownBy(() -> LoadBan.of(SLOW, 131_073)).hasMessageContaining("allowed are 1 to 131072");
    }
}
