package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.SteadyClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a path learns from acknowledgements that take long. */
class PathMeterTest {
    private static final long MILLI = 1_000_000L;
    private static final Duration FLOOR = Duration.ofMillis(50);
    private static final Duration BACK = Duration.ofMillis(100);

    private final PathMeter meter = meter(0);
    private long now = 1_000 * MILLI;

    private static PathMeter meter(int number) {
        return new PathMeter(
                number,
                PathSettings.named("p" + number),
                PathPolicySettings.DEFAULT.times(FLOOR, BACK),
                Duration.ZERO,
                PathEnd.none("p" + number));
    }

    @BeforeEach
    void learn() {
        for (int i = 0; i < 50; i++) {
            meter.roundTrip(40 * MILLI, now);
        }
    }

    /** Waits for an acknowledgement. Returns whether the path is still good. */
    private boolean waits(long millis) {
        meter.observe(millis * MILLI, now);
        return meter.isGood();
    }

    private void probe(long millis) {
        assertThat(meter.takeProbe(now)).isTrue();
        meter.requested(now);
        long sent = now;
        now += millis * MILLI;
        assertThat(meter.answered(sent, now)).isTrue();
        now += 100 * MILLI;
    }

    private void comeBack() {
        meter.observe(0, now);
        for (int probes = 0; !meter.isGood() && probes < 100; probes++) {
            probe(40);
        }
        assertThat(meter.isGood()).isTrue();
    }

    @Test
    void isNotLateTwiceForAPauseThatLostNothing() {
        assertThat(waits(119)).isTrue();
        assertThat(waits(150)).isFalse();
        assertThat(meter.isAnswering()).isFalse();
        meter.observe(0, now);
        probe(40);
        assertThat(meter.isAnswering()).isTrue();
        comeBack();
        assertThat(waits(150)).as("so long it took once").isTrue();
        assertThat(waits(2000)).isFalse();
    }

    /** At the start both ends load classes and make connections. */
    @Test
    void aSlowFirstAcknowledgementDoesNotDelayDetection() {
        PathMeter begins = meter(1);
        begins.roundTrip(500 * MILLI, now);
        for (int i = 0; i < 100; i++) {
            begins.roundTrip(40 * MILLI, now);
        }
        begins.observe(119 * MILLI, now);
        assertThat(begins.isGood()).isTrue();
        begins.observe(150 * MILLI, now);
        assertThat(begins.isGood()).isFalse();
    }

    @Test
    void aPathThatAnswersAfterASecondTryOnlyComesBackLater() {
        assertThat(waits(150)).isFalse();
        meter.observe(0, now);
        for (int probes = 0; probes < 2; probes++) {
            probe(110); // longer than two round trips, and less than the limit
        }
        assertThat(meter.isAnswering()).isTrue();
        assertThat(meter.isGood()).isFalse();
        probe(110);
        assertThat(meter.isGood()).as("in time for five times as long").isTrue();
    }

    /** Else a path that carried little before a transfer would seem slow at its beginning. */
    @Test
    void theRateIsNotMeasuredOverAPause() {
        meter.acknowledged(100, 40 * MILLI, now);
        now += 10_000 * MILLI;
        meter.acknowledged(10_000, 40 * MILLI, now);
        assertThat(meter.bytesPerSecond()).as("not known").isZero();
        for (int i = 0; i < 6; i++) {
            now += 50 * MILLI;
            meter.acknowledged(10_000, 40 * MILLI, now);
        }
        assertThat(meter.bytesPerSecond()).isEqualTo(200_000);
    }

    /** While a path is dead, what is under way there is not acknowledged: that is no pause of the sender. */
    @Test
    void theRateIsMeasuredOverAnOutage() {
        meter.acknowledged(100, 40 * MILLI, now);
        now += 10_000 * MILLI;
        meter.acknowledged(10_000, 9_990 * MILLI, now);
        assertThat(meter.bytesPerSecond()).isEqualTo(1_000);
    }

    @Test
    void anOutageDoesNotMakeItPatient() {
        assertThat(waits(150)).isFalse();
        probe(5_000);
        comeBack();
        assertThat(waits(150)).isFalse();
    }

    @Test
    void anAcknowledgementThatCameAtLastMakesItPatient() {
        meter.roundTrip(110 * MILLI, now);
        for (int i = 0; i < 50; i++) {
            meter.roundTrip(40 * MILLI, now);
        }
        assertThat(waits(135)).isTrue();
        assertThat(waits(140)).isFalse();
    }

    @Test
    void expectsNoMoreOfAPathThanOfItsOverdueAcknowledgement() {
        assertThat(meter.expectedNanos(100)).isEqualTo(20 * MILLI);
        assertThat(waits(45)).isTrue();
        assertThat(meter.expectedNanos(100)).isEqualTo(45 * MILLI);
        assertThat(waits(39)).isTrue();
        assertThat(meter.expectedNanos(100)).isEqualTo(20 * MILLI);
    }

    /** While a transfer begins, the rate is that of less than the path could carry. */
    @Test
    void whatTheLastReceiptTookCountsIfThatIsLessThanTheRateSays() {
        SendWindow window = window(meter);
        meter.opened(window);
        meter.acknowledged(0, 40 * MILLI, now);
        for (int i = 0; i < 3; i++) {
            now += 100 * MILLI;
            meter.acknowledged(1_000, 40 * MILLI, now);
        }
        assertThat(meter.bytesPerSecond()).isEqualTo(10_000);
        window.sent(0, 1, 60_000);
        long underWay = meter.bytesUnderWay();
        assertThat(meter.expectedNanos(0)).isEqualTo(underWay * 100_000 - 20 * MILLI);
        meter.receipt(50 * MILLI, 50_000, now);
        assertThat(meter.expectedNanos(0)).isEqualTo(underWay * 1_000 - 20 * MILLI);
        meter.receipt(50 * MILLI, 100, now);
        assertThat(meter.expectedNanos(0)).as("so little proves nothing").isEqualTo(underWay * 100_000 - 20 * MILLI);
    }

    @Test
    void aLatePathIsGivenUpWhenNothingIsHeardOfIt() {
        meter.opened(window(meter));
        assertThat(waits(100)).isTrue();
        assertThat(isGivenUp(10_000)).as("it is not late").isFalse();
        assertThat(waits(1000)).isFalse();
        assertThat(isGivenUp(1_900)).isFalse();
        meter.heard();
        assertThat(isGivenUp(1_900)).isFalse();
        assertThat(isGivenUp(1_900)).isFalse();
        assertThat(isGivenUp(200)).isTrue();
        meter.closed();
        meter.opened(window(meter));
        assertThat(meter.isGivenUp()).isFalse();
        assertThat(isGivenUp(1_900)).as("the new connection has as long").isFalse();
    }

    private boolean isGivenUp(long millisLater) {
        now += millisLater * MILLI;
        meter.observe(meter.isGood() ? 0 : 1000 * MILLI, now);
        meter.giveUpIfSilent(now);
        return meter.isGivenUp();
    }

    private static SendWindow window(PathMeter of) {
        return new SendWindow(Duration.ofMillis(300), SteadyClock.system(), () -> {}, of, true);
    }
}
