package org.banip.measure.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.banip.app.terminal.Stop;
import org.banip.core.json.JsonObject;
import org.banip.emulator.MultipathTcp;
import org.banip.emulator.NeedsPrivileges;
import org.banip.measure.paths.carrier.MbuSetup;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Cases;
import org.banip.measure.paths.scenario.Reading;
import org.banip.measure.paths.scenario.Scenario;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PathsExperimentIT {
    private static final int MANY = 1_000_000_000;

    @TempDir
    Path directory;

    /** Two lossy paths together: nothing is lost, and nothing is faster than the links. */
    @Test
    void aTransferOverTwoPathsIsExactAndStandsBesideMultipathTcp() throws Exception {
        NeedsPrivileges.check();
        ResultsFolder folder = ResultsFolder.create(directory, Environment.here(1));
        PathsSettings settings = new PathsSettings(
                List.of(Scenario.PALS),
                List.of(Transport.values()),
                new Cases(100_000, 1, Cases.SOAK, 1),
                1,
                2,
                Reading.ROUND_TRIP,
                "cubic",
                new MbuSetup("duplex", Optional.empty()));
        List<PlannedRun> plan = PlannedRun.plan(settings).stream()
                .filter(run -> run.studied().name().equals("1-lossy"))
                .filter(run -> run.transport() == Transport.BANIP || run.transport() == Transport.MPTCP)
                .toList();
        PathsFindings findings = new PathsExperiment(settings, plan, folder, new Stop()).run();
        assertThat(findings.exact()).as("%s", findings.toLines()).isTrue();
        List<JsonObject> rows = folder.rows(PathsExperiment.TABLE);
        JsonObject banip = row(rows, "banip");
        assertThat(banip.bool("exact")).isTrue();
        assertThat(banip.integer("bytes", 0, MANY)).isEqualTo(100_000);
        assertThat(banip.number("ofCapacity")).isBetween(0.0, 1.0);
        assertThat(banip.integer("bytesOn1", 0, MANY) + banip.integer("bytesOn2", 0, MANY))
                .isGreaterThan(100_000);
        if (MultipathTcp.missing().isPresent()) {
            assertThat(row(rows, "mptcp").string("problem"))
                    .isEqualTo(MultipathTcp.missing().get());
        } else {
            assertThat(row(rows, "mptcp").integer("bytes", 0, MANY)).isEqualTo(100_000);
        }
        assertThat(directory.resolve("paths/pals-1-lossy-banip-1/links.csv")).isNotEmptyFile();
        assertThat(folder.rows(PathsExperiment.MEANS))
                .extracting(row -> row.optionalString("publishedFor").orElse(""))
                .contains("MPQUIC");
    }

    /** Programs that are not there are skipped, with the reason; what they carry is checked by digest, and both paths are used. */
    @Test
    void programsCarryTheSameTransferOverTwoPaths() throws Exception {
        NeedsPrivileges.check();
        ResultsFolder folder = ResultsFolder.create(directory, Environment.here(1));
        PathsSettings settings = new PathsSettings(
                List.of(Scenario.PALS),
                List.of(Transport.values()),
                new Cases(100_000, 1, Cases.SOAK, 1),
                1,
                2,
                Reading.ROUND_TRIP,
                "cubic",
                new MbuSetup("duplex", Optional.empty()));
        List<PlannedRun> plan = PlannedRun.plan(settings).stream()
                .filter(run -> run.studied().name().equals("1-clean"))
                .filter(run -> run.transport().program().isPresent())
                .toList();
        PathsFindings findings = new PathsExperiment(settings, plan, folder, new Stop()).run();
        for (Transport transport : List.of(Transport.SCTP, Transport.MPQUIC)) {
            JsonObject row = row(folder.rows(PathsExperiment.TABLE), transport.token());
            Optional<String> missing = transport.missing();
            if (missing.isPresent()) {
                assertThat(row.string("problem")).isEqualTo(missing.get());
            } else {
                assertThat(row.optionalString("problem")).isEmpty();
                assertThat(row.bool("exact")).as("%s", findings.toLines()).isTrue();
                assertThat(row.integer("bytes", 0, MANY)).isEqualTo(100_000);
                assertThat(row.number("ofCapacity")).isBetween(0.0, 1.0);
                assertThat(row.integer("bytesOn1", 0, MANY)).isGreaterThan(1000);
                assertThat(row.integer("bytesOn2", 0, MANY)).isGreaterThan(1000);
            }
        }
    }

    /**
     * Over HTTP/3, behind one bottleneck with a flow of TCP, and while paths fail at random and the broker is killed.
     */
    @Test
    void whateverHappensIsExact() throws Exception {
        NeedsPrivileges.check();
        ResultsFolder folder = ResultsFolder.create(directory, Environment.here(1));
        PathsSettings settings = new PathsSettings(
                List.of(Scenario.PALS, Scenario.SHARED, Scenario.SOAK),
                List.of(Transport.values()),
                new Cases(100_000, 1, Duration.ofSeconds(5), 1),
                1,
                3,
                Reading.ROUND_TRIP,
                "cubic",
                new MbuSetup("duplex", Optional.empty()));
        List<PlannedRun> plan = PlannedRun.plan(settings).stream()
                .filter(run -> List.of("pals-1-clean-banip-http3-1", "shared-bottleneck-banip-1", "soak-seed-1-banip-1")
                        .contains(run.name()))
                .toList();
        PathsFindings findings = new PathsExperiment(settings, plan, folder, new Stop()).run();
        assertThat(findings.exact()).as("%s", findings.toLines()).isTrue();
        List<JsonObject> rows = folder.rows(PathsExperiment.TABLE);
        assertThat(row(rows, "banip-http3").string("congestionControl")).isEqualTo("bbr (QUIC)");
        assertThat(rows)
                .filteredOn(row -> row.string("scenario").equals("shared"))
                .singleElement()
                .satisfies(row -> assertThat(row.number("shareOf1")).isBetween(0.0, 1.0));
        assertThat(rows)
                .filteredOn(row -> row.string("scenario").equals("soak"))
                .singleElement()
                .satisfies(row -> assertThat(row.number("brokerDies")).isBetween(0.0, 4.5));
    }

    private static JsonObject row(List<JsonObject> rows, String transport) {
        return rows.stream()
                .filter(row -> row.string("transport").equals(transport))
                .findFirst()
                .orElseThrow();
    }
}
