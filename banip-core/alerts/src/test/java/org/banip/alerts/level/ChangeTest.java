package org.banip.alerts.level;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.banip.alerts.signals.Watched;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;

class ChangeTest {
    private static final SensorGroup GROUP = Watched.group("1", "SpO2 % 10");

    @Test
    void aRiseAndAFallWithinTheTimeAreFound() {
        assertThat(watched("'by':4,'withinMillis':10000")
                        .times(20, 98)
                        .next(93.9)
                        .next(94)
                        .times(10, 94)
                        .next(99)
                        .times(11, 99)
                        .findings())
                .containsExactly(
                        "t fall begins since 20 at 20 value -4.1",
                        "t fall ends since 20 at 21 value -4",
                        "t rise begins since 32 at 32 value 5",
                        "t rise ends since 32 at 42 value 0");
    }

    @Test
    void aSlowChangeIsNone() {
        Watched watched = watched("'by':4,'withinMillis':10000");
        for (int i = 0; i < 200; i++) {
            watched.next(50 + 0.4 * i);
        }
        assertThat(watched.findings()).isEmpty();
    }

    @Test
    void theOtherDirectionDoesNotCount() {
        assertThat(watched("'by':4,'withinMillis':10000,'direction':'rise'")
                        .next(98)
                        .next(50)
                        .findings())
                .isEmpty();
    }

    @Test
    void valuesBeforeAGapDoNotCount() {
        assertThat(watched("'by':4,'withinMillis':10000")
                        .next(98)
                        .leaveOut(1)
                        .next(50)
                        .findings())
                .isEmpty();
    }

    @Test
    void extremesAreThoseOfAllValuesOfTheTime() {
        Random random = new Random(7);
        Extreme highest = new Extreme(true, 12);
        Extreme lowest = new Extreme(false, 12);
        Deque<Double> values = new ArrayDeque<>();
        for (int i = 0; i < 10_000; i++) {
            double value = random.nextInt(50);
            values.addLast(value);
            if (values.size() > 11) {
                values.removeFirst();
            }
            assertThat(highest.next(value, i, i - 10))
                    .isEqualTo(values.stream().mapToDouble(x -> x).max().orElseThrow());
            assertThat(lowest.next(value, i, i - 10))
                    .isEqualTo(values.stream().mapToDouble(x -> x).min().orElseThrow());
        }
    }

    private static Watched watched(String fields) {
        return new Watched(GROUP, "{'name':'t','kind':'change','group':'g','channel':'SpO2'," + fields + "}");
    }
}
