package org.banip.measure.jini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.banip.app.terminal.Stop;
import org.banip.core.json.JsonObject;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The measurement itself, with processes of its own, for a moment; how fast it is decides nothing. */
@Execution(ExecutionMode.CONCURRENT)
class FeedExperimentTest {
    private static final Duration MOMENT = Duration.ofSeconds(1);

    @Test
    void eachKindOfBatchesHasARowForEachRate(@TempDir Path directory) throws Exception {
        ResultsFolder folder = ResultsFolder.create(directory, Environment.here(0));
        FeedSettings settings = new FeedSettings(List.of(10, FeedSettings.ADAPTIVE), List.of(false), MOMENT, MOMENT);
        List<String> lines = new ArrayList<>();

        boolean inOrder = new FeedExperiment(settings, folder, new Stop()).run(true, lines::add);

        List<JsonObject> rows = folder.rows(FeedExperiment.TABLE);
        assertThat(inOrder).isTrue();
        assertThat(lines).hasSize(6);
        assertThat(rows)
                .extracting(row -> row.string("batches"))
                .containsExactly("10", "10", "10", "adaptive", "adaptive", "adaptive");
        assertThat(rows.get(0).string("offered")).isEqualTo("saturated");
        assertThat(rows.get(2).string("offered")).isEqualTo("1000000");
        // A call may be counted between the looks at the two counters.
        assertThat(rows.subList(0, 3))
                .allSatisfy(row -> assertThat(row.number("eventsPerCall")).isBetween(5.0, 20.0));
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.number("setsPerSecond")).isPositive();
            assertThat(row.number("p99Millis")).isGreaterThanOrEqualTo(row.number("p50Millis"));
        });
    }

    @Test
    void keyOfTlsIsNotInTheResults(@TempDir Path directory) throws Exception {
        ResultsFolder folder = ResultsFolder.create(directory, Environment.here(0));
        FeedSettings settings = new FeedSettings(List.of(FeedSettings.ADAPTIVE), List.of(true), MOMENT, MOMENT);

        assertThat(new FeedExperiment(settings, folder, new Stop()).run(true, line -> {}))
                .isTrue();

        assertThat(folder.rows(FeedExperiment.TABLE)).hasSize(3);
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .contains("adaptive-tls-source.log")
                    .noneMatch(name -> name.endsWith(".p12") || name.endsWith(".pem"));
        }
    }

    @Test
    void batchesBeyondAllBoundsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FeedSettings(List.of(4097), List.of(false), MOMENT, MOMENT))
                .withMessageContaining("batches [4097], allowed are numbers from 1 to 4096 and adaptive");
    }
}
