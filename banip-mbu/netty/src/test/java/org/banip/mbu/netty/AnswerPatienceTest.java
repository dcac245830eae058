package org.banip.mbu.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AnswerPatienceTest {
    private static final Duration SILENCE = Duration.ofSeconds(15);

    private final AnswerPatience patience = new AnswerPatience(Duration.ofSeconds(1));
    private final Channel connection = new EmbeddedChannel();

    @Test
    void isAtLeastFourRoundTrips() {
        assertThat(patience.millis(connection, SILENCE)).isEqualTo(1000);
        AnswerPatience.noteRoundTrip(connection, Duration.ofMillis(200).toNanos());
        assertThat(patience.millis(connection, SILENCE)).isEqualTo(1000);
        AnswerPatience.noteRoundTrip(connection, Duration.ofMillis(600).toNanos());
        assertThat(patience.millis(connection, SILENCE)).isEqualTo(2400);
    }

    /** Otherwise an answer that is held back would be taken for a host that is gone. */
    @Test
    void endsBeforeSilenceEndsTheConnection() {
        AnswerPatience.noteRoundTrip(connection, Duration.ofSeconds(5).toNanos());
        assertThat(patience.millis(connection, SILENCE)).isEqualTo(7500);
    }
}
