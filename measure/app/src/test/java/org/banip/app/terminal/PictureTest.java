package org.banip.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PictureTest {
    @ParameterizedTest
    @CsvSource({"mV, 1.000 mV", "1, 1.000"})
    void theNewestValueStandsBesideItsTraceWithItsUnit(String unit, String shown) {
        Channel channel = new Channel("II", unit, 8, -128, 127, -128, 127);
        SignalTrace trace = new SignalTrace(channel, Frequency.ofHz(1), Duration.ofSeconds(1));
        trace.add(1);
        List<Line> lines = new Picture(false).draw(List.of(trace), 14 + 10, 2);
        assertThat(lines.get(0).text()).startsWith("II ");
        assertThat(lines.get(1).text().substring(0, 14).trim()).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"packets, 2, 2 packets", "packets, 9999, '9,999 packets'", "B/s, 117, 117 B/s", "B/s, 1200, 1.20 kB/s"})
    void countsHaveNoDecimalsAndRatesOneRule(String unit, int value, String shown) {
        Channel channel = new Channel("spool", unit, 32, 0, 1 << 30, 0, 1 << 30);
        SignalTrace trace = new SignalTrace(channel, Frequency.ofHz(1), Duration.ofSeconds(1));
        trace.add(value);
        List<Line> lines = new Picture(false).draw(List.of(trace), 30, 2);
        assertThat(lines.get(1).text().substring(0, 14).trim()).isEqualTo(shown);
    }
}
