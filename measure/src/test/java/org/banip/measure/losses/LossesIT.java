package org.banip.measure.losses;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.banip.app.system.BanipProcess;
import org.banip.core.json.JsonObject;
import org.banip.measure.faults.machine.SmallDisk;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The command, with real processes: BANip keeps its promises, and what another loses is seen. */
class LossesIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void banipDeclaresWhatItLosesAndOthersLoseWhatTheyKeptInMemory() throws Exception {
        String faults = "kill-sender-offline,kill-receiver,sender-disk-full";
        try (BanipProcess command = BanipProcess.start(
                directory,
                "measure",
                "losses",
                "--product=banip-each,grpc",
                "--fault=" + faults,
                "--steady=1",
                "--seconds=2",
                "--parallel=3",
                "--out=out")) {
            assertThat(command.awaitExit(PATIENCE)).as(command.said()).isZero();
            assertThat(command.printed()).contains("of these told");
        }
        List<JsonObject> rows = ResultsFolder.open(directory.resolve("out")).rows(LossesExperiment.TABLE);
        boolean disks = SmallDisk.missing().isEmpty();
        assertThat(rows)
                .extracting(row -> row.string("fault") + " " + row.string("product"))
                .containsExactlyElementsOf(expected(disks));
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.string("problem")).isEmpty();
            assertThat(count(row, "confirmed")).isPositive();
            assertThat(count(row, "accepted")).isGreaterThanOrEqualTo(count(row, "confirmed"));
            assertThat(count(row, "lostConfirmed")).isZero();
        });
        assertThat(rows)
                .filteredOn(row -> row.string("product").equals("banip-each"))
                .allSatisfy(row -> {
                    assertThat(count(row, "doubled")).isZero();
                    assertThat(count(row, "told")).isEqualTo(count(row, "lost"));
                });
        JsonObject grpc = row(rows, "kill-sender-offline", "grpc");
        assertThat(count(grpc, "lost")).isPositive();
        assertThat(count(grpc, "told")).isZero();
        if (disks) {
            assertThat(count(row(rows, "sender-disk-full", "banip-each"), "refused"))
                    .as("the application is told")
                    .isPositive();
        }
    }

    private static List<String> expected(boolean disks) {
        List<String> both = List.of(
                "kill-sender-offline banip-each",
                "kill-sender-offline grpc",
                "kill-receiver banip-each",
                "kill-receiver grpc",
                "sender-disk-full banip-each");
        return disks ? both : both.subList(0, 4);
    }

    private static JsonObject row(List<JsonObject> rows, String fault, String product) {
        return rows.stream()
                .filter(row -> row.string("fault").equals(fault)
                        && row.string("product").equals(product))
                .findFirst()
                .orElseThrow();
    }

    private static long count(JsonObject row, String name) {
        return row.integer(name, 0, Long.MAX_VALUE);
    }
}
