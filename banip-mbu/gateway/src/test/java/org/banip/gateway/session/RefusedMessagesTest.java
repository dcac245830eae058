package org.banip.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RefusedMessagesTest {
    private static final long PATIENCE = RefusedMessages.PATIENCE_NANOS;

    private final RefusedMessages refused = new RefusedMessages();

    @Test
    void laterMessagesWaitUntilTheFirstOneIsOfferedAgain() {
        refused.noRoom(10, 0);
        assertThat(refused.goesBefore(11, 1)).isTrue();
        refused.waits(11);
        assertThat(refused.goesBefore(10, 2)).isFalse();
        refused.offered(10);
        assertThat(refused.goesBefore(12, 3)).as("11 waits").isTrue();
        refused.offered(11);
        assertThat(refused.goesBefore(12, 4)).isFalse();
    }

    @Test
    void anEarlierOneDoesNotWait() {
        refused.noRoom(10, 0);
        assertThat(refused.goesBefore(9, 1)).isFalse();
    }

    @Test
    void nobodyWaitsForWhatDoesNotComeAgain() {
        refused.noRoom(10, 0);
        assertThat(refused.goesBefore(11, PATIENCE - 1)).isTrue();
        assertThat(refused.goesBefore(11, PATIENCE)).isFalse();
    }

    @Test
    void aDeviceThatOffersNothingTwiceIsHeardAgainAfterThePatience() {
        refused.noRoom(0, 0);
        for (long second = 1; second < 30; second++) {
            assertThat(refused.goesBefore(second, second * PATIENCE / 30)).isTrue();
            refused.waits(second);
        }
        assertThat(refused.goesBefore(30, PATIENCE)).isFalse();
    }

    @Test
    void whatIsOfferedAgainWithoutRoomIsWaitedForAnew() {
        refused.noRoom(10, 0);
        refused.offered(10);
        refused.noRoom(10, PATIENCE - 1);
        assertThat(refused.goesBefore(11, 2 * PATIENCE - 2)).isTrue();
    }

    @Test
    void theirNumberIsBounded() {
        for (long message = 0; message < 1_000; message++) {
            refused.noRoom(message, 0);
        }
        assertThat(refused.goesBefore(500, 1)).isTrue();
        for (long message = 0; message < 256; message++) {
            refused.offered(message);
        }
        assertThat(refused.goesBefore(2_000, 1)).isFalse();
    }
}
