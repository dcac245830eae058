package org.banip.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.banip.measure.cpi.Deliveries.Delivery;
import org.junit.jupiter.api.Test;

/** What an outage does to the deliveries after it. */
class OutageTest {
    private static final long SECOND = 1_000_000_000;
    private static final Outage OUTAGE = new Outage(10 * SECOND, 40 * SECOND);

    private static Delivery delivery(double sampled, double delivered) {
        return new Delivery(30, (long) (sampled * SECOND), (long) (delivered * SECOND));
    }

    @Test
    void theFirstDeliveryAfterItMayBeOfAnythingThatWaited() {
        assertThat(OUTAGE.untilFirst(new Deliveries(List.of(delivery(1, 2), delivery(9, 41.5), delivery(42, 43)))))
                .hasValue(1.5);
    }

    @Test
    void whatWasSampledBeforeItsEndDrains() {
        Deliveries newestFirst = new Deliveries(
                List.of(delivery(1, 2), delivery(39, 41), delivery(41, 42), delivery(12, 46), delivery(45, 47)));
        assertThat(OUTAGE.untilDrained(newestFirst)).hasValue(6);
    }

    @Test
    void withoutDeliveriesAfterItNothingIsKnown() {
        Deliveries before = new Deliveries(List.of(delivery(1, 2)));
        assertThat(OUTAGE.untilFirst(before)).isEmpty();
        assertThat(OUTAGE.untilDrained(before)).isEmpty();
    }
}
