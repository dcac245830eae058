package org.banip.measure.urgency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AlertLatencyTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    private final List<Asystole> two = List.of(asystole(100 * SECOND, 1), asystole(110 * SECOND, 1));

    private static Asystole asystole(long lastBeat, int warnings) {
        long deciding = lastBeat + 5 * SECOND / 2;
        return new Asystole(lastBeat, deciding, warnings == 0 ? 0 : deciding + MILLI, warnings);
    }

    private static AlertReceipt receipt(String key, String event, String by, long since, long at) {
        return new AlertReceipt(key, event, by, since, at);
    }

    @Test
    void timeBeginsWithTheDecidingSample() {
        AlertLatency latency = AlertLatency.of(
                "webhook",
                "host",
                two,
                List.of(
                        receipt("a-1", "raised", "host", 100 * SECOND + 4 * MILLI, 103 * SECOND),
                        receipt("a-2", "ended", "host", 100 * SECOND + 4 * MILLI, 105 * SECOND),
                        receipt("m-1", "raised", "mbu", 100 * SECOND, 102 * SECOND),
                        receipt("b-1", "raised", "host", 110 * SECOND - 4 * MILLI, 114 * SECOND)));
        assertThat(latency.isExact()).isTrue();
        assertThat(latency.latencies().seconds()).containsExactly(0.5, 1.5);
        assertThat(latency.row("gprs-2slot").json()).contains("\"mean\":1", "\"max\":1.5", "\"link\":\"gprs-2slot\"");
        assertThat(latency.line()).contains("each once", "mean 1000.0 ms", "p99 1500.0 ms");
    }

    @Test
    void anAlertThatDidNotComeIsMissing() {
        AlertLatency latency = AlertLatency.of(
                "page", "host", two, List.of(receipt("a-1", "raised", "host", 110 * SECOND, 114 * SECOND)));
        assertThat(latency.missing()).isOne();
        assertThat(latency.isExact()).isFalse();
        assertThat(AlertLatency.of("page", "host", two, List.of()).line()).contains("2 missing");
    }

    @Test
    void aStepThatComesAgainAndASecondAlertOfOneAsystoleAreDoubled() {
        List<AlertReceipt> receipts = List.of(
                receipt("a-1", "raised", "host", 100 * SECOND, 103 * SECOND),
                receipt("a-1", "raised", "host", 100 * SECOND, 104 * SECOND),
                receipt("a-2", "ended", "host", 100 * SECOND, 105 * SECOND),
                receipt("a-2", "ended", "host", 100 * SECOND, 105 * SECOND),
                receipt("b-1", "raised", "host", 110 * SECOND, 113 * SECOND),
                receipt("c-1", "raised", "host", 110 * SECOND, 113 * SECOND));
        AlertLatency latency = AlertLatency.of("webhook", "host", two, receipts);
        assertThat(latency.doubled()).isEqualTo(3);
        assertThat(latency.missing()).isZero();
        assertThat(latency.isExact()).isFalse();
    }

    @Test
    void anAlertWithoutAnAsystoleIsUnexpected() {
        AlertLatency latency = AlertLatency.of(
                "webhook",
                "mbu",
                two.subList(0, 1),
                List.of(
                        receipt("a-1", "raised", "mbu", 100 * SECOND, 103 * SECOND),
                        receipt("b-1", "raised", "mbu", 101 * SECOND, 104 * SECOND)));
        assertThat(latency.unexpected()).isOne();
        assertThat(latency.isExact()).isFalse();
    }

    @Test
    void warningsAreCountedToo() {
        assertThat(AlertLatency.ofWarnings(two).latencies().seconds()).containsExactly(0.001, 0.001);
        assertThat(AlertLatency.ofWarnings(two).isExact()).isTrue();
        AlertLatency wrong = AlertLatency.ofWarnings(List.of(asystole(SECOND, 0), asystole(20 * SECOND, 2)));
        assertThat(wrong.missing()).isOne();
        assertThat(wrong.doubled()).isOne();
    }
}
