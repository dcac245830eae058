package org.banip.measure.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

class CodecBenchmarkTest {
    @TempDir
    private Path folder;

    /** Says nothing about speed; says that there is something to run. */
    @Test
    void eachChainIsMeasuredBothWays() throws Exception {
        Path json = folder.resolve("jmh.json");
        new Runner(new OptionsBuilder()
                        .include(CodecBenchmark.class.getName())
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(20))
                        .resultFormat(ResultFormatType.JSON)
                        .result(json.toString())
                        .shouldFailOnError(true)
                        .build())
                .run();
        assertThat(Files.readString(json))
                .contains("CodecBenchmark.encode", "CodecBenchmark.decode", "\"rice\"", "\"predict\"", "megabytes");
    }
}
