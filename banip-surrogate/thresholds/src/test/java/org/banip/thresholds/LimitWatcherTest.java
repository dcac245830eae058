package org.banip.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.thresholds.Watcher.Outcome.BEGINS;
import static org.banip.thresholds.Watcher.Outcome.ENDS;
import static org.banip.thresholds.Watcher.Outcome.NOTHING;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;

class LimitWatcherTest {
    private static final long SECOND = 1_000_000_000L;
    private static final SensorGroup GROUP =
            SensorGroup.live("vitals", Frequency.ofHz(1), List.of(new Channel("HR", "/min", 9, 0, 300, 0, 300)));

    private static Watcher watcher(boolean above, double limit, double hysteresis, int lastingSeconds) {
        return Watcher.of(
                new Rule.Limit(
                        "rule",
                        new Rule.Place(Optional.empty(), "HR"),
                        above,
                        limit,
                        hysteresis,
                        Duration.ofSeconds(lastingSeconds)),
                GROUP);
    }

    @Test
    void beginsBeyondItsLimitAndEndsAtIt() {
        Watcher above = watcher(true, 120, 0, 0);
        assertThat(above.next(SECOND, 120)).isEqualTo(NOTHING);
        assertThat(above.next(2 * SECOND, 121)).isEqualTo(BEGINS);
        assertThat(above.next(3 * SECOND, 140)).isEqualTo(NOTHING);
        assertThat(above.next(4 * SECOND, 120)).isEqualTo(ENDS);
        Watcher below = watcher(false, 90, 0, 0);
        assertThat(below.next(SECOND, 90)).isEqualTo(NOTHING);
        assertThat(below.next(2 * SECOND, 89.5)).isEqualTo(BEGINS);
        assertThat(below.next(3 * SECOND, 91)).isEqualTo(ENDS);
    }

    @Test
    void endsOnlyInsideItsHysteresis() {
        Watcher above = watcher(true, 120, 5, 0);
        assertThat(above.next(SECOND, 125)).isEqualTo(BEGINS);
        assertThat(above.next(2 * SECOND, 119)).isEqualTo(NOTHING);
        assertThat(above.next(3 * SECOND, 121)).isEqualTo(NOTHING);
        assertThat(above.next(4 * SECOND, 115)).isEqualTo(ENDS);
        assertThat(above.next(5 * SECOND, 119)).isEqualTo(NOTHING);
    }

    @Test
    void mustLastWithoutASampleInsideAndWithoutAGap() {
        Watcher above = watcher(true, 120, 0, 3);
        assertThat(above.next(SECOND, 130)).isEqualTo(NOTHING);
        assertThat(above.next(3 * SECOND, 130)).isEqualTo(NOTHING);
        assertThat(above.next(4 * SECOND - 1, 100)).isEqualTo(NOTHING);
        assertThat(above.next(4 * SECOND, 130)).isEqualTo(NOTHING);
        above.interrupt();
        assertThat(above.next(8 * SECOND, 130)).isEqualTo(NOTHING);
        assertThat(above.next(11 * SECOND, 130)).isEqualTo(BEGINS);
        above.interrupt();
        assertThat(above.next(20 * SECOND, 130)).isEqualTo(NOTHING);
        assertThat(above.next(21 * SECOND, 110)).isEqualTo(ENDS);
    }

    @Test
    void timeBeginsAnewWhenTheClockIsSetBack() {
        Watcher above = watcher(true, 120, 0, 3);
        assertThat(above.next(10 * SECOND, 130)).isEqualTo(NOTHING);
        assertThat(above.next(SECOND, 130)).isEqualTo(NOTHING);
        assertThat(above.next(3 * SECOND, 130)).isEqualTo(NOTHING);
        assertThat(above.next(4 * SECOND, 130)).isEqualTo(BEGINS);
    }

    @Test
    void negativeHysteresisIsRefused() {
        assertThatThrownBy(() -> watcher(true, 120, -1, 0)).hasMessageContaining("hysteresis -1.0");
    }
}
