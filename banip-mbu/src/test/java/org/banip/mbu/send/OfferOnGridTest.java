package org.banip.mbu.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.PacketHeader;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput.GridUnit;
import org.junit.jupiter.api.Test;

/** Sensor sets of a signal whose sampling grid is known keep exactly their instants. */
class OfferOnGridTest {
    private static final long SECOND = 1_000_000_000L;
    private static final GridUnit FIRST = new GridUnit(SECOND, 7);

    private final SendFixture fixture = new SendFixture(8192);
    /** 10 Hz, two channels of 16 bits. */
    private final SensorPort port = new SensorPort(
            0,
            SendFixture.ALARM,
            new SendPathSetup.Source(Optional.empty(), FullPolicy.DROP_NEWEST, false),
            fixture.queue,
            fixture.counters.get(0),
            fixture.detectors,
            new VirtualClock());

    @Test
    void unitsThatFollowStayOnTheGrid() {
        assertThat(port.offerOnGrid(FIRST, 1, 2, 3, 4)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(port.offerOnGrid(FIRST.plus(2), 5, 6)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:7+3");
        assertThat(fixture.origins).containsExactly(SECOND);
    }

    @Test
    void unitsThatAreLeftOutAreDeclared() {
        port.offerOnGrid(FIRST, 1, 2);
        port.offerOnGrid(FIRST.plus(4), 1, 2);
        assertThat(fixture.drain().out).containsExactly("alarm:7+1", "alarm:-8+3 SENSOR_SILENT", "alarm:11+1");
    }

    @Test
    void anotherGridIsTakenAsItIs() {
        port.offerOnGrid(FIRST, 1, 2);
        GridUnit aFractionLater = new GridUnit(SECOND + 3_000_001, 8);
        assertThat(port.offerOnGrid(aFractionLater, 3, 4)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:7+1", "alarm:8+1");
        assertThat(fixture.origins).containsExactly(SECOND, SECOND + 3_000_001);
    }

    @Test
    void aUnitThatWasThereBeginsAnewInPlaceOfARefusal() {
        port.offerOnGrid(FIRST, 1, 2, 3, 4);
        assertThat(port.offerOnGrid(FIRST, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
        assertThat(fixture.drain().out).containsExactly("alarm:7+2", "alarm:7+1");
    }

    @Test
    void anInstantThatDoesNotFitRefusesTheWholeOffer() {
        assertThatThrownBy(() -> port.offerOnGrid(new GridUnit(Long.MAX_VALUE - SECOND, 10), 1, 2))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SAMPLE));
        assertThat(fixture.drain().out).isEmpty();
        assertThat(port.offerOnGrid(FIRST, 1, 2)).isEqualTo(OfferOutcome.ACCEPTED);
    }

    @Test
    void aUnitHasANumberOfTheProtocol() {
        assertThat(new GridUnit(0, 0).plus(PacketHeader.MAX_NUMBER).unit()).isEqualTo((1L << 56) - 1);
        for (ThrowingCallable outside : List.<ThrowingCallable>of(
                () -> new GridUnit(0, -1), () -> new GridUnit(0, 1L << 56), () -> FIRST.plus(-8))) {
            assertThatThrownBy(outside)
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SAMPLE));
        }
    }
}
