package org.banip.measure.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFolderTest {
    @TempDir
    Path directory;

    private ResultsFolder folder() {
        return ResultsFolder.create(directory.resolve("results"), Environment.here(42));
    }

    @Test
    void rowsAreReadBackAsTheyWereWrittenEvenBeforeTheTableIsClosed() {
        ResultsFolder folder = folder();
        try (ResultTable table = folder.table("cpi")) {
            table.add(new ResultRow()
                    .text("uplink", "chunked")
                    .count("units", 250)
                    .number("tc", 1710.5)
                    .flag("exact", true));
            assertThat(folder.rows("cpi")).hasSize(1);
        }
        JsonObject row = ResultsFolder.open(folder.directory()).rows("cpi").get(0);
        assertThat(row.names()).containsExactly("uplink", "units", "tc", "exact");
        assertThat(row.string("uplink")).isEqualTo("chunked");
        assertThat(row.number("tc")).isEqualTo(1710.5);
        assertThat(folder.tables()).containsExactly("cpi");
    }

    @Test
    void csvHasAColumnForEachNameAndQuotesWhatNeedsIt() throws Exception {
        ResultsFolder folder = folder();
        try (ResultTable table = folder.table("mixed")) {
            table.add(new ResultRow().text("about", "one, \"two\"").count("n", 1));
            table.add(new ResultRow().count("n", 2).number("ratio", 0.25));
        }
        assertThat(Files.readString(folder.directory().resolve("mixed.csv")))
                .isEqualTo("about,n,ratio\r\n\"one, \"\"two\"\"\",1,\r\n,2,0.25\r\n");
    }

    @Test
    void theEnvironmentIsWrittenDownFirst() {
        JsonObject environment = folder().environment().orElseThrow();
        assertThat(environment.integer("seed", 0, 100)).isEqualTo(42);
        assertThat(environment.integer("cores", 1, 1 << 16))
                .isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(environment.string("java")).contains(Runtime.version().toString());
        assertThat(environment.names()).contains("commit", "kernel", "cpu", "congestionControl", "begun");
    }

    @Test
    void eachTableKeepsTheEnvironmentItWasMeasuredIn() {
        folder().table("first").close();
        ResultsFolder later = ResultsFolder.create(directory.resolve("results"), Environment.here(43));
        later.table("second").close();
        assertThat(later.environment("first").orElseThrow().integer("seed", 0, 100))
                .isEqualTo(42);
        assertThat(later.environment("second").orElseThrow().integer("seed", 0, 100))
                .isEqualTo(43);
    }

    @Test
    void whatJsonCannotSayIsRefusedAndSoAreNamesThatAreNoFileNames() {
        ResultRow row = new ResultRow().count("n", 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> row.number("x", Double.NaN))
                .withMessageContaining("NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> row.count("n", 2)).withMessageContaining("already");
        ResultsFolder folder = folder();
        assertThatIllegalArgumentException().isThrownBy(() -> folder.rows("../passwd"));
        assertThat(folder.rows("none")).isEmpty();
    }
}
