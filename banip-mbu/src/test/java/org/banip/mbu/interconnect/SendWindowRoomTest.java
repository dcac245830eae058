package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.mbu.interconnect.SendWindowTest.MILLI;
import static org.banip.mbu.interconnect.SendWindowTest.TARGET;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** For what the window has room, step by step: at the beginning, for alarms, and for what others wait for. */
class SendWindowRoomTest {
    /** What TCP begins with may be under way at once on a path with a short round trip; a slow one begins with less. */
    @ParameterizedTest
    @CsvSource({"100, 10", "140, 10", "160, 3", "215, 3", "1500, 3"})
    void severalPathsBeginAsTcpDoes(long roundTripMillis, int flushes) {
        ManualClock clock = new ManualClock();
        PathMeter meter = new PathMeter();
        meter.requested(clock.epochNanos());
        assertThat(meter.answered(clock.epochNanos(), clock.epochNanos() + roundTripMillis * MILLI))
                .isTrue();
        SendWindow window = new SendWindow(TARGET, clock, () -> {}, meter, true);
        assertThat(window.room()).isPositive();
        assertThat(window.bytes()).isEqualTo((long) flushes * SendWindow.FLUSH);
        SendWindow alone = new SendWindow(TARGET, clock, () -> {}, meter, false);
        assertThat(alone.room()).isPositive();
        assertThat(alone.bytes()).isEqualTo(3L * SendWindow.FLUSH);
    }

    /** An alarm in a body of its own has no receipt, also if another path had left it behind. */
    @Test
    void acknowledgedAlarmsOfABodyOfTheirOwnAreNotUnderWay() {
        SendWindow window = new SendWindow(TARGET, new ManualClock(), () -> {}, new PathMeter(), true);
        window.sentApart(1, 2, 100);
        window.sentApart(1, 1, 100);
        window.sent(0, 1, 100);
        assertThat(window.underWay()).isEqualTo(300);
        window.acknowledged(new long[] {0, 2}, false);
        assertThat(window.underWay()).isEqualTo(100);
        window.acknowledged(new long[] {1, 2}, false);
        assertThat(window.underWay()).isZero();
    }

    @Test
    void whatIsAcknowledgedAfterAnInterruptionIsNotMeasured() {
        ManualClock clock = new ManualClock();
        SendWindow window = new SendWindow(TARGET, clock, () -> {});
        window.sent(0, 1, 1000);
        clock.nanos += 30_000 * MILLI;
        window.interrupted();
        long before = window.bytes();
        window.sent(0, 2, 1000);
        window.acknowledged(new long[] {1});
        assertThat(window.underWay()).isLessThan(1200);
        assertThat(window.bytes()).isEqualTo(before);
    }

    @Test
    void alarmMayExceedTheWindowAndIsBounded() {
        ManualClock clock = new ManualClock();
        SendWindow window = new SendWindow(TARGET, clock, () -> {});
        window.sent(0, 1, 3 * SendWindow.FLUSH);
        assertThat(window.room()).isZero();
        assertThat(window.roomBeyond()).isPositive();
        window.sent(0, 2, 16 << 10);
        assertThat(window.roomBeyond()).isZero();
    }

    @Test
    void whatOthersWaitForAtTheHostIsSentHoweverMuchIsUnderWay() {
        ManualClock clock = new ManualClock();
        SendWindow window = new SendWindow(TARGET, clock, () -> {});
        window.sent(0, 100, 40 << 10);
        assertThat(window.room()).isZero();
        for (int next = 1; next < 100; next++) {
            assertThat(window.roomBeyond()).as("bytes for item %s", next).isPositive();
            window.sent(0, next, 1 << 10);
            clock.nanos += MILLI;
            window.acknowledged(new long[] {next});
        }
        window.acknowledged(new long[] {100});
        assertThat(window.underWay()).isZero();
    }

    @Test
    void whatOthersWaitForIsBounded() {
        SendWindow window = new SendWindow(TARGET, new ManualClock(), () -> {});
        window.sent(0, 100, 40 << 10);
        window.sent(0, 1, 16 << 10);
        assertThat(window.roomBeyond()).isZero();
    }

    @Test
    void alarmOfItsOwnBodyIsStoredBeforeOlderItems() {
        ManualClock clock = new ManualClock();
        SendWindow window = new SendWindow(TARGET, clock, () -> {});
        window.sent(0, 1, 3 * SendWindow.FLUSH);
        assertThat(window.roomBeyond()).isPositive();
        window.sentApart(1, 1, 16 << 10);
        assertThat(window.roomBeyond()).isZero();
        window.acknowledged(new long[] {0, 1});
        assertThat(window.roomBeyond()).isPositive();
        assertThat(window.room()).isZero();
        window.acknowledged(new long[] {1, 1});
        assertThat(window.underWay()).isZero();
    }

    @Test
    void alarmThatFindsNoRoomIsWokenBeforeTheWindowOpens() {
        ManualClock clock = new ManualClock();
        int[] opened = new int[1];
        SendWindow window = new SendWindow(TARGET, clock, () -> opened[0]++);
        window.sent(0, 1, 3 * SendWindow.FLUSH);
        for (int alarm = 1; alarm <= 16; alarm++) {
            window.sentApart(1, alarm, 1 << 10);
        }
        assertThat(window.room()).isZero();
        assertThat(window.roomBeyond()).isZero();
        clock.nanos += 100 * MILLI;
        window.acknowledged(new long[] {0, 1});
        assertThat(opened[0]).isOne();
        assertThat(window.room()).isZero();
    }

    @Test
    void acknowledgementOpensItOnlyForWhatWaits() {
        ManualClock clock = new ManualClock();
        int[] opened = new int[1];
        SendWindow window = new SendWindow(TARGET, clock, () -> opened[0]++);
        window.sent(0, 1, 3 * SendWindow.FLUSH);
        clock.nanos += 100 * MILLI;
        window.acknowledged(new long[] {1, 0});
        assertThat(opened[0]).isZero();
        window.sent(1, 1, 3 * SendWindow.FLUSH);
        assertThat(window.room()).isZero();
        window.acknowledged(new long[] {1, 0});
        assertThat(opened[0]).isZero();
        clock.nanos += 100 * MILLI;
        window.acknowledged(new long[] {1, 1});
        assertThat(opened[0]).isOne();
        assertThat(window.underWay()).isZero();
        assertThat(window.room()).isPositive();
    }

    @Test
    void zeroIsNoLimit() {
        SendWindow window = new SendWindow(Duration.ZERO, new ManualClock(), () -> {});
        window.sent(0, 1, 1 << 20);
        assertThat(window.room()).isEqualTo(Integer.MAX_VALUE);
        assertThat(window.bytes()).isEqualTo(Long.MAX_VALUE);
    }
}
