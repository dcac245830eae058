package org.banip.measure.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

    /** The packet of this number, so many nanoseconds after its first sensor set was due. */
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
        assertThat(log.bytesPerSecond()).isEqualTo(20);
        assertThat(log.units()).isEqualTo(30);
        assertThat(log.packets()).isEqualTo(3);
        assertThat(log(delivery(0, SECOND)).bytesPerSecond()).isZero();
    }

    @Test
    void isCaughtUpWithTheFirstPacketThatIsNoLaterThanBefore() {
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
        assertThat(log.caughtUpSeconds(out, back))
                .as("packet 43 is complete after 44 s")
                .hasValueCloseTo(4.0, within(0.01));
    }

    @Test
    void isNotCaughtUpBeforeAllOlderPacketsAreThere() {
        DeliveryLog log = log(delivery(0, SECOND), delivery(2, SECOND), delivery(1, 4 * SECOND));
        assertThat(log.caughtUpSeconds(ORIGIN + SECOND + 1, ORIGIN + 2 * SECOND))
                .hasValueCloseTo(3.0, within(0.01));
    }

    @Test
    void whatNeverCatchesUpSaysSo() {
        DeliveryLog log = log(delivery(0, SECOND), delivery(1, 40 * SECOND), delivery(2, 40 * SECOND));
        assertThat(log.caughtUpSeconds(ORIGIN + 5 * SECOND, ORIGIN + 35 * SECOND))
                .isEmpty();
    }
}
