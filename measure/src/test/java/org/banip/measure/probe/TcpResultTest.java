package org.banip.measure.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.banip.measure.probe.TcpResult.Read;
import org.junit.jupiter.api.Test;

class TcpResultTest {
    private static final long SECOND = 1_000_000_000;

    /** Nothing for 2 seconds, 100 B/s up to second 5, then 1000 B/s up to second 25. */
    private static TcpResult result() {
        List<Read> reads = new ArrayList<>();
        for (int tenth = 20; tenth < 250; tenth++) {
            reads.add(new Read(7 * SECOND + tenth * SECOND / 10, tenth < 50 ? 10 : 100));
        }
        return new TcpResult(7 * SECOND, reads);
    }

    @Test
    void averageIsFromTheBeginning() {
        assertThat(result().bytes()).isEqualTo(30 * 10 + 200 * 100);
        assertThat(result().averageBytesPerSecond()).isCloseTo(20_300 / 24.9, within(0.01));
    }

    @Test
    void steadyIsFromTheFirstArrivalAndPeakOfTheBestTime() {
        assertThat(result().steadyBytesPerSecond()).isCloseTo(20_290 / 22.9, within(0.01));
        assertThat(result().peakBytesPerSecond()).isBetween(1000.0, 1021.0);
    }

    @Test
    void fullUseBeginsWhenTheNextFiveSecondsAreFull() {
        assertThat(result().secondsToFullUse()).isBetween(3.5, 5.0);
    }

    @Test
    void whatComesAtOnceHasNoSteadyRate() {
        TcpResult result = new TcpResult(0, List.of(new Read(SECOND, 500)));
        assertThat(result.averageBytesPerSecond()).isEqualTo(500);
        assertThat(result.steadyBytesPerSecond()).isNaN();
        assertThat(result.peakBytesPerSecond()).isEqualTo(500);
        assertThat(result.secondsToFullUse()).isNaN();
    }
}
