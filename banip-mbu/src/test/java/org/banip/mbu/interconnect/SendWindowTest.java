package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The window over simulated paths, which have a clock of their own. */
class SendWindowTest {
    static final Duration TARGET = Duration.ofMillis(300);
    static final long MILLI = 1_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    /** A window that doubled would take six round trips. */
    @Test
    void fourRoundTripsOpenAFastPath() {
        SimulatedPath path = new SimulatedPath(1_000_000, 500);
        double unused = path.run(2, 1e9, 75);
        assertThat(path.window.bytes()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void socketsMayHoldMoreInEachRoundTripOfTheStart() {
        SimulatedPath path = new SimulatedPath(1_000_000, 100);
        double unused = path.run(1, 1e9, 75);
        assertThat(path.window.socketBytes()).isGreaterThan(120_000);
        unused = path.run(9, 1000, 75);
        long afterwards = path.window.socketBytes();
        unused = path.run(20, 1000, 75);
        assertThat(path.window.socketBytes())
                .as("not by what needs no larger buffers")
                .isEqualTo(afterwards);
    }

    /** What is under way at the start of a fast path: not much more than the path and the longest queue hold, although nobody knows them yet. */
    @ParameterizedTest
    @ValueSource(longs = {60, 250})
    void socketsDoNotGrowWhileThereMayBeAQueue(long roundTripMillis) {
        SimulatedPath path = new SimulatedPath(368_000, roundTripMillis, 7, true);
        path.socketsFollow = true;
        double unused = path.run(5, 1e9, 75);
        assertThat(path.run(10, 1e9, 75)).isGreaterThan(0.95);
        assertThat(path.mostUnderWay).isLessThan(5 * 368 * (roundTripMillis + TARGET.toMillis()) / 2);
    }

    @Test
    void aQueueEndsTheStart() {
        SimulatedPath path = new SimulatedPath(10_000, 100);
        double unused = path.run(5, 1e9, 75);
        assertThat(path.window.socketBytes()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "1300, 250, 3.2",
        "2600, 250, 2.0",
        "2600, 900, 1.5",
        "10000, 400, 0.8",
        "40000, 200, 0.7",
        "40000, 700, 0.7",
        "300000, 60, 0.7"
    })
    void backlogKeepsThePathBusyAndTheQueueShort(long bytesPerSecond, long roundTripMillis, double mostSeconds) {
        SimulatedPath path = new SimulatedPath(bytesPerSecond, roundTripMillis);
        double unused = path.run(60, 1e9, 75);
        for (int minute = 0; minute < 10; minute++) {
            assertThat(path.run(60, 0, 75)).isGreaterThan(0.9);
            assertThat(path.mostQueuedNanos / 1e9).isLessThan(mostSeconds);
        }
    }

    /** Receipts tell what the path does, while acknowledgements wait for another one. */
    @Test
    void growsAlthoughTheHostWaitsForAnotherPath() {
        SimulatedPath path = new SimulatedPath(100_000, 60, 7, true);
        double unused = path.run(5, 1e9, 75);
        assertThat(path.run(55, 1e9, 75)).isGreaterThan(0.95);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(0.7);
        assertThat(path.underWaySeconds())
                .as("the path's own round trip and queue")
                .isLessThan(0.5);
    }

    /**
     * Receipts come in order, so each lost segment makes those of a round trip late. That is no queue, and the path must not fall idle for it. (The
     * filter of delays suffices for these paths; what the least window adds is measured, docs/paths.md.)
     */
    @ParameterizedTest
    @CsvSource({"300000, 200, 0.04", "500000, 170, 0.03", "130000, 120, 0.03"})
    void lossesDoNotCloseTheWindow(long bytesPerSecond, long roundTripMillis, double lost) {
        SimulatedPath path = new SimulatedPath(bytesPerSecond, roundTripMillis, 7, true);
        path.lost = lost;
        path.socketsFollow = true;
        double unused = path.run(5, 1e9, 1000);
        assertThat(path.run(30, 1e9, 1000)).isGreaterThan(0.9);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(1);
    }

    /** The least window follows the rate: what was measured before must not keep a queue. */
    @ParameterizedTest
    @CsvSource({"1250000, 50, 24", "600000, 100, 14", "1250000, 120, 24"})
    void leastWindowKeepsNoQueueWhenTheRateFalls(long bytesPerSecond, long roundTripMillis, int seconds) {
        SimulatedPath path = new SimulatedPath(bytesPerSecond, roundTripMillis, 7, true);
        double unused = path.run(10, 1e9, 1000);
        path.bytesPerSecond = bytesPerSecond / 20;
        unused = path.run(seconds, 1e6, 1000);
        assertThat(path.run(8, 1e6, 1000)).isGreaterThan(0.9);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(0.6);
        path.bytesPerSecond = bytesPerSecond;
        unused = path.run(5, 1e9, 1000);
        assertThat(path.run(5, 1e9, 1000)).isGreaterThan(0.8);
    }

    @Test
    void waitsForBearersDoNotStarveThePath() {
        SimulatedPath path = new SimulatedPath(2600, 215);
        path.bearers = true;
        double unused = path.run(30, 1e9, 75);
        assertThat(path.run(300, 0, 75)).isGreaterThan(0.88);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(2.2);
    }

    /** The first delays of a connection contain waits for bearers. Until a shorter one was seen, a part of the queue is taken for the path's own delay. */
    @Test
    void afterFortySecondsTheQueueIsNoLongerThanTheWayOutExplains() {
        double seconds = 0;
        double share = 0;
        int runs = 40;
        for (int seed = 0; seed < runs; seed++) {
            SimulatedPath path = new SimulatedPath(2600, 215, seed);
            path.bearers = true;
            path.withinMillis = 500;
            double unused = path.run(40, 7_800, 100);
            path.queuedNanos = 0;
            path.flushes = 0;
            share += path.run(90, 7_800, 100) / runs;
            seconds += path.queuedNanos / 1e9 / path.flushes / runs;
        }
        assertThat(seconds).as("mean queue in front of a flush, in s").isLessThan(0.44);
        assertThat(share).as("delivered, of the rate").isGreaterThan(0.94);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 200, 500})
    void acknowledgementsThatWaitDoNotStarveThePath(long millis) {
        SimulatedPath path = new SimulatedPath(2600, 215);
        path.bearers = true;
        path.withinMillis = millis;
        double unused = path.run(30, 1e9, 75);
        assertThat(path.run(300, 0, 75)).isGreaterThan(0.88);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(2.2);
    }

    @ParameterizedTest
    @CsvSource({"1000000, 20", "1000000, 100", "5000000, 5"})
    void fastPathIsNotLimited(long bytesPerSecond, long roundTripMillis) {
        SimulatedPath path = new SimulatedPath(bytesPerSecond, roundTripMillis);
        double unused = path.run(10, 1e12, 200);
        assertThat(path.window.bytes()).isEqualTo(NEVER);
    }

    @Test
    void pathThatBecomesSlowIsNotFilled() {
        SimulatedPath path = new SimulatedPath(40_000, 200);
        double unused = path.run(30, 1e9, 75);
        path.bytesPerSecond = 2600;
        unused = path.run(40, 0, 75);
        assertThat(path.underWaySeconds()).isLessThan(4);
        assertThat(path.run(60, 0, 75)).isGreaterThan(0.9);
    }

    /** The time of the interruption is neither a queue nor a round trip. */
    @ParameterizedTest
    @CsvSource({"2600, 215", "10000, 100", "300000, 60"})
    void pathThatWasInterruptedIsFilledSoon(long bytesPerSecond, long roundTripMillis) {
        SimulatedPath path = new SimulatedPath(bytesPerSecond, roundTripMillis);
        double unused = path.run(60, bytesPerSecond / 2.0, 75);
        path.interrupt(30);
        unused = path.run(30, bytesPerSecond / 2.0, 75);
        path.window.interrupted();
        assertThat(path.run(12, bytesPerSecond / 2.0, 75)).isGreaterThan(0.85);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(2.5);
        assertThat(path.window.underWay()).isPositive();
    }

    @Test
    void pathThatBecomesFastIsFilled() {
        SimulatedPath path = new SimulatedPath(2600, 200);
        double unused = path.run(30, 1e9, 75);
        path.bytesPerSecond = 40_000;
        unused = path.run(30, 0, 75);
        assertThat(path.run(60, 0, 75)).isGreaterThan(0.9);
    }

    @Test
    void loadBelowTheRateIsNotDelayed() {
        SimulatedPath path = new SimulatedPath(2600, 250);
        double unused = path.run(300, 1800, 75);
        assertThat(path.waiting).isLessThan(1800);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(2);
    }

    @ParameterizedTest
    @CsvSource({"2280, 1", "2280, 2", "2280, 3", "2280, 4", "1400, 1", "1400, 2", "900, 1", "900, 2"})
    void loadBelowTheRateDoesNotGrowIntoBacklog(double load, long seed) {
        SimulatedPath path = new SimulatedPath(2600, 215, seed);
        path.bearers = true;
        path.withinMillis = 500;
        double unused = path.run(60, load, 250);
        for (int minute = 1; minute < 20; minute++) {
            unused = path.run(60, load, 250);
            assertThat(path.waiting).as("after minute %d", minute).isLessThan(2 * load);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3, 5, 8})
    void hostThatStartsSlowlyLeavesNoLongQueue(long seconds) {
        SimulatedPath path = new SimulatedPath(2600, 215);
        path.bearers = true;
        path.withinMillis = 500;
        path.hostStartsNanos = path.clock.nanos + seconds * 1000 * MILLI;
        double unused = path.run(60, 1e9, 75);
        unused = path.run(30, 0, 75);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(1.5);
    }

    @Test
    void whenNothingIsUnderWayNothingWaitsForItsPace() {
        SimulatedPath path = new SimulatedPath(2600, 215);
        path.bearers = true;
        double unused = path.run(60, 1e9, 75);
        path.window.sent(0, ++path.next, 8 * SendWindow.FLUSH);
        path.opened = 0;
        assertThat(path.window.room()).isZero();
        path.window.acknowledged(new long[] {path.next}); // much earlier than the learned rate allows
        assertThat(path.window.underWay()).isZero();
        assertThat(path.opened).isOne();
        assertThat(path.window.room()).isPositive();
    }

    /** A new connection does not wait a second for its first acknowledgements. */
    @ParameterizedTest
    @ValueSource(longs = {20_000, 60_000})
    void newConnectionFetchesAcknowledgements(long bytesPerSecond) {
        SimulatedPath path = new SimulatedPath(bytesPerSecond, 75);
        path.withinMillis = 1000;
        path.answersAcknowledge = true;
        assertThat(path.run(5, 1e9, 1000)).isGreaterThan(0.8);
    }

    /** 10 kB are 3.8 s here: what does not fit into a router's queue is lost, and TCP then holds back what came after it. */
    @Test
    void startOverASlowPathOverflowsNoShortQueue() {
        double share = 0;
        for (int seed = 1; seed <= 24; seed++) {
            for (int hostStarts = 0; hostStarts <= 6; hostStarts += 3) {
                SimulatedPath path = new SimulatedPath(2600, 215, seed);
                path.bearers = true;
                path.withinMillis = 1000;
                path.answersAcknowledge = true;
                path.hostLateMillis = 50;
                path.hostStartsNanos = path.clock.nanos + hostStarts * 1000L * MILLI;
                double unused = path.run(20, 1e6, 150);
                assertThat(path.mostQueuedNanos / 1e9)
                        .as("seed %d, host starts after %d s", seed, hostStarts)
                        .isLessThan(3.5);
                share += path.run(20, 1e6, 150);
            }
        }
        assertThat(share / 72).isGreaterThan(0.88);
    }

    /** What was held back comes to the host at once, as behind a segment that TCP had to repeat. That is no fast path. */
    @Test
    void whatComesLateAllAtOnceLeavesNoLongQueue() {
        for (int seed = 1; seed <= 24; seed++) {
            SimulatedPath path = new SimulatedPath(2600, 215, seed);
            path.bearers = true;
            path.withinMillis = 1000;
            path.answersAcknowledge = true;
            path.hostLateMillis = 50;
            double unused = path.run(60, 1e9, 150);
            path.hostStartsNanos = path.clock.nanos + 13_000 * MILLI;
            unused = path.run(20, 0, 150);
            path.waiting = 0;
            unused = path.run(60, 1400, 150);
            unused = path.run(60, 1e9, 150);
            assertThat(path.mostQueuedNanos / 1e9).as("seed %d", seed).isLessThan(3.3);
        }
    }

    @Test
    void hostThatIsLateNowAndThenLeavesNoLongQueue() {
        double queued = 0;
        long flushes = 0;
        for (int seed = 1; seed <= 48; seed++) {
            SimulatedPath path = new SimulatedPath(2600, 215, seed);
            path.bearers = true;
            path.withinMillis = 1000;
            path.hostLateMillis = 400;
            double unused = path.run(120, 1e9, 75);
            path.queuedNanos = 0;
            path.flushes = 0;
            assertThat(path.run(600, 0, 75)).isGreaterThan(0.85);
            queued += path.queuedNanos / 1e9;
            flushes += path.flushes;
        }
        assertThat(queued / flushes).as("mean queue, seconds").isLessThan(0.8);
    }
}
