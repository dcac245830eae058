package org.banip.measure.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UdpResultTest {
    private static final long MILLI = 1_000_000;

    private static DatagramArrival arrival(int number, long sentMillis, long latencyMillis) {
        return new DatagramArrival(number, sentMillis * MILLI, (sentMillis + latencyMillis) * MILLI, 72);
    }

    @Test
    void aLinkThatFallsBehindShowsItsRateInTheTrendOfLatency() {
        List<DatagramArrival> arrivals = new ArrayList<>();
        for (int packet = 0; packet < 50; packet++) {
            arrivals.add(arrival(packet, packet * 100L, 200 + packet * 25L)); // sent every 100 ms, arrives every 125
        }
        UdpResult result = new UdpResult(50, 1000, arrivals);
        assertThat(result.latencyTrend()).isCloseTo(0.25, within(1e-9));
        assertThat(result.achievableBytesPerSecond()).isCloseTo(800, within(1e-6));
        assertThat(result.receivedBytesPerSecond()).isCloseTo(800, within(1e-6));
        assertThat(result.medianLatencyMillis()).isEqualTo(825);
        assertThat(result.loss()).isZero();
    }

    @Test
    void aLinkThatKeepsUpAchievesAtLeastWhatWasSent() {
        List<DatagramArrival> arrivals = List.of(arrival(0, 0, 300), arrival(2, 200, 290), arrival(3, 300, 280));
        UdpResult result = new UdpResult(4, 1000, arrivals);
        assertThat(result.latencyTrend()).isNegative();
        assertThat(result.achievableBytesPerSecond()).isEqualTo(1000);
        assertThat(result.loss()).isEqualTo(0.25);
    }

    @Test
    void nothingArrivedIsNoFigure() {
        UdpResult result = new UdpResult(3, 1000, List.of());
        assertThat(result.loss()).isEqualTo(1);
        assertThat(result.medianLatencyMillis()).isNaN();
        assertThat(result.receivedBytesPerSecond()).isNaN();
    }

    @Test
    void theSawToothsFormulaGivesTheWorkedExample() {
        SawTooth tooth = new SawTooth(145 * 548, 1100);
        double payload = tooth.mediumKilobits(2400);
        assertThat(payload).isCloseTo(19.86, within(0.005));
        assertThat(payload * 576 / 548).isCloseTo(20.88, within(0.006));
    }

    @Test
    void theFirstWholeToothIsFoundBetweenTwoRises() {
        long[] latencies = {900, 800, 700, 1200, 1100, 1000, 900, 1450, 1300};
        List<DatagramArrival> arrivals = new ArrayList<>();
        for (int packet = 0; packet < latencies.length; packet++) {
            arrivals.add(arrival(packet, packet * 100L, latencies[packet]));
        }
        assertThat(SawTooth.first(arrivals, 300)).contains(new SawTooth(4 * 72, 500));
        assertThat(SawTooth.first(arrivals.subList(0, 6), 300)).isEmpty();
    }
}
