package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Random;
import org.banip.mbu.spi.SteadyClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The window over simulated paths, with a clock of their own: a queue in front of a link, which waits for a bearer when it has been idle. */
class SendWindowTest {
    private static final Duration TARGET = Duration.ofMillis(300);
    private static final long MILLI = 1_000_000;
    private static final long SOCKETS = 128 << 10;
    private static final long OTHER_PATH_NANOS = 1_000_000_000L;
    private static final long NEVER = Long.MAX_VALUE;

    private static final class ManualClock implements SteadyClock {
        private long nanos = 1_700_000_000_000_000_000L;

        @Override
        public long epochNanos() {
            return nanos;
        }
    }

    /** An MBU, its path, and the acknowledgements; time goes on by milliseconds. */
    private static final class Path {
        private static final int FIRST_SEGMENT = 524;
        /** How far the host's clock is ahead. */
        private static final long OFFSET_NANOS = -3_600_000 * MILLI;

        private final ManualClock clock = new ManualClock();
        private int opened;
        private final SendWindow window;
        /** With several paths: the host stores what came only after what another path carries. */
        private final boolean several;

        private final ArrayDeque<Acknowledgement> stored = new ArrayDeque<>();
        private final Random random;
        private final ArrayDeque<Acknowledgement> acknowledgements = new ArrayDeque<>();
        private final long roundTripMillis;
        private long bytesPerSecond;
        private boolean bearers;
        /** The host does nothing before. */
        private long hostStartsNanos;
        /** The host is late by up to so much, each time by another time. */
        private int hostLateMillis;

        private long hostFreeNanos;
        /** How long the host lets an acknowledgement wait for others. */
        private long withinMillis;

        private long waitsUntilNanos;
        private long linkFreeNanos;
        private long backFreeNanos;
        private long timeDueNanos;
        private long next;
        private long delivered;
        private long mostQueuedNanos;
        private long queuedNanos;
        private int flushes;
        private double waiting;

        private record Acknowledgement(
                long atNanos, long next, int bytes, long requestedNanos, long receivedNanos, long receiptNanos) {}

        /** The path, without waits for a bearer. */
        Path(long bytesPerSecond, long roundTripMillis) {
            this(bytesPerSecond, roundTripMillis, 7);
        }

        Path(long bytesPerSecond, long roundTripMillis, long seed) {
            this(bytesPerSecond, roundTripMillis, seed, false);
        }

        Path(long bytesPerSecond, long roundTripMillis, long seed, boolean several) {
            this.several = several;
            window = new SendWindow(TARGET, clock, () -> opened++, new PathMeter(), several);
            random = new Random(seed);
            this.bytesPerSecond = bytesPerSecond;
            this.roundTripMillis = roundTripMillis;
        }

        /** Lets an app produce packets at a rate. Returns the share of the path's rate that was delivered. */
        double run(int seconds, double producedPerSecond, int packet) {
            long before = delivered;
            mostQueuedNanos = 0;
            for (long end = clock.nanos + seconds * 1000L * MILLI; clock.nanos < end; clock.nanos += MILLI) {
                waiting += producedPerSecond / 1000;
                while (!acknowledgements.isEmpty() && acknowledgements.peek().atNanos <= clock.nanos) {
                    Acknowledgement first = acknowledgements.remove();
                    delivered += first.bytes;
                    if (first.requestedNanos > 0) {
                        boolean unused = window.timed(first.requestedNanos, first.receivedNanos);
                    }
                    if (first.receiptNanos > 0) {
                        assertThat(window.arrived(first.receiptNanos)).isTrue();
                    }
                    if (several) {
                        stored.add(first);
                    } else {
                        window.acknowledged(new long[] {first.next});
                    }
                }
                while (!stored.isEmpty() && stored.peek().atNanos <= clock.nanos - OTHER_PATH_NANOS) {
                    window.acknowledged(new long[] {stored.remove().next}, false);
                }
                flush(packet);
                assertThat(window.nanosUntilPace()).isPositive(); // what may go went, so nobody polls again and again
            }
            return (double) (delivered - before) / seconds / bytesPerSecond;
        }

