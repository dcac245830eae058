package org.banip.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.app.source.SignalSource;
import org.banip.app.terminal.Terminal;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MbuState;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SteadyClock;
import org.banip.surrogate.store.SensorSetDigest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoReportTest {
    private static final long ORIGIN = 1_000_000_000L;
    private static final SignalSource SOURCE = SignalSource.generated(Optional.of(Duration.ofSeconds(30)));

    /** The first sensor sets of the signal, read in packets of this length. */
    private static GroupReport.Units first(int count, int packet) {
        SensorSetDigest digest = new SensorSetDigest(SOURCE.groups());
        Block block = new Block(64);
        try (Sensor sensor = SOURCE.open(digest).get(0)) {
            for (int done = 0; done < count; ) {
                block.clear();
                block.describe(ORIGIN, done, 0);
                done += sensor.read(block, Math.min(packet, count - done));
            }
        }
        return new GroupReport.Units(digest.sets(0), digest.hex(0));
    }

    private static DemoState state(long raw, long uplink) {
        return new DemoState(
                MbuState.CONNECTED,
                0,
                1500,
                1414,
                1414,
                0,
                10,
                2,
                0,
                raw,
                raw / 2,
                uplink,
                List.of(),
                new Latencies().summary());
    }

    private static DemoSettings settings() {
        return new DemoSettings(
                SOURCE,
                1,
                "duplex",
                "auto",
                Duration.ofMillis(100),
                Optional.empty(),
                0,
                0,
                false,
                List.of("wifi", "lte"),
                Optional.<Path>empty());
    }

    private static List<String> lines(
            GroupReport.Units sensed,
            GroupReport.Units stored,
            Optional<Duration> interrupted,
            Optional<Duration> cut) {
        SensedAgain again = new SensedAgain(SOURCE, ORIGIN);
        GroupReport group = new GroupReport(
                SOURCE.groups().get(0), "auto", 3, 0, 0, sensed, stored, stored, again.begins(0, sensed, stored));
        return new DemoReport(
                        settings(),
                        state(6000, 5000),
                        List.of(group),
                        interrupted,
                        cut,
                        Optional.empty(),
                        Optional.empty())
                .toLines();
    }

    @Test
    void interruptedItSaysHowMuchIsExact() {
        assertThat(lines(first(1500, 7), first(1414, 50), Optional.of(Duration.ofSeconds(5)), Optional.empty()))
                .startsWith("interrupted at 0:05; the first 1,414 sensor sets are exact, 86 more were under way")
                .noneMatch(line -> line.contains("different") || line.contains("cut"));
    }

    @Test
    void interruptedBeforeAnythingArrivedItSaysThatNothingIsStored() {
        assertThat(lines(first(200, 7), first(0, 1), Optional.of(Duration.ofSeconds(2)), Optional.empty()))
                .startsWith("interrupted at 0:02; nothing was stored yet");
    }

    @Test
    void interruptedAfterTheEndOfTheSignalItSaysItsLength() {
        assertThat(lines(first(1500, 7), first(1414, 50), Optional.of(Duration.ofSeconds(31)), Optional.empty()))
                .anyMatch(line -> line.startsWith("interrupted at 0:30; "));
    }

    @Test
    void aCutAfterTheInterruptionIsNotTold() {
        assertThat(lines(
                        first(1500, 7),
                        first(1414, 50),
                        Optional.of(Duration.ofSeconds(14)),
                        Optional.of(Duration.ofSeconds(15))))
                .startsWith("interrupted at 0:14; the first 1,414 sensor sets are exact, 86 more were under way")
                .noneMatch(line -> line.contains("cut"));
    }

    @Test
    void interruptedWithOtherDataItSaysThatTheyDiffer() {
        GroupReport.Units other = new GroupReport.Units(1414, first(1413, 1).sha256());
        assertThat(lines(first(1500, 7), other, Optional.of(Duration.ofSeconds(5)), Optional.empty()))
                .startsWith("NOT exact: what was sensed is not what was stored and seen live, interrupted at 0:05")
                .anyMatch(line -> line.contains("stored 1,414 sensor sets, different"));
    }

    @Test
    void theCutIsToldWithItsTimeIfItHappened() {
        assertThat(lines(first(20, 1), first(20, 20), Optional.empty(), Optional.of(Duration.ofSeconds(15))))
                .startsWith("exact: what was sensed is what was stored and what was seen live")
                .anyMatch(line -> line.endsWith("; wifi was cut at 0:15"));
    }

    @Test
    void aReductionThatIsNoneIsToldAlikeAtAllTimes() {
        assertThat(state(1000, 3792).reductionText()).isEqualTo("no reduction");
        assertThat(state(1000, 582).reductionText()).isEqualTo("reduction 41.8 %");
    }

    /** The last line has the time that is left. */
    @ParameterizedTest
    @CsvSource({"40, 24", "60, 20", "80, 24", "120, 40"})
    void theBlockFitsIntoTheTerminalAlthoughLinesAreContinued(int columns, int rows) {
        LiveTap tap = new LiveTap(SOURCE.groups(), new SamplingSchedule(ORIGIN, 1), SteadyClock.system());
        DemoState state = state(123_456_789, 1_000_000);
        DemoView view = new DemoView(settings(), Optional.empty(), tap.traces(), state);
        var block = view.block(state, Duration.ofSeconds(3), new Terminal.Size(columns, rows));
        assertThat(block.stream().mapToInt(line -> line.rows(columns)).sum()).isLessThan(rows);
        assertThat(block.get(block.size() - 1).text()).isEqualTo("signal   0:03 of 0:30, 0:27 left");
    }
}
