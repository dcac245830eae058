package org.banip.measure.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.banip.measure.report.DeliveryTrace.Delivery;
import org.banip.measure.report.plot.Point;
import org.junit.jupiter.api.Test;

class DeliveryTraceTest {
    private static final long SECOND = 1_000_000_000;

    /** A packet of 100 bytes every second. */
    private static DeliveryTrace trace(int packets) {
        List<Delivery> sets = new ArrayList<>();
        for (int at = 0; at < packets; at++) {
            sets.add(new Delivery(0, 100, at * SECOND, (at + 2) * SECOND));
        }
        return new DeliveryTrace(sets);
    }

    @Test
    void aRateIsThatOverTwentySeconds() {
        assertThat(trace(101).throughput())
                .hasSize(81)
                .startsWith(new Point(20, 100))
                .endsWith(new Point(100, 100));
    }

    @Test
    void ofAShortRunItIsThatOverHalfOfIt() {
        assertThat(trace(9).throughput()).hasSize(5).startsWith(new Point(4, 100));
    }

    @Test
    void whatCannotHaveARateHasNone() {
        assertThat(trace(0).throughput()).isEmpty();
        assertThat(trace(1).throughput()).isEmpty();
    }

    @Test
    void latencyIsToldByGroup() {
        DeliveryTrace trace = new DeliveryTrace(List.of(
                new Delivery(1, 30, 10 * SECOND, 12 * SECOND),
                new Delivery(0, 30, 11 * SECOND, 12 * SECOND),
                new Delivery(0, 30, 12 * SECOND, 13 * SECOND)));
        assertThat(trace.latency(2))
                .containsEntry(0, List.of(new Point(1, 1)))
                .containsEntry(1, List.of(new Point(0, 2)))
                .hasSize(2);
    }
}
