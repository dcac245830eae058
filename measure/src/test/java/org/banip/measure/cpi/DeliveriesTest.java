package org.banip.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.measure.cpi.Deliveries.Delivery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliveriesTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path directory;

    @Test
    void whatComesWithTheFirstDeliveryDoesNotCount() {
        Deliveries deliveries = new Deliveries(List.of(
                new Delivery(30, 0, 5 * SECOND),
                new Delivery(30, 0, 5 * SECOND),
                new Delivery(30, 0, 7 * SECOND),
                new Delivery(30, 0, 9 * SECOND)));
        assertThat(deliveries.capacity()).isEqualTo(60 / 4.0);
        assertThat(deliveries.capacityWithFirst()).isEqualTo(120 / 4.0);
    }

    @Test
    void oneDeliveryHasNoRate() {
        Deliveries one = new Deliveries(List.of(new Delivery(30, 0, SECOND), new Delivery(30, 0, SECOND)));
        assertThatThrownBy(one::capacity)
                .hasMessage("one delivery of 60 bytes has no rate; the run must move more than one packet");
    }

    @Test
    void latencyCountsFromTheScheduledInstant() {
        List<Delivery> sets = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            sets.add(new Delivery(30, 10 * SECOND, 10 * SECOND + i * SECOND / 10));
        }
        Deliveries.Latency latency = new Deliveries(sets).latency();
        assertThat(latency.min()).isEqualTo(0.1);
        assertThat(latency.max()).isEqualTo(20.0);
        assertThat(latency.p50()).isEqualTo(10.0);
        assertThat(latency.p99()).isEqualTo(19.8);
        assertThat(latency.average()).isEqualTo(10.05, within(1e-9));
    }

    @Test
    void latencyThatGrowsIsADrift() {
        List<Delivery> sets = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            sets.add(new Delivery(30, i * SECOND, i * SECOND + (i < 200 ? 1 : 3) * SECOND));
        }
        assertThat(new Deliveries(sets).drift()).isEqualTo(2.0, within(1e-9));
        assertThat(new Deliveries(sets).longestPause()).isEqualTo(3.0, within(1e-9));
    }

    @Test
    void readsWhatTheBackEndWrites() throws Exception {
        Path csv = directory.resolve("deliveries.csv");
        Files.writeString(
                csv, "group,unit,bytes,scheduledNanos,deliveredNanos\r\n0,0,30,100,250\r\n0,1,30,200,350\r\n");
        assertThat(Deliveries.read(csv).sets()).containsExactly(new Delivery(30, 100, 250), new Delivery(30, 200, 350));
    }
}