        private void flush(int packet) {
            int room = window.room();
            while (room > 0 && waiting >= packet && window.underWay() < SOCKETS) {
                long requested = window.takeTimeRequest(clock.nanos) || isTimeDue() ? clock.nanos : 0;
                int flushed = 0;
                while (waiting >= packet && flushed + packet <= Math.max(packet, Math.min(room, 1 << 14))) {
                    window.sent(0, ++next, packet);
                    waiting -= packet;
                    flushed += packet;
                }
                transmit(flushed, requested, window.isReceiptDue() ? window.takeReceiptRequest() : 0);
                room = window.room();
            }
        }

        /** A link sends a time request at the beginning, and then each minute. */
        private boolean isTimeDue() {
            boolean due = clock.nanos >= timeDueNanos;
            timeDueNanos = due ? clock.nanos + 60_000 * MILLI : timeDueNanos;
            return due;
        }

        private void transmit(int bytes, long requested, long receipt) {
            if (linkFreeNanos < clock.nanos) {
                linkFreeNanos = clock.nanos + bearer(320, 750);
            }
            mostQueuedNanos = Math.max(mostQueuedNanos, linkFreeNanos - clock.nanos);
            queuedNanos += linkFreeNanos - clock.nanos;
            flushes++;
            long arrived = linkFreeNanos
                    + Math.min(bytes, FIRST_SEGMENT) * 1_000_000_000L / bytesPerSecond
                    + roundTripMillis * MILLI / 2;
            hostFreeNanos = Math.max(hostFreeNanos, Math.max(arrived, hostStartsNanos) + late());
            long received = hostFreeNanos + OFFSET_NANOS;
            linkFreeNanos += (bytes + 50) * 1_000_000_000L / bytesPerSecond;
            long answered = Math.max(linkFreeNanos + roundTripMillis * MILLI, hostStartsNanos);
            if (requested == 0 && receipt == 0 && answered <= waitsUntilNanos) {
                Acknowledgement first = acknowledgements.removeLast();
                acknowledgements.add(new Acknowledgement(
                        first.atNanos,
                        next,
                        first.bytes + bytes,
                        first.requestedNanos,
                        first.receivedNanos,
                        first.receiptNanos));
                return;
            }
            waitsUntilNanos = requested == 0 ? answered + withinMillis * MILLI : 0;
            backFreeNanos = Math.max(backFreeNanos, Math.max(answered, waitsUntilNanos) + bearer(290, 1700));
            acknowledgements.add(new Acknowledgement(backFreeNanos, next, bytes, requested, received, receipt));
        }

        private long late() {
            return hostLateMillis == 0 ? 0 : random.nextInt(hostLateMillis) * MILLI;
        }

        private long bearer(int least, int most) {
            return bearers ? (least + random.nextInt(most - least)) * MILLI : 0;
        }

        double underWaySeconds() {
            return (double) window.underWay() / bytesPerSecond;
        }
    }

