package org.banip.mbu.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.OfferOutcome;
import org.junit.jupiter.api.Test;

class SensorPortTest {
    private static final long SECOND = 1_000_000_000L;

    private final SendFixture fixture = new SendFixture(8192);
    /** 10 Hz: a unit each 100 ms, on the grid within 25 ms. */
    private final SensorPort port = port(FullPolicy.DROP_NEWEST);

    private SensorPort port(FullPolicy policy) {
        return new SensorPort(
                0,
                SendFixture.ALARM,
                new SendPathSetup.Source(Optional.empty(), policy, false),
                fixture.queue,
                fixture.counters.get(0),
                new VirtualClock());
    }

    @Test
    void refusesWhatIsOutsideTheDigitalRangeAndTakesNothingOfTheOffer() {
        assertThatThrownBy(() -> port.offerAt(SECOND, 1, 2, 3, -32_769))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SAMPLE))
                .hasMessageContaining("-32769")
                .hasMessageContaining("group alarm");
        assertThat(port.offerAt(SECOND, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:0+1");
    }

    @Test
    void putsInstantsOnTheGridOfTheFirst() {
        assertThat(port.offerAt(SECOND, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(port.offerAt(SECOND + 100_000_000 + 20_000_000, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(port.offerAt(SECOND + 200_000_000 - 20_000_000, 1, 2, 3, 4)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:0+4");
        assertThat(fixture.origins).containsExactly(SECOND);
    }

    @Test
    void declaresWhatAnInstantLeavesOut() {
        port.offerAt(SECOND, 1, 2);
        port.offerAt(SECOND + 500_000_000, 1, 2);
        assertThat(fixture.drain().out).containsExactly("alarm:0+1", "alarm:-1+4 SENSOR_SILENT", "alarm:5+1");
    }

    @Test
    void beginsANewGridWhereAnInstantIsOffTheOldOne() {
        port.offerAt(SECOND, 1, 2);
        port.offerAt(SECOND + 150_000_000, 1, 2);
        port.offerAt(SECOND + 250_000_000, 1, 2);
        assertThat(fixture.drain().out).containsExactly("alarm:0+1", "alarm:0+2");
        assertThat(fixture.origins).containsExactly(SECOND, SECOND + 150_000_000);
    }

    @Test
    void ignoresWhatDoesNotComeAfterTheLast() {
        port.offerAt(SECOND, 1, 2, 3, 4);
        assertThat(port.offerAt(SECOND, 1, 2)).isEqualTo(OfferOutcome.OUT_OF_ORDER);
        assertThat(port.offerAt(SECOND + 110_000_000, 1, 2)).isEqualTo(OfferOutcome.OUT_OF_ORDER);
        assertThat(port.offerAt(0, 1, 2)).isEqualTo(OfferOutcome.OUT_OF_ORDER);
        assertThat(fixture.drain().out).containsExactly("alarm:0+2");
    }

    @Test
    void aClockThatWasSetBackBeginsAGridWhenToldSo() {
        port.offerAt(5 * SECOND, 1, 2);
        port.beginGrid();
        assertThat(port.offerAt(SECOND, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().origins).containsExactly(5 * SECOND, SECOND);
    }

    @Test
    void offersWithoutAnInstantFollowEachOtherFromNowOn() {
        port.offerNext(1, 2);
        port.offerNext(3, 4);
        assertThat(fixture.drain().out).containsExactly("alarm:0+2");
        assertThat(fixture.origins).containsExactly(VirtualClock.START);
    }

    @Test
    void takesInstantsOfTheCalendar() {
        port.offer(Instant.parse("2026-11-20T23:00:00.5Z"), 1, 2);
        assertThat(fixture.drain().origins)
                .containsExactly(Instant.parse("2026-11-20T23:00:00Z").getEpochSecond() * SECOND + 500_000_000);
    }

    @Test
    void refusesSamplesThatAreNoSensorSets() {
        assertThatThrownBy(() -> port.offerNext(1, 2, 3))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SAMPLE))
                .hasMessageContaining("3 samples for group alarm, must be whole sensor sets of 2");
        assertThatThrownBy(() -> port.offerNext()).isInstanceOf(BanipException.class);
        assertThatThrownBy(() -> port.offerNext(40_000, 0))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("outside the digital range");
        assertThat(fixture.drain().out).isEmpty();
    }

    @Test
    void dropsWhatFindsNoRoomAndDeclaresIt() {
        int[] samples = new int[2 * 2048];
        assertThat(port.offerNext(samples)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(port.offerNext(1, 2)).isEqualTo(OfferOutcome.DROPPED);
        assertThat(port.offerNext(3, 4)).isEqualTo(OfferOutcome.DROPPED);
        fixture.drain();
        assertThat(port.offerNext(5, 6)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).contains("alarm:-2048+2 SPOOL_FULL", "alarm:2050+1");
        assertThat(fixture.counters.get(0).unitsDropped).hasValue(2);
        assertThat(fixture.counters.get(0).unitsProduced).hasValue(2051);
    }

    @Test
    void declaresLaterWhatItCouldNotEvenDeclare() {
        port.offerNext(new int[2 * 2048]);
        long instant = 2 * VirtualClock.START; // each off the grid of the one before
        OfferOutcome last = OfferOutcome.DROPPED;
        while (last == OfferOutcome.DROPPED) {
            instant += 150_000_000;
            last = port.offerAt(instant, 1, 2);
        }
        assertThat(last).isEqualTo(OfferOutcome.REJECTED);
        fixture.drain();
        fixture.out.clear();
        long lastDeclared = instant - 150_000_000;
        assertThat(port.offerAt(lastDeclared + 400_000_000, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:-1+3 SENSOR_SILENT", "alarm:4+1");
    }

    @Test
    void whoWaitsAndIsInterruptedDrops() {
        SensorPort waiting = port(FullPolicy.WAIT);
        waiting.offerNext(new int[2 * 2048]);
        Thread.currentThread().interrupt();
        assertThat(waiting.offerNext(1, 2)).isEqualTo(OfferOutcome.DROPPED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(fixture.drain().out).contains("alarm:-2048+1 SPOOL_FULL");
    }

    @Test
    void saysWhenItIsClosed() {
        fixture.queue.close();
        assertThat(port.offerNext(1, 2)).isEqualTo(OfferOutcome.CLOSED);
        assertThat(port.offerAt(0, 1, 2)).isEqualTo(OfferOutcome.CLOSED);
        assertThat(port.group()).isEqualTo(SendFixture.ALARM);
    }
}
