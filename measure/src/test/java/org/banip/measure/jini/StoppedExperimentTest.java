package org.banip.measure.jini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.banip.app.terminal.Stop;
import org.banip.core.json.JsonObject;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measurement itself, with processes of its own, for a moment; how late packets are decides nothing. */
class StoppedExperimentTest {
    @Test
    void eachRoundHasAWindowOfBothKinds(@TempDir Path directory) throws Exception {
        ResultsFolder folder = ResultsFolder.create(directory, Environment.here(0));
        StoppedSettings settings = new StoppedSettings(2, 1, Duration.ofSeconds(2), Duration.ofSeconds(1));
        List<String> lines = new ArrayList<>();

        boolean complete = new StoppedExperiment(settings, folder, new Stop()).run(false, lines::add);

        List<JsonObject> rows = folder.rows(StoppedExperiment.TABLE);
        assertThat(complete).isTrue();
        assertThat(lines).hasSize(8);
        assertThat(lines.get(6)).startsWith("stopping the watcher moved the p99 of acknowledgements by ");
        assertThat(lines.get(7)).startsWith("stopping the watcher moved the p99 of storage by ");
        assertThat(rows).extracting(row -> row.bool("stopped")).containsExactly(false, true, false, true);
        assertThat(rows)
                .allSatisfy(
                        row -> assertThat(row.integer("storedPackets", 0, 1000)).isPositive());
        List<JsonObject> moved = folder.rows(StoppedExperiment.MOVED);
        assertThat(moved).extracting(row -> row.string("moved")).containsExactly("acknowledged", "stored");
        assertThat(moved).extracting(row -> row.integer("rounds", 0, 10)).containsOnly(1L);
        assertThat(lines.get(7))
                .endsWith(
                        String.format(Locale.ROOT, " by %+.1f %%", moved.get(1).number("p99Percent")));
    }

    @Test
    void ratiosOfRoundsHaveAGeometricMeanAndAnInterval() {
        MovedFigures moved = new MovedFigures();
        for (int round = 1; round <= 3; round++) {
            moved.add(row(round, false, 1000));
            assertThat(moved.isComplete()).isFalse();
            moved.add(row(round, true, round == 2 ? 1000 : 2000));
            assertThat(moved.isComplete()).isTrue();
        }

        assertThat(moved.together().get(0).acknowledged().getTotalCount()).isEqualTo(3);
        // the logarithms are ln 2, 0 and ln 2: their mean is 2/3 ln 2, its standard error 1/3 ln 2; Student's t with
        // two degrees of freedom is 4.3027
        Moved acknowledged = moved.moved().get(0);
        assertThat(acknowledged.text()).endsWith("acknowledgements by +58.7 % (95 %: -41.3 to +329.0 %)");
        JsonObject row = JsonObject.parse(acknowledged.row().json());
        assertThat(row.number("p99Percent")).isCloseTo(58.74, within(0.01));
        assertThat(row.number("lowPercent")).isCloseTo(-41.26, within(0.01));
        assertThat(row.number("highPercent")).isCloseTo(329.0, within(0.05));
    }

    private static StoppedRow row(int round, boolean stopped, long micros) {
        Histogram one = new Histogram(1_000_000, 5);
        one.recordValue(micros);
        return new StoppedRow(round, stopped, one, one);
    }
}
