package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.junit.jupiter.api.Test;

/** The clock of the app's sensor is set while it samples: the host stores all accepted sensor sets with their instants, each once. */
class ClockSetTest extends UplinkContract {
    private static final Instant START = Instant.parse("2026-11-23T03:00:00Z");
    /** Units before the clock is set: 2 s, so that the instants after it are exact on a grid of their own. */
    private static final int BEFORE = 720;

    private static final int UNITS = 1800;

    private MobileBaseUnit start(SensorGroup group) {
        return builder()
                .input(group)
                .fullPolicy(group.name(), FullPolicy.WAIT)
                .chain(STATEFUL)
                .start();
    }

    /** Instants of the group's units from {@code from} on, on a clock that is ahead by {@code ahead}. */
    private static List<Instant> instants(SensorGroup group, long from, long to, Duration ahead) {
        List<Instant> instants = new ArrayList<>();
        for (long unit = from; unit < to; unit++) {
            instants.add(START.plus(ahead).plusNanos(group.frequency().nanosOfUnit(unit)));
        }
        return instants;
    }

    private static List<OfferOutcome> offer(SensorInput input, List<Instant> instants) {
        List<OfferOutcome> outcomes = new ArrayList<>();
        for (int unit = 0; unit < instants.size(); unit++) {
            outcomes.add(input.offer(instants.get(unit), TestSensor.sample(unit, 0), TestSensor.sample(unit, 1)));
        }
        return outcomes;
    }

    private static List<Instant> storedInstants(List<Sequenced> stored, Frequency frequency) {
        List<Instant> instants = new ArrayList<>();
        for (Sequenced item : stored) {
            if (item instanceof Packet packet) {
                for (int k = 0; k < packet.header().unitCount(); k++) {
                    long unit = packet.header().firstUnit() + k;
                    instants.add(Instant.ofEpochSecond(0, packet.header().originNanos() + frequency.nanosOfUnit(unit)));
                }
            }
        }
        return instants;
    }

    private List<Gap> storedGaps() {
        return host.session().stored(0).stream()
                .filter(Gap.class::isInstance)
                .map(Gap.class::cast)
                .collect(Collectors.toList());
    }

    /** Offers an ECG whose clock is set once, and checks that all of it is stored. */
    private void assertExact(Duration ahead) throws Exception {
        List<Instant> instants = instants(ECG, 0, BEFORE, Duration.ZERO);
        instants.addAll(instants(ECG, BEFORE, UNITS, ahead));
        try (MobileBaseUnit mbu = start(ECG)) {
            assertThat(offer(mbu.input("ecg"), instants)).containsOnly(OfferOutcome.ACCEPTED);
            mbu.awaitDelivered(PATIENCE);
            assertThat(mbu.status().groups().get(0).unitsOutOfOrder()).isZero();
            assertThat(mbu.status().groups().get(0).unitsAcknowledged()).isEqualTo(UNITS);
        }
        assertStored(0, ECG, UNITS);
        assertThat(storedInstants(host.session().stored(0), ECG.frequency())).isEqualTo(instants);
        assertThat(eventsOf(MbuEvent.OutOfOrder.class)).isEmpty();
    }

    @Test
    void clockSetBackByTenSecondsLosesNothing() throws Exception {
        assertExact(Duration.ofSeconds(-10));
        assertThat(storedGaps()).isEmpty();
    }

    @Test
    void clockSetBackByAnHourLosesNothing() throws Exception {
        assertExact(Duration.ofHours(-1));
        assertThat(storedGaps()).isEmpty();
    }

    @Test
    void clockSetBackByAMillisecondLosesNothing() throws Exception {
        assertExact(Duration.ofMillis(-1));
        assertThat(storedGaps()).isEmpty();
    }

    @Test
    void clockSetBackToTheFirstInstantLosesNothing() throws Exception {
        assertExact(Duration.ofSeconds(-2));
        assertThat(storedGaps()).isEmpty();
    }

    @Test
    void clockSetAheadByThreeHoursIsOneGap() throws Exception {
        assertExact(Duration.ofHours(3));
        assertThat(storedGaps())
                .singleElement()
                .satisfies(gap -> assertThat(gap.unitCount()).isEqualTo(3 * 3600 * 360));
    }

    @Test
    void clockSetAheadBetweenTwoUnitsStartsANewGrid() throws Exception {
        assertExact(Duration.ofHours(3).plusMillis(1));
        assertThat(storedGaps()).isEmpty();
    }

    /** At 1000 Hz the sensor set after the set-back has the instant of the last one: it cannot be told from a repetition. */
    @Test
    void repeatedInstantIsRefusedAndReported() throws Exception {
        SensorGroup fast = TestSensor.group("fast", 1000, ServiceClass.LIVE);
        List<Instant> instants = instants(fast, 0, 500, Duration.ZERO);
        instants.addAll(instants(fast, 500, 1000, Duration.ofMillis(-1)));
        try (MobileBaseUnit mbu = start(fast)) {
            List<OfferOutcome> outcomes = offer(mbu.input("fast"), instants);
            assertThat(outcomes.remove(500)).isEqualTo(OfferOutcome.OUT_OF_ORDER);
            assertThat(outcomes).containsOnly(OfferOutcome.ACCEPTED);
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SAMPLE))
                    .hasMessageContaining(
                            "everything is stored but 1 sensor set of group fast, refused as out of order");
            assertDelivered(mbu);
            GroupStatus status = mbu.status().groups().get(0);
            assertThat(status.unitsOutOfOrder()).isOne();
            assertThat(status.unitsProduced()).isEqualTo(999);
            assertThat(status.unitsAcknowledged()).isEqualTo(999);
        }
        assertThat(awaitEvent(MbuEvent.OutOfOrder.class)).containsExactly(new MbuEvent.OutOfOrder("fast", 1));
        instants.remove(500);
        assertThat(storedInstants(host.session().stored(0), fast.frequency())).isEqualTo(instants);
    }
}
