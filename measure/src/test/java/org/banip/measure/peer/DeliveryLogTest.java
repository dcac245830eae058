package org.banip.measure.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.measure.peer.DeliveryLog.Delivery;
import org.junit.jupiter.api.Test;

/** Figures from deliveries made up: one sensor set of 2 bytes every 100 ms, packets of ten. */
class DeliveryLogTest {
    private static final long ORIGIN = 1_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final SensorGroup GROUP =
            SensorGroup.live("ecg", Frequency.ofHz(10), List.of(new Channel("II", "mV", 16, -32768, 32767, -10, 10)));

    private static DeliveryLog log(Delivery... deliveries) {
        return new DeliveryLog(List.of(GROUP), new SamplingSchedule(ORIGIN, 1), List.of(deliveries));
    }

    /** The packet of this number, this number of nanoseconds after its first sensor set was due. */
    private static Delivery delivery(long number, long delayNanos) {
        return new Delivery(0, number * 10, 10, ORIGIN + number * SECOND + delayNanos);
    }

    @Test
    void delayCountsFromTheScheduledInstantOfEachSensorSet() {
        DeliveryLog.Delay delay =
                log(delivery(0, 2 * SECOND), delivery(1, 3 * SECOND)).delay();
        assertThat(delay.max()).isCloseTo(3, within(0.01));
        assertThat(delay.mean()).isCloseTo((2 + 1.1 + 3 + 2.1) / 4, within(0.01));
    }

    @Test
    void capacityCountsWhatCameAfterTheFirst() {
        DeliveryLog log = log(delivery(0, SECOND), delivery(1, SECOND), delivery(2, SECOND));
        assertThat(log.bytesPerSecond(Duration.ZERO)).isEqualTo(20);
        assertThat(log.units()).isEqualTo(30);
        assertThat(log.packets()).isEqualTo(3);
        assertThat(log(delivery(0, SECOND)).bytesPerSecond(Duration.ZERO)).isZero();
    }

    @Test
    void capacityCountsFromTheFirstThatArrivesWarm() {
        DeliveryLog log =
                log(delivery(0, 0), delivery(1, 0), delivery(2, SECOND), delivery(3, SECOND), delivery(4, SECOND / 2));
        assertThat(log.bytesPerSecond(Duration.ofSeconds(2)))
                .as("packets 3 and 4 in the 1.5 s after packet 2")
                .isCloseTo(40 / 1.5, within(0.01));
        assertThat(log.bytesPerSecond(Duration.ofSeconds(9))).isZero();
    }

    @Test
    void isCaughtUpWithTheFirstPacketThatIsAtMostTwoSecondsOld() {
        long out = ORIGIN + 10 * SECOND;
        long back = ORIGIN + 40 * SECOND;
        DeliveryLog log = log(LongStream.range(0, 60)
                .mapToObj(number -> {
                    long due = ORIGIN + number * SECOND;
                    long usual = due + SECOND;
                    // what waited comes with ten packets a second from the end of the outage on
                    long late = back + (number - 9) * SECOND / 10;
                    return new Delivery(0, number * 10, 10, usual < out ? usual : Math.max(usual, late));
                })
                .toArray(Delivery[]::new));
        assertThat(log.caughtUpSeconds(back))
                .as("packet 42 comes after 43.3 s, 1.3 s after its first sensor set")
                .hasValueCloseTo(3.3, within(0.01));
    }

    @Test
    void isNotCaughtUpBeforeAllOlderPacketsAreThere() {
        DeliveryLog log = log(delivery(0, SECOND), delivery(2, SECOND), delivery(1, 4 * SECOND));
        assertThat(log.caughtUpSeconds(ORIGIN + 2 * SECOND)).hasValueCloseTo(3.0, within(0.01));
    }

    @Test
    void whatNeverCatchesUpSaysSo() {
        DeliveryLog log = log(delivery(0, SECOND), delivery(1, 40 * SECOND), delivery(2, 40 * SECOND));
        assertThat(log.caughtUpSeconds(ORIGIN + 35 * SECOND)).isEmpty();
    }
}
