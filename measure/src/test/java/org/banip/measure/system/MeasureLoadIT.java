package org.banip.measure.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.app.system.BanipProcess;
import org.banip.core.json.JsonObject;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code banip measure load}, small, with real servers. */
@Execution(ExecutionMode.CONCURRENT)
class MeasureLoadIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long MOST = 1L << 40;

    @TempDir
    Path directory;

    private BanipProcess load(String... more) throws IOException {
        List<String> args = new ArrayList<>(
                List.of("measure", "load", "--heap", "256m", "--ramp", "1", "--warm-up", "1", "--out", "out"));
        args.addAll(List.of(more));
        return BanipProcess.start(directory, args.toArray(String[]::new));
    }

    private List<JsonObject> rows() {
        return ResultsFolder.open(directory.resolve("out")).rows("load");
    }

    private static ProcessHandle server(BanipProcess measure, String command) {
        return await().atMost(PATIENCE)
                .until(
                        () -> measure.descendants()
                                .filter(process -> words(process).contains(command))
                                .toList(),
                        found -> found.size() == 1)
                .get(0);
    }

    /** {@link ProcessHandle} does not tell the words of a long command line. */
    private static List<String> words(ProcessHandle process) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
            return List.of(line.split("\0"));
        } catch (IOException e) {
            return List.of(); // it has ended
        }
    }

    @Test
    void eachStepHasAFreshHostThatStoresExactlyWhatWasSentAndRefusalsAreCounted() throws Exception {
        try (BanipProcess measure =
                load("--mbus", "20,30", "--rate", "10", "--seconds", "2", "--host-option", "interconnects=25")) {
            assertThat(measure.awaitExit()).as(measure.said()).isZero();
            assertThat(measure.printed()).contains("p99 ms").contains("refused: too-many-sessions 5");
        }
        assertThat(rows()).hasSize(2).allSatisfy(row -> {
            assertThat(row.bool("exact")).isTrue();
            assertThat(row.integer("lost", 0, MOST)).isZero();
            assertThat(row.integer("outstanding", 0, MOST)).isZero();
            assertThat(row.integer("stored", 0, MOST)).isEqualTo(row.integer("sent", 0, MOST));
            assertThat(row.number("offered")).isEqualTo(10.0 * row.integer("registered", 0, MOST));
            assertThat(row.number("p50Millis")).isPositive().isLessThanOrEqualTo(row.number("maxMillis"));
            assertThat(row.number("hostMicrosPerPacket")).isPositive();
            assertThat(row.number("bytesWritten")).isPositive();
        });
        assertThat(rows()).extracting(row -> row.integer("refused", 0, MOST)).containsExactly(0L, 5L);
        assertThat(rows().get(1).string("refusals")).isEqualTo("too-many-sessions 5");
        assertThat(directory.resolve("out/load/1-20/latency.txt")).exists();
        assertThat(directory.resolve("out/load/1-20/store.db")).doesNotExist();
    }

    @Test
    void afterAStormAtTheBrokerAllMbusAreBackAndNothingIsMissing() throws Exception {
        try (BanipProcess measure =
                load("--mbus", "20", "--rate", "10", "--seconds", "1", "--through", "wsb", "--storm")) {
            assertThat(measure.awaitExit()).as(measure.said()).isZero();
        }
        assertThat(rows()).singleElement().satisfies(row -> {
            assertThat(row.bool("exact")).isTrue();
            assertThat(row.integer("lost", 0, MOST)).isGreaterThanOrEqualTo(20); // and resumed
            assertThat(row.number("stormSeconds")).isPositive();
            assertThat(row.number("wsbMicrosPerPacket")).isPositive();
        });
    }

    @Test
    void asFastAsAcknowledgementsComeIsExactToo() throws Exception {
        try (BanipProcess measure = load("--mbus", "2", "--saturate", "500", "--seconds", "1")) {
            assertThat(measure.awaitExit()).as(measure.said()).isZero();
        }
        assertThat(rows().get(0).number("achieved")).isGreaterThan(500);
    }

    @Test
    void aHostThatDiesIsNotExact() throws Exception {
        try (BanipProcess measure = load("--mbus", "20", "--seconds", "60")) {
            measure.awaitSaid("window: sent");
            server(measure, "host").destroyForcibly();
            assertThat(measure.awaitExit()).as(measure.said()).isEqualTo(1);
        }
        assertThat(rows()).singleElement().satisfies(row -> {
            assertThat(row.bool("exact")).isFalse();
            assertThat(row.string("problem")).contains("the host ended with code 137");
        });
    }

    @Test
    void interruptedItLeavesNoProcess() throws Exception {
        try (BanipProcess measure = load("--mbus", "20", "--seconds", "60", "--through", "wsb")) {
            measure.awaitSaid("window: sent");
            List<ProcessHandle> children = measure.descendants().toList();
            assertThat(children).hasSizeGreaterThanOrEqualTo(3);
            measure.interrupt();
            assertThat(measure.awaitExit()).as(measure.said()).isEqualTo(130);
            await().atMost(PATIENCE).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        }
        assertThat(Files.readString(directory.resolve("out/load.jsonl"))).isEmpty();
    }

    @Test
    void killedItLeavesNoProcess() throws Exception {
        try (BanipProcess measure = load("--mbus", "5", "--seconds", "60", "--through", "wsb")) {
            measure.awaitSaid("window: sent");
            List<ProcessHandle> children = measure.descendants().toList();
            measure.kill();
            await().atMost(PATIENCE).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        }
    }
}
