package org.banip.measure.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.banip.app.system.BanipProcess;
import org.banip.core.json.JsonObject;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The fault suite: a few rounds in the gate, 200 with {@code mvn verify -Pfaults}. */
@Execution(ExecutionMode.CONCURRENT)
class FaultsIT {
    private static final int ROUNDS = Integer.getInteger("banip.faults.rounds", 6);
    private static final long SEED = Long.getLong("banip.faults.seed", 1);
    private static final Duration OF_A_ROUND = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** A round that failed leaves its logs. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void nothingIsLostDoubledOrOutOfOrderExceptDeclaredGaps() throws Exception {
        try (BanipProcess suite = BanipProcess.start(
                directory,
                "measure",
                "faults",
                "--rounds=" + ROUNDS,
                "--seed=" + SEED,
                "--life=" + Math.min(25, Math.max(1, ROUNDS / 3)),
                "--database=both",
                "--out=out")) {
            int code = suite.awaitExit(PATIENCE.plus(OF_A_ROUND.multipliedBy(ROUNDS)));
            System.out.println(suite.printed()); // the summary is what the profile is for
            assertThat(code).as(suite.said()).isZero();
            assertThat(suite.printed()).contains(ROUNDS + " rounds, 0 failed");
        }
        List<JsonObject> rows = ResultsFolder.open(directory.resolve("out")).rows(FaultsExperiment.TABLE);
        assertThat(rows).hasSize(ROUNDS).allSatisfy(row -> {
            assertThat(row.bool("passed")).isTrue();
            assertThat(row.integer("stored", 0, Long.MAX_VALUE)).isPositive();
        });
        assertThat(directory.resolve("out/faults"))
                .as("folders of arrangements that passed are removed")
                .isDirectoryNotContaining("glob:**arrangement*");
    }

    @Test
    void nothingIsLeftWhenItIsInterrupted() throws Exception {
        try (BanipProcess suite =
                BanipProcess.start(directory, "measure", "faults", "--rounds=1000", "--parallel=1", "--out=out")) {
            suite.awaitSaid("round +1  ok");
            List<ProcessHandle> children = suite.descendants().toList();
            assertThat(children).hasSizeGreaterThanOrEqualTo(2);
            suite.interrupt();
            assertThat(suite.awaitExit()).as(suite.said()).isEqualTo(130);
            await().atMost(PATIENCE).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        }
        assertThat(mounts()).doesNotContain(directory.toString());
        assertThat(directory.resolve("out/faults.jsonl")).isNotEmptyFile();
    }

    private static String mounts() throws IOException {
        Path mounts = Path.of("/proc/mounts");
        return Files.exists(mounts) ? Files.readString(mounts) : "";
    }
}
