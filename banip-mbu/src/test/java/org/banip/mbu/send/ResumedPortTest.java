package org.banip.mbu.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spool.Kept;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An app offers sensor sets to an MBU that goes on with what an earlier process had: 20 units of 10 Hz from 1 s on, up to 3 s. */
class ResumedPortTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long UNIT = SECOND / 10;
    private static final Kept.End END = new Kept.End(SECOND, 20);

    private final SendFixture fixture = new SendFixture(8192);
    private final VirtualClock clock = new VirtualClock();

    private SensorPort port(FullPolicy policy) {
        return port(policy, END);
    }

    private SensorPort port(FullPolicy policy, Kept.End end) {
        SensorPort port = new SensorPort(
                0,
                SendFixture.ALARM,
                new SendPathSetup.Source(Optional.empty(), policy, false),
                fixture.queue,
                fixture.counters.get(0),
                fixture.detectors,
                clock);
        port.resumeAt(end);
        return port;
    }

    @ParameterizedTest
    @EnumSource
    void declaresTheTimeItWasDownBeforeAnInstantOnTheFormerGrid(FullPolicy policy) {
        assertThat(port(policy).offerAt(10 * SECOND, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:-20+70 SENSOR_SILENT", "alarm:90+1");
        assertThat(fixture.origins).containsExactly(SECOND, SECOND);
    }

    @ParameterizedTest
    @EnumSource
    void declaresTheTimeItWasDownBeforeANewGrid(FullPolicy policy) {
        SensorPort port = port(policy);
        assertThat(port.offerAt(10 * SECOND + UNIT / 2, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(port.offerAt(11 * SECOND, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:-20+71 SENSOR_SILENT", "alarm:0+1", "alarm:0+1");
        assertThat(fixture.origins).containsExactly(SECOND, 10 * SECOND + UNIT / 2, 11 * SECOND);
    }

    @Test
    void aDeviceThatRemembersFillsTheTimeItWasDown() {
        SensorPort port = port(FullPolicy.REFUSE);
        assertThat(port.offerAt(3 * SECOND - UNIT, 1, 2)).as("is in the spool").isEqualTo(OfferOutcome.OUT_OF_ORDER);
        assertThat(port.offerAt(3 * SECOND, 1, 2, 3, 4)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(port.offerAt(3 * SECOND + 3 * UNIT, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:20+2", "alarm:-22+1 SENSOR_SILENT", "alarm:23+1");
    }

    @Test
    void offersWithoutInstantsBeginANewGridNow() {
        SensorPort port = port(FullPolicy.DROP_NEWEST);
        port.offerNext(1, 2);
        port.offerNext(3, 4);
        long units = (VirtualClock.START - SECOND + UNIT - 1) / UNIT - 20;
        assertThat(fixture.drain().out).containsExactly("alarm:-20+" + units + " SENSOR_SILENT", "alarm:0+2");
        assertThat(fixture.origins).containsExactly(SECOND, VirtualClock.START);
    }

    @Test
    void nothingIsMissingSinceAnEarlierProcessThatHadRetiredTheGroup() {
        SensorPort port = port(FullPolicy.DROP_NEWEST, new Kept.End(SECOND, 20, true));
        port.retire(); // is known
        port.resume();
        assertThat(port.offerAt(10 * SECOND, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:0+1");
        assertThat(fixture.origins).containsExactly(10 * SECOND);
    }

    @Test
    void whatIsMissingBeforeTheRetirementIsDeclared() {
        port(FullPolicy.DROP_NEWEST).retire();
        long units = (VirtualClock.START - SECOND + UNIT - 1) / UNIT - 20;
        assertThat(fixture.drain().out)
                .containsExactly("alarm:-20+" + units + " SENSOR_SILENT", "alarm:-" + (20 + units) + "+1 RETIRED");
    }

    @Test
    void aNewGridOnRequestDeclaresAsWell() {
        SensorPort port = port(FullPolicy.DROP_NEWEST);
        port.beginGrid();
        port.offerAt(10 * SECOND, 1, 2);
        assertThat(fixture.drain().out).containsExactly("alarm:-20+70 SENSOR_SILENT", "alarm:0+1");
    }

    @Test
    void oneIsDeclaredIfTheClockWasSetBack() {
        port(FullPolicy.DROP_NEWEST).offerAt(SECOND + 1, 1, 2);
        assertThat(fixture.drain().out).containsExactly("alarm:-20+1 SENSOR_SILENT", "alarm:0+1");
        assertThat(fixture.origins).containsExactly(SECOND, SECOND + 1);
    }

    @ParameterizedTest
    @CsvSource({
        "3000000000, 0",
        "3000000001, 1",
        "3100000000, 1",
        "3100000001, 2",
        "2999999999, 0",
        "2900000000, 1",
        "0, 1",
        "-9223372036854775808, 1"
    })
    void countsTheUnitsUpToTheNextInstant(long next, long units) {
        assertThat(DownTime.units(Frequency.ofHz(10), END, next)).isEqualTo(units);
    }
}
