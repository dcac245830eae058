package org.banip.measure.load.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.core.ban.Frequency;
import org.junit.jupiter.api.Test;

class LatencyRecordTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final Frequency FOUR = Frequency.ofHz(4);

    @Test
    void aClientThatWasHeldUpDoesNotHideTheWait() {
        LoadTimes times = new LoadTimes(0, 0, 0, 10 * SECOND, 10 * SECOND);
        MbuSchedule schedule = MbuSchedule.of(FOUR, times, 0, 1);
        LatencyRecord record = new LatencyRecord();
        long woken = 2 * SECOND; // nothing was written before, though a packet fell due every 250 ms
        assertThat(schedule.dueBy(woken)).isEqualTo(9);
        for (long sequence = 0; sequence < 8; sequence++) {
            record.written(times, schedule.dueNanos(sequence), woken);
            record.acknowledged(times, schedule.dueNanos(sequence), woken + MILLI);
        }
        assertThat(record.latency().getMaxValue() / 1000).isBetween(2000L, 2002L);
        assertThat(record.latency().getValueAtPercentile(50) / 1000).isBetween(1000L, 1002L);
        assertThat(record.latency().getMinValue() / 1000).isBetween(250L, 252L);
        assertThat(record.sendLate().getMaxValue() / 1000).isBetween(1999L, 2001L);
    }

    @Test
    void onlyWhatFellDueInTheWindowCountsAndWhatIsNeverAcknowledgedCountsWithItsAge() {
        LoadTimes times = new LoadTimes(0, 0, 10 * SECOND, 20 * SECOND, 30 * SECOND);
        LatencyRecord record = new LatencyRecord();
        record.acknowledged(times, 10 * SECOND - 1, 10 * SECOND + 1); // due before, acknowledged in it
        record.acknowledged(times, 10 * SECOND, 10 * SECOND + MILLI);
        record.acknowledged(times, 20 * SECOND - 1, 20 * SECOND);
        record.acknowledged(times, 20 * SECOND, 20 * SECOND + MILLI);
        record.unanswered(times, 15 * SECOND, 75 * SECOND);
        record.unanswered(times, 21 * SECOND, 75 * SECOND);
        assertThat(record.latency().getTotalCount()).isEqualTo(3);
        assertThat(record.latency().getMaxValue() / 1_000_000.0).isBetween(59.9, 60.1);
        assertThat(record.acknowledgedInWindow()).isEqualTo(2);
    }

    @Test
    void mbusArePhasedEvenlyOverThePeriodAndBeginOneAfterTheOther() {
        LoadTimes times = new LoadTimes(SECOND, 2 * SECOND, 3 * SECOND, 5 * SECOND, 5 * SECOND);
        List<Long> first = List.of(0, 1, 2, 3).stream()
                .map(mbu -> MbuSchedule.of(FOUR, times, mbu, 4).dueNanos(0))
                .toList();
        // phases of 62.5 ms; eight periods of ramp, two more for each MBU
        assertThat(first)
                .containsExactly(
                        SECOND,
                        SECOND + 500 * MILLI + 62_500_000,
                        SECOND + 1000 * MILLI + 125_000_000,
                        SECOND + 1500 * MILLI + 187_500_000);
    }

    @Test
    void nothingFallsDueAtTheEndOrLater() {
        LoadTimes times = new LoadTimes(SECOND, 0, SECOND, 2 * SECOND, 2 * SECOND);
        MbuSchedule schedule = MbuSchedule.of(FOUR, times, 0, 1);
        assertThat(schedule.dueBy(SECOND - 1)).isZero();
        assertThat(schedule.dueBy(SECOND)).isEqualTo(1);
        assertThat(schedule.dueBy(SECOND + 250 * MILLI - 1)).isEqualTo(1);
        assertThat(schedule.dueBy(2 * SECOND)).isEqualTo(4);
        assertThat(schedule.dueBy(100 * SECOND)).isEqualTo(4);
        assertThat(schedule.endingAt(SECOND + 250 * MILLI).dueBy(100 * SECOND)).isEqualTo(1);
    }
}
