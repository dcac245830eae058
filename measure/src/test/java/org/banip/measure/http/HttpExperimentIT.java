package org.banip.measure.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.app.terminal.Stop;
import org.banip.core.json.JsonObject;
import org.banip.emulator.NeedsPrivileges;
import org.banip.measure.http.transfer.Transfer;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HttpExperimentIT {
    private static final List<Transfer> TRANSFERS =
            List.of(new Transfer.OfPage(212), new Transfer.OfAlarm(false), new Transfer.OfAlarm(true));

    @TempDir
    Path directory;

    @BeforeEach
    void emulatedLinksCanBeHad() {
        NeedsPrivileges.check();
    }

    /** Nothing is faster than the link: the times have lower bounds that no machine can break. */
    @Test
    void measuresOneLink() throws Exception {
        StudiedLink link = new StudiedLink(6, 40, 0, "cubic");
        ResultsFolder folder = ResultsFolder.create(directory, Environment.here(1));
        HttpSettings settings = new HttpSettings(List.of(link), TRANSFERS, 2, 1, 1);
        HttpFindings findings = new HttpExperiment(settings, folder, new Stop(), 1).run();
        assertThat(findings.complete()).as("%s", findings.toLines()).isTrue();
        List<JsonObject> rows = folder.rows(HttpExperiment.TABLE);
        assertThat(rows).hasSize(11).allSatisfy(row -> {
            assertThat(row.integer("loads", 0, 9)).isEqualTo(2);
            assertThat(row.integer("failed", 0, 9)).isZero();
            assertThat(row.number("seconds")).isGreaterThan(least(row));
            assertThat(row.number("connections"))
                    .isEqualTo(
                            row.string("transfer").equals("page-212")
                                            && row.string("protocol").equals("http1")
                                    ? 6
                                    : 1);
        });
        assertThat(directory.resolve("http/6m-40ms-0pc/network.json")).content().contains("\"lateness\"");
        assertThat(Files.readAllLines(directory.resolve("http/6m-40ms-0pc/loads.csv")))
                .hasSize(1 + 11 * 2);
    }

    /** Round trips that a version needs, and the time that the bytes need on the link. */
    private static double least(JsonObject row) {
        boolean page = row.string("transfer").equals("page-212");
        double roundTrips = switch (row.string("protocol")) {
            case "http1", "http2" -> 3;
            case "http3-1rtt" -> 2;
            default -> 1;
        };
        return 0.04 * roundTrips + (page ? 212_000 / 750_000.0 : 0);
    }
}