    /** A window that doubled would take six round trips. */
    @Test
    void fourRoundTripsOpenAFastPath() {
        Path path = new Path(1_000_000, 500);
        double unused = path.run(2, 1e9, 75);
        assertThat(path.window.bytes()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void socketsMayHoldMoreInEachRoundTripOfTheStart() {
        Path path = new Path(1_000_000, 100);
        double unused = path.run(1, 1e9, 75);
        assertThat(path.window.socketBytes()).isGreaterThan(120_000);
        unused = path.run(9, 1000, 75);
        long afterwards = path.window.socketBytes();
        unused = path.run(20, 1000, 75);
        assertThat(path.window.socketBytes())
                .as("not by what needs no larger buffers")
                .isEqualTo(afterwards);
    }

    @Test
    void aQueueEndsTheStart() {
        Path path = new Path(10_000, 100);
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
        Path path = new Path(bytesPerSecond, roundTripMillis);
        double unused = path.run(60, 1e9, 75);
        for (int minute = 0; minute < 10; minute++) {
            assertThat(path.run(60, 0, 75)).isGreaterThan(0.9);
            assertThat(path.mostQueuedNanos / 1e9).isLessThan(mostSeconds);
        }
    }

    /** Receipts tell what the path does, while acknowledgements wait for another one. */
    @Test
    void growsAlthoughTheHostWaitsForAnotherPath() {
        Path path = new Path(100_000, 60, 7, true);
        double unused = path.run(5, 1e9, 75);
        assertThat(path.run(55, 1e9, 75)).isGreaterThan(0.95);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(0.7);
        assertThat(path.underWaySeconds())
                .as("the path's own round trip and queue")
                .isLessThan(0.5);
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
    void waitsForBearersDoNotStarveThePath() {
        Path path = new Path(2600, 215);
        path.bearers = true;
        double unused = path.run(30, 1e9, 75);
        assertThat(path.run(300, 0, 75)).isGreaterThan(0.88);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(2.2);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 200, 500})
    void acknowledgementsThatWaitDoNotStarveThePath(long millis) {
        Path path = new Path(2600, 215);
        path.bearers = true;
        path.withinMillis = millis;
        double unused = path.run(30, 1e9, 75);
        assertThat(path.run(300, 0, 75)).isGreaterThan(0.88);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(2.2);
    }

    @ParameterizedTest
    @CsvSource({"1000000, 20", "1000000, 100", "5000000, 5"})
    void fastPathIsNotLimited(long bytesPerSecond, long roundTripMillis) {
        Path path = new Path(bytesPerSecond, roundTripMillis);
        double unused = path.run(10, 1e12, 200);
        assertThat(path.window.bytes()).isEqualTo(NEVER);
    }

    @Test
    void pathThatBecomesSlowIsNotFilled() {
        Path path = new Path(40_000, 200);
        double unused = path.run(30, 1e9, 75);
        path.bytesPerSecond = 2600;
        unused = path.run(40, 0, 75);
        assertThat(path.underWaySeconds()).isLessThan(4);
        assertThat(path.run(60, 0, 75)).isGreaterThan(0.9);
    }

    @Test
    void pathThatBecomesFastIsFilled() {
        Path path = new Path(2600, 200);
        double unused = path.run(30, 1e9, 75);
        path.bytesPerSecond = 40_000;
        unused = path.run(30, 0, 75);
        assertThat(path.run(60, 0, 75)).isGreaterThan(0.9);
    }

    @Test
    void loadBelowTheRateIsNotDelayed() {
        Path path = new Path(2600, 250);
        double unused = path.run(300, 1800, 75);
        assertThat(path.waiting).isLessThan(1800);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(2);
    }

    @ParameterizedTest
    @CsvSource({"2280, 1", "2280, 2", "2280, 3", "2280, 4", "1400, 1", "1400, 2", "900, 1", "900, 2"})
    void loadBelowTheRateDoesNotGrowIntoBacklog(double load, long seed) {
        Path path = new Path(2600, 215, seed);
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
        Path path = new Path(2600, 215);
        path.bearers = true;
        path.withinMillis = 500;
        path.hostStartsNanos = path.clock.nanos + seconds * 1000 * MILLI;
        double unused = path.run(60, 1e9, 75);
        unused = path.run(30, 0, 75);
        assertThat(path.mostQueuedNanos / 1e9).isLessThan(1.5);
    }

    @Test
    void whenNothingIsUnderWayNothingWaitsForItsPace() {
        Path path = new Path(2600, 215);
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

    @Test
    void hostThatIsLateNowAndThenLeavesNoLongQueue() {
        double queued = 0;
        long flushes = 0;
        for (int seed = 1; seed <= 8; seed++) {
            Path path = new Path(2600, 215, seed);
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
        assertThat(queued / flushes).as("mean queue, seconds").isLessThan(0.73);
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
        assertThat(window.bytes()).isEqualTo(NEVER);
    }
}
