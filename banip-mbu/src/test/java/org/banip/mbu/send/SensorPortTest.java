package org.banip.mbu.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.junit.jupiter.api.Test;

class SensorPortTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long HOUR = 3600 * SECOND;

    private final SendFixture fixture = new SendFixture(8192);
    /** 10 Hz: one unit each 100 ms. Instants within 25 ms are on the grid. */
    private final SensorPort port = port(FullPolicy.DROP_NEWEST);

    private SensorPort port(FullPolicy policy) {
        return new SensorPort(
                0,
                SendFixture.ALARM,
                new SendPathSetup.Source(Optional.empty(), policy, false),
                fixture.queue,
                fixture.counters.get(0),
                fixture.detectors,
                new VirtualClock());
    }

    @Test
    void refusesTheWholeOfferIfASampleIsOutsideTheDigitalRange() {
        assertThatThrownBy(() -> port.offerAt(SECOND, 1, 2, 3, -32_769))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SAMPLE))
                .hasMessageContaining("-32769")
                .hasMessageContaining("group alarm");
        assertThat(port.offerAt(SECOND, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:0+1");
    }

    @Test
    void putsInstantsOnTheGridOfTheFirstOne() {
        assertThat(port.offerAt(SECOND, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(port.offerAt(SECOND + 100_000_000 + 20_000_000, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(port.offerAt(SECOND + 200_000_000 - 20_000_000, 1, 2, 3, 4)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:0+4");
        assertThat(fixture.origins).containsExactly(SECOND);
    }

    @Test
    void declaresUnitsThatAnInstantSkips() {
        port.offerAt(SECOND, 1, 2);
        port.offerAt(SECOND + 500_000_000, 1, 2);
        assertThat(fixture.drain().out).containsExactly("alarm:0+1", "alarm:-1+4 SENSOR_SILENT", "alarm:5+1");
    }

    @Test
    void aRetiredGroupTakesNothingUntilItIsBackOnANewGrid() {
        port.offerAt(SECOND, 1, 2, 3, 4);
        port.retire();
        port.retire();
        assertThat(port.offerAt(SECOND + 200_000_000, 1, 2)).isEqualTo(OfferOutcome.RETIRED);
        assertThat(port.offerNext(1, 2)).isEqualTo(OfferOutcome.RETIRED);
        assertThat(fixture.counters.get(0).retired).isTrue();
        port.resume();
        assertThat(port.offerAt(HOUR, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        port.retire();
        assertThat(fixture.drain().out)
                .containsExactly("alarm:0+2", "alarm:back", "alarm:-2+1 RETIRED", "alarm:0+1", "alarm:-1+1 RETIRED");
        assertThat(fixture.origins).containsExactly(SECOND, SECOND, HOUR, HOUR);
        assertThat(fixture.counters.get(0).unitsProduced).hasValue(3);
    }

    @Test
    void aGroupThatHadNothingMeanwhileIsRetiredOnce() {
        port.retire();
        port.resume();
        port.retire();
        assertThat(fixture.drain().out).containsExactly("alarm:-0+1 RETIRED");
        assertThat(fixture.origins).containsExactly(VirtualClock.START);
    }

    @Test
    void retirementHasRoomBehindAnyDeclaration() {
        port.offerAt(SECOND, 1, 2);
        for (int hole = 1; hole < 3000; hole++) {
            port.offerAt(SECOND + 200_000_000L * hole, 1, 2);
        }
        port.retire();
        assertThat(fixture.drain().out).last().asString().endsWith("RETIRED");
    }

    @Test
    void startsANewGridAtAnInstantOffTheOldOne() {
        port.offerAt(SECOND, 1, 2);
        port.offerAt(SECOND + 150_000_000, 1, 2);
        port.offerAt(SECOND + 250_000_000, 1, 2);
        assertThat(fixture.drain().out).containsExactly("alarm:0+1", "alarm:0+2");
        assertThat(fixture.origins).containsExactly(SECOND, SECOND + 150_000_000);
    }

    @Test
    void refusesInstantsThatAreNotLaterThanTheLastOneAndCountsThem() {
        port.offerAt(SECOND, 1, 2, 3, 4);
        assertThat(port.offerAt(SECOND, 1, 2)).isEqualTo(OfferOutcome.OUT_OF_ORDER);
        assertThat(port.offerAt(SECOND + 110_000_000, 1, 2)).isEqualTo(OfferOutcome.OUT_OF_ORDER);
        assertThat(port.offerAt(100_000_001, 1, 2)).isEqualTo(OfferOutcome.OUT_OF_ORDER); // the last one is of 1.1 s
        assertThat(fixture.drain().out).containsExactly("alarm:0+2");
        assertThat(fixture.counters.get(0).unitsOutOfOrder).hasValue(3);
        assertThat(fixture.counters.get(0).unitsProduced).hasValue(2);
        assertThat(fixture.events).containsExactly(new MbuEvent.OutOfOrder("alarm", 1));
    }

    @Test
    void refusesARepetitionOfTheLastOfferHoweverLongItIs() {
        int[] twoSeconds = new int[2 * 20];
        assertThat(port.offerAt(SECOND, twoSeconds)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(port.offerAt(SECOND, twoSeconds)).isEqualTo(OfferOutcome.OUT_OF_ORDER);
        assertThat(port.offerAt(3 * SECOND, twoSeconds)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.counters.get(0).unitsOutOfOrder).hasValue(20);
        assertThat(fixture.counters.get(0).unitsProduced).hasValue(40);
    }

    @Test
    void startsANewGridWhenTheClockWasSetBackByASecond() {
        port.offerAt(5 * SECOND, 1, 2);
        assertThat(port.offerAt(4 * SECOND, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(port.offerAt(4 * SECOND + 100_000_000, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:0+1", "alarm:0+2");
        assertThat(fixture.origins).containsExactly(5 * SECOND, 4 * SECOND);
        assertThat(fixture.counters.get(0).unitsOutOfOrder).hasValue(0);
    }

    @Test
    void continuesOnANewGridAfterOneInstantThatWasFarAhead() {
        port.offerAt(5 * SECOND, 1, 2);
        port.offerAt(5 * SECOND + 3 * HOUR, 1, 2);
        assertThat(port.offerAt(5 * SECOND + 200_000_000, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out)
                .containsExactly("alarm:0+1", "alarm:-1+107999 SENSOR_SILENT", "alarm:108000+1", "alarm:0+1");
        assertThat(fixture.origins).endsWith(5 * SECOND + 200_000_000);
    }

    @Test
    void refusesInstantsThatTheProtocolCannotExpressAndContinues() {
        port.offerAt(SECOND, 1, 2);
        for (long instant : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 150_000_000}) {
            assertThatThrownBy(() -> port.offerAt(instant, 1, 2))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SAMPLE))
                    .hasMessageContaining("group alarm");
        }
        assertThat(port.offerAt(SECOND + 100_000_000, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:0+2");
    }

    @Test
    void startsANewGridOnRequestAfterTheClockWasSetBack() {
        port.offerAt(5 * SECOND, 1, 2);
        port.beginGrid();
        assertThat(port.offerAt(SECOND, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().origins).containsExactly(5 * SECOND, SECOND);
    }

    @Test
    void offersWithoutInstantsFollowEachOtherFromNow() {
        port.offerNext(1, 2);
        port.offerNext(3, 4);
        assertThat(fixture.drain().out).containsExactly("alarm:0+2");
        assertThat(fixture.origins).containsExactly(VirtualClock.START);
    }

    @Test
    void acceptsJavaTimeInstants() {
        port.offer(Instant.parse("2026-11-20T23:00:00.5Z"), 1, 2);
        assertThat(fixture.drain().origins)
                .containsExactly(Instant.parse("2026-11-20T23:00:00Z").getEpochSecond() * SECOND + 500_000_000);
    }

    @Test
    void refusesIncompleteSensorSets() {
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
    void dropsSensorSetsWithoutRoomAndDeclaresThem() {
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
    void declaresAGapLaterIfTheDeclarationHadNoRoom() {
        port.offerNext(new int[2 * 2048]);
        long instant = 2 * VirtualClock.START; // each instant is off the grid of the last one
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
    void takesNothingWithoutRoomForAllIfItsPolicyIsToRefuse() {
        SensorPort refusing = port(FullPolicy.REFUSE);
        assertThat(refusing.offerAt(SECOND, new int[2 * 2047])).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(refusing.offerNext(1, 2, 3, 4)).isEqualTo(OfferOutcome.NO_ROOM);
        assertThat(refusing.offerNext(1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        fixture.drain();
        assertThat(refusing.offerNext(3, 4, 5, 6)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:0+2048", "alarm:2048+2");
        assertThat(fixture.counters.get(0).unitsDropped).hasValue(0);
        assertThat(fixture.counters.get(0).unitsProduced).hasValue(2050);
    }

    @Test
    void declaresWhatTheSensorLeftOutOnceAlthoughTheOfferWasRefusedAtFirst() {
        SensorPort refusing = port(FullPolicy.REFUSE);
        refusing.offerAt(SECOND, new int[2 * 2048]);
        long afterAPause = SECOND + 205 * SECOND;
        assertThat(refusing.offerAt(afterAPause, 1, 2)).isEqualTo(OfferOutcome.NO_ROOM);
        assertThat(refusing.offerAt(afterAPause, 1, 2)).isEqualTo(OfferOutcome.NO_ROOM);
        fixture.drain();
        assertThat(refusing.offerAt(afterAPause, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:0+2048", "alarm:-2048+2 SENSOR_SILENT", "alarm:2050+1");
    }

    @Test
    void refusedOfferDeclaresNothingSoAnEarlierOneFindsItsPlaceLater() {
        SensorPort refusing = port(FullPolicy.REFUSE);
        refusing.offerAt(SECOND, new int[2 * 2048]);
        long next = SECOND + 2048 * SECOND / 10;
        assertThat(refusing.offerAt(next + SECOND, 1, 2)).isEqualTo(OfferOutcome.NO_ROOM);
        fixture.drain();
        assertThat(refusing.offerAt(next, new int[2 * 10])).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(refusing.offerAt(next + SECOND, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:0+2048", "alarm:2048+11");
    }

    @Test
    void interruptedOfferDropsTheRest() {
        SensorPort waiting = port(FullPolicy.WAIT);
        waiting.offerNext(new int[2 * 2048]);
        Thread.currentThread().interrupt();
        assertThat(waiting.offerNext(1, 2)).isEqualTo(OfferOutcome.DROPPED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(fixture.drain().out).contains("alarm:-2048+1 SPOOL_FULL");
    }

    @Test
    void returnsClosedWhenTheQueueIsClosed() {
        fixture.queue.close();
        assertThat(port.offerNext(1, 2)).isEqualTo(OfferOutcome.CLOSED);
        assertThat(port.offerAt(0, 1, 2)).isEqualTo(OfferOutcome.CLOSED);
        assertThat(port.group()).isEqualTo(SendFixture.ALARM);
    }
}
