package org.banip.mbu.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spool.Kept;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Offers of a device that tells only that samples have arrived. The fixture calls the group "alarm"; its sensor sets have 4 bytes as well. */
class ArrivedSetsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = VirtualClock.START;

    private final SendFixture fixture = new SendFixture(8192);
    private final VirtualClock clock = new VirtualClock();

    private SensorPort port(Frequency frequency, FullPolicy policy) {
        return new SensorPort(
                0,
                SensorGroup.live(
                        "device", frequency, List.of(new Channel("HR", "/min", 32, 0, Integer.MAX_VALUE, 0, 1))),
                new SendPathSetup.Source(Optional.empty(), policy, false),
                fixture.queue,
                fixture.counters.get(0),
                fixture.detectors,
                clock);
    }

    private SensorPort port(Frequency frequency) {
        return port(frequency, FullPolicy.DROP_NEWEST);
    }

    /** A heart rate each second, and a device that was out of range for a while. */
    @ParameterizedTest
    @EnumSource
    void aPauseIsDeclaredAndTheArrivalsAfterItHaveTheirTimes(FullPolicy policy) {
        SensorPort port = port(Frequency.ofHz(1), policy);
        for (int i = 0; i < 8; i++) {
            assertThat(port.offerArrived(60 + i)).isEqualTo(OfferOutcome.ACCEPTED);
            clock.pass(SECOND);
        }
        clock.pass(20 * SECOND + SECOND * 2 / 5); // off the grid: the nearest unit counts
        for (int i = 0; i < 5; i++) {
            assertThat(port.offerArrived(100 + i)).isEqualTo(OfferOutcome.ACCEPTED);
            assertThat(port.lastOfferNanos()).hasValue(START + (28 + i) * SECOND);
            clock.pass(SECOND);
        }
        assertThat(fixture.drain().out).containsExactly("alarm:0+8", "alarm:-8+20 SENSOR_SILENT", "alarm:28+5");
        assertThat(fixture.origins).containsOnly(START);
    }

    @Test
    void arrivalsThatJitterFollowEachOther() {
        SensorPort port = port(Frequency.ofHz(1));
        for (long tenths : new long[] {0, 30, 30, 11, 40, 70}) {
            port.offerArrivedAt(START + tenths * SECOND / 10, 60);
        }
        assertThat(fixture.drain().out).containsExactly("alarm:0+6");
    }

    @Test
    void anArrivalBeyondTheToleranceIsBehindAGapByOneNanosecond() {
        SensorPort port = port(Frequency.ofHz(1));
        port.offerArrivedAt(START, 60);
        port.offerArrivedAt(START + 3 * SECOND, 61); // due at 1 s
        port.offerArrivedAt(START + 4 * SECOND + 1, 62); // due at 2 s
        assertThat(fixture.drain().out).containsExactly("alarm:0+2", "alarm:-2+2 SENSOR_SILENT", "alarm:4+1");
    }

    /** Described as 4 Hz, but gives 25 samples in 6 s. */
    @Test
    void aDeviceThatIsFasterThanDescribedIsNeverFarInTheFuture() {
        SensorPort port = port(Frequency.ofHz(4));
        for (int i = 0; i < 1250; i++) {
            long arrived = START + i * 6L * SECOND / 25;
            assertThat(port.offerArrivedAt(arrived, 60)).isEqualTo(OfferOutcome.ACCEPTED);
            assertThat(port.lastOfferNanos().getAsLong()).isBetween(arrived - SECOND / 4, arrived + 2 * SECOND);
        }
        assertThat(fixture.drain().out).doesNotContain("SENSOR_SILENT").hasSize(7);
        assertThat(fixture.counters.get(0).unitsOutOfOrder).hasValue(0);
    }

    /** Described as 4 Hz, but gives 23 samples in 6 s. */
    @Test
    void ofADeviceThatIsSlowerThanDescribedWhatLacksIsDeclared() {
        SensorPort port = port(Frequency.ofHz(4));
        for (int i = 0; i < 230; i++) {
            long arrived = START + i * 6L * SECOND / 23;
            port.offerArrivedAt(arrived, 60);
            assertThat(port.lastOfferNanos().getAsLong()).isBetween(arrived - 2 * SECOND, arrived + SECOND / 8);
        }
        assertThat(fixture.drain().out)
                .filteredOn(item -> item.contains("SENSOR_SILENT"))
                .hasSize(1)
                .allMatch(item -> item.endsWith("+8 SENSOR_SILENT") || item.endsWith("+9 SENSOR_SILENT"));
        assertThat(fixture.origins).containsOnly(START);
    }

    @Test
    void aClockThatWasSetBackBeginsANewGrid() {
        SensorPort port = port(Frequency.ofHz(1));
        port.offerArrivedAt(START, 60);
        port.offerArrivedAt(START - 3600 * SECOND, 61);
        port.offerArrivedAt(Long.MIN_VALUE, 62);
        assertThat(fixture.drain().out).containsExactly("alarm:0+1", "alarm:0+1", "alarm:0+1");
        assertThat(fixture.origins).containsExactly(START, START - 3600 * SECOND, Long.MIN_VALUE);
    }

    @Test
    void ofSensorSetsThatArriveTogetherTheLastOneIsSampledThen() {
        SensorPort port = port(Frequency.ofHz(10));
        port.offerArrivedAt(START, 1, 2, 3, 4, 5);
        assertThat(port.lastOfferNanos()).hasValue(START - 4 * SECOND / 10);
        port.offerArrivedAt(START + 10 * SECOND, 6, 7, 8, 9, 10);
        assertThat(port.lastOfferNanos()).hasValue(START + 96 * SECOND / 10);
        assertThat(fixture.drain().out).containsExactly("alarm:0+5", "alarm:-5+95 SENSOR_SILENT", "alarm:100+5");
    }

    @Test
    void longMessagesMayJitterByTwoOfThem() {
        SensorPort port = port(Frequency.ofHz(1));
        int[] minute = new int[60];
        port.offerArrivedAt(START, minute);
        port.offerArrivedAt(START + 180 * SECOND, minute); // 120 s late
        port.offerArrivedAt(START + 241 * SECOND, minute); // 121 s late
        assertThat(fixture.drain().out).containsExactly("alarm:0+120", "alarm:-120+121 SENSOR_SILENT", "alarm:241+60");
    }

    @Test
    void seldomMeasurementsHaveTheInstantsOfTheirArrival() {
        SensorPort port = port(new Frequency(1, 60));
        for (long second : new long[] {0, 3, 64, 123, 1000}) {
            port.offerArrivedAt(START + second * SECOND, 80);
        }
        port.offerArrivedAt(START + 1059 * SECOND, 81); // due at 1,060 s
        port.offerArrivedAt(START + 1059 * SECOND + SECOND / 2, 82);
        assertThat(fixture.drain().out).containsExactly("alarm:0+1", "alarm:0+3", "alarm:0+2", "alarm:0+1");
        assertThat(fixture.origins)
                .containsExactly(START, START + 3 * SECOND, START + 1000 * SECOND, START + 1060 * SECOND + 1_000_000);
    }

    @Test
    void whatIsMissingSinceAnEarlierProcessIsDeclared() {
        SensorPort port = port(Frequency.ofHz(1));
        port.resumeAt(new Kept.End(START, 20));
        assertThat(port.lastOfferNanos()).isEmpty();
        port.offerArrivedAt(START + 21 * SECOND, 60);
        assertThat(fixture.drain().out).containsExactly("alarm:-20+1 SENSOR_SILENT", "alarm:0+1");
    }

    @Test
    void anArrivalThatFoundNoRoomChangesNothing() {
        SensorPort port = port(Frequency.ofHz(1), FullPolicy.REFUSE);
        int[] full = new int[2048];
        assertThat(port.offerArrivedAt(START, full)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(port.offerArrivedAt(START + 100 * SECOND, 1)).isEqualTo(OfferOutcome.NO_ROOM);
        assertThat(port.lastOfferNanos()).hasValue(START - 2047 * SECOND);
        fixture.drain();
        assertThat(port.offerArrivedAt(START + SECOND, 1)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:0+2048", "alarm:2048+1");
    }

    @Test
    void refusesArrivalsThatTheProtocolCannotExpress() {
        SensorPort slowest = port(new Frequency(1, 100_000));
        int[] century = new int[40_000];
        for (SensorPort port : Arrays.asList(port(Frequency.ofHz(1)), slowest)) {
            for (long arrived : new long[] {Long.MAX_VALUE, Long.MIN_VALUE}) {
                assertThatThrownBy(() -> port.offerArrivedAt(arrived, century))
                        .isInstanceOfSatisfying(
                                BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SAMPLE))
                        .hasMessageContaining("of group device is too far for 64 bits");
            }
        }
        assertThat(fixture.drain().out).isEqualTo(Collections.emptyList());
    }
}
