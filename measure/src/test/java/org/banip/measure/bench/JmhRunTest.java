package org.banip.measure.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.banip.core.json.JsonObject;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Says nothing about speed; says that each benchmark runs and what its row says. */
class JmhRunTest {
    @TempDir
    Path directory;

    private final StringWriter log = new StringWriter();

    private ResultsFolder run(String filter) throws Exception {
        ResultsFolder folder = ResultsFolder.create(directory, Environment.here(1));
        try (ResultTable table = folder.table("jmh")) {
            new JmhRun(JavaHome.running(), filter)
                    .glance()
                    .run(new PrintWriter(log), found -> table.add(JmhRows.of(found)));
        }
        return folder;
    }

    @Test
    void eachBenchmarkRunsWithEachOfItsParameters() throws Exception {
        Map<String, Long> rows = run(".*").rows("jmh").stream()
                .collect(Collectors.groupingBy(row -> row.string("benchmark"), Collectors.counting()));
        assertThat(rows)
                .containsEntry("FrameBenchmark.encode", 3L)
                .containsEntry("FrameBenchmark.decode", 3L)
                .containsEntry("SpoolBenchmark.claimReleasePut", 8L)
                .containsEntry("BeatBenchmark.sample", 2L)
                .containsEntry("StoreBenchmark.append", 2L)
                .containsEntry("ReceiveBenchmark.receive", 2L)
                .containsKeys("CodecBenchmark.encode", "CodecBenchmark.decode");
        assertThat(log.toString())
                .contains("1: CodecBenchmark.decode (chain=", "FrameBenchmark.encode (payload=150), about");
    }

    @Test
    void aRowHasTheScoreWithItsUnitTheMegabytesAndWhatWasAllocated() throws Exception {
        JsonObject row = run("FrameBenchmark.encode").rows("jmh").get(0);
        assertThat(row.string("parameters")).isEqualTo("payload=150");
        assertThat(row.string("java")).startsWith(System.getProperty("java.version"));
        assertThat(row.string("unit")).isEqualTo("ops/s");
        assertThat(row.number("score")).isPositive();
        assertThat(row.number("megabytesPerSecond")).isPositive();
        assertThat(row.number("allocatedBytes")).isNotNegative();
        assertThat(row.has("error")).as("one iteration has no interval").isFalse();
    }

    @Test
    void aFilterThatMatchesNothingIsAMistake() {
        JmhRun.check("Store");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JmhRun.check("NoSuchBenchmark"))
                .withMessage("no benchmark's name matches 'NoSuchBenchmark'");
    }
}
