package org.banip.mbu.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.banip.core.ban.Frequency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingScheduleTest {
    private static final long ORIGIN = 1_795_215_600_000_000_000L;
    private static final Frequency ECG = Frequency.ofHz(360);

    @Test
    void instantsDoNotDependOnTheSpeed() {
        assertThat(new SamplingSchedule(ORIGIN, 1).instantNanos(ECG, 360)).isEqualTo(ORIGIN + 1_000_000_000L);
        assertThat(new SamplingSchedule(ORIGIN, 50).instantNanos(ECG, 360)).isEqualTo(ORIGIN + 1_000_000_000L);
        assertThat(new SamplingSchedule(ORIGIN, SamplingSchedule.UNPACED).instantNanos(ECG, 360))
                .isEqualTo(ORIGIN + 1_000_000_000L);
    }

    @Test
    void unitsAreDueFasterAtHigherSpeed() {
        assertThat(new SamplingSchedule(ORIGIN, 1).dueNanos(ECG, 3600)).isEqualTo(ORIGIN + 10_000_000_000L);
        assertThat(new SamplingSchedule(ORIGIN, 10).dueNanos(ECG, 3600)).isEqualTo(ORIGIN + 1_000_000_000L);
        assertThat(new SamplingSchedule(ORIGIN, SamplingSchedule.UNPACED).dueNanos(ECG, 3600))
                .isEqualTo(ORIGIN);
    }

    @Test
    void firstUnitIsDueAtTheOrigin() {
        SamplingSchedule schedule = new SamplingSchedule(ORIGIN, 1);
        assertThat(schedule.unitsDue(ECG, ORIGIN - 1)).isZero();
        assertThat(schedule.unitsDue(ECG, ORIGIN)).isEqualTo(1);
        assertThat(schedule.unitsDue(ECG, ORIGIN + 2_777_776)).isEqualTo(1);
        assertThat(schedule.unitsDue(ECG, ORIGIN + 2_777_777)).isEqualTo(2);
    }

    @Test
    void everythingIsDueIfUnpaced() {
        SamplingSchedule schedule = new SamplingSchedule(ORIGIN, SamplingSchedule.UNPACED);
        assertThat(schedule.unitsDue(ECG, ORIGIN)).isEqualTo(Long.MAX_VALUE);
        assertThat(schedule.signalNanos(ORIGIN)).isEqualTo(Long.MIN_VALUE);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 3, 50})
    void unitIsDueExactlyFromItsDueTimeOn(double speed) {
        long seed = 4711;
        Random random = new Random(seed);
        SamplingSchedule schedule = new SamplingSchedule(ORIGIN, speed);
        for (int i = 0; i < 1000; i++) {
            Frequency frequency = new Frequency(1 + random.nextInt(1000), 1 + random.nextInt(60));
            long unit = random.nextInt(100_000);
            long due = schedule.dueNanos(frequency, unit);
            long rounding = (long) Math.ceil(speed); // nanoseconds of signal in one nanosecond
            assertThat(schedule.unitsDue(frequency, due + rounding))
                    .as("seed %s, %s Hz, unit %s", seed, frequency, unit)
                    .isGreaterThan(unit);
            if (frequency.nanosOfUnit(1) > 4 * rounding) {
                assertThat(schedule.unitsDue(frequency, due - rounding)).isLessThanOrEqualTo(unit + 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void refusesASpeedThatIsNotPositive(double speed) {
        assertThatThrownBy(() -> new SamplingSchedule(ORIGIN, speed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be above 0");
    }
}
