package org.banip.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.app.terminal.Stop;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class CpiExperimentTest {
    @TempDir
    Path directory;

    @Test
    void whatWaitsForARunThatFailsFailsToo() throws Exception {
        CpiSettings settings =
                CpiSettings.over(LinkProfile.named("lan")).relayed(true).build();
        List<PlannedRun> plan = List.of(
                PlannedRun.of("high", settings, Load.HIGH, 10_000),
                PlannedRun.of("tc", settings, new Load.Capacity(), 10_000));
        ResultsFolder folder = ResultsFolder.create(directory, Environment.here(1));
        Files.createDirectories(directory.resolve("cpi"));
        Files.createFile(directory.resolve("cpi/tc")); // in the way of its raw data
        CpiFindings findings = new CpiExperiment("cpi", plan, folder, 1, new Stop()).run();
        assertThat(findings.exact()).isFalse();
        assertThat(findings.problems()).hasSize(2).anyMatch(problem -> problem.startsWith("high: "));
        assertThat(folder.rows("cpi")).hasSize(2).allMatch(row -> row.has("problem"));
    }
}
