package org.banip.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.junit.jupiter.api.Test;

class SampleRowsTest {
    private final StringWriter out = new StringWriter();
    private final AtomicInteger unread = new AtomicInteger();
    private final List<String> said = new ArrayList<>();
    private final SampleRows rows = rows(new PrintWriter(out, true));

    private SampleRows rows(PrintWriter to) {
        return new SampleRows("", to, new Watched(Clock.systemUTC()), said::add, unread::incrementAndGet);
    }

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
    void rowsOfWhatIsLateComeBehind() {
        SensorGroup ecg = groups("II").get(0);
        SensorGroup late =
                new SensorGroup("late", ecg.frequency(), ServiceClass.BULK, Duration.ofDays(1), ecg.channels());
        rows.measures(List.of(ecg.lateAs("late"), late, groups("V5").get(0)));
        rows.sampled(0, 0, 5, 1, new long[] {1});
        rows.sampled(2, 0, 6, 1, new long[] {1});
        rows.sampled(1, 0, 4, 1, new long[] {2});
        assertThat(out.toString().lines())
                .containsExactly(
                        "time,II[mV]", "1970-01-01T00:00:05.000000000Z,0.010", "1970-01-01T00:00:04.000000000Z,0.020");
    }

    /** The BAN may get it later. */
    @Test
    void saysOnceThatTheBanHasNoSuchGroup() {
        PrintWriter to = new PrintWriter(out, true);
        SampleRows other = new SampleRows("nope", to, new Watched(Clock.systemUTC()), said::add, () -> {});
        other.measures(groups("II"));
        other.measures(groups("II"));
        assertThat(said).containsExactly("the BAN has no group 'nope' now; it has ecg. Waits until it gets one");
        assertThat(out.toString()).isEmpty();
        SensorGroup nope =
                SensorGroup.live("nope", Frequency.ofHz(1), groups("II").get(0).channels());
        other.measures(List.of(groups("II").get(0), nope));
        other.sampled(1, 0, 0, 1, new long[] {1});
        assertThat(out.toString().lines()).containsExactly("time,II[mV]", "1970-01-01T00:00:00.000000000Z,0.010");
        assertThat(said).hasSize(1);
    }

    @Test
    void itIsToldWhenTheReaderIsGone() {
        rows.measures(groups("II"));
        rows.sampled(0, 0, 0, 1, new long[] {1});
        assertThat(unread).hasValue(0);
        SampleRows piped = rows(new PrintWriter(new BrokenPipe(), true, StandardCharsets.UTF_8));
        piped.measures(groups("II"));
        piped.sampled(0, 0, 0, 1, new long[] {1});
        assertThat(unread).hasValue(1);
    }

    /** What standard output is when its reader has ended. */
    private static final class BrokenPipe extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
        }
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
