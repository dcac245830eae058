package org.banip.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;

class SampleRowsTest {
    private final StringWriter out = new StringWriter();
    private final SampleRows rows = new SampleRows("", new PrintWriter(out, true), new Watched(Clock.systemUTC()));

    private static List<SensorGroup> groups(String label) {
        return List.of(SensorGroup.live(
                "ecg", Frequency.ofHz(1), List.of(new Channel(label, "mV", 8, -128, 127, -1.28, 1.27))));
    }

    @Test
    void printsItsHeaderOnceAlthoughTheStreamBeginsAgain() {
        rows.measures(groups("II"));
        rows.sampled(0, 0, 0, 1, new long[] {1});
        rows.measures(groups("II"));
        rows.sampled(0, 0, 2, 1, new long[] {-1});
        assertThat(out.toString().lines())
                .containsExactly(
                        "time,II[mV]", "1970-01-01T00:00:00.000000000Z,0.010", "1970-01-01T00:00:02.000000000Z,-0.010");
    }

    @Test
    void labelThatASpreadsheetWouldTakeForAFormulaIsMadeHarmless() {
        rows.measures(groups("=HYPERLINK(\"http://evil.example\")"));
        assertThat(out.toString().lines()).containsExactly("time,\"'=HYPERLINK(\"\"http://evil.example\"\")[mV]\"");
    }

    @Test
    void printsAnotherHeaderForOtherChannels() {
        rows.measures(groups("II"));
        rows.measures(groups("V5"));
        assertThat(out.toString().lines()).containsExactly("time,II[mV]", "time,V5[mV]");
    }
}
