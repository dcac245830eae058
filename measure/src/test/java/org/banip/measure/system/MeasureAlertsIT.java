package org.banip.measure.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.banip.app.system.BanipProcess;
import org.banip.core.json.JsonObject;
import org.banip.emulator.NeedsPrivileges;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code banip measure alerts}: the alert of each asystole comes once on each way, behind a backlog of a day. */
@Execution(ExecutionMode.CONCURRENT)
class MeasureAlertsIT {
    @TempDir
    Path directory;

    @Test
    void theAlertOfEachAsystoleComesOnceOnEachWay() throws Exception {
        NeedsPrivileges.check();
        String way = "{\"bytesPerSecond\": 9000, \"delayMillis\": 15, \"queueBytes\": 10000}";
        Files.writeString(
                directory.resolve("slow.json"),
                "{\"about\": \"slow\", \"links\": [{\"name\": \"slow\", \"mtu\": 576, \"congestionControl\": \"reno\","
                        + "\"up\": " + way + ", \"down\": " + way + "}]}");
        String line = "measure alerts --link slow.json --alerts 2 --json --out out";
        try (BanipProcess measure = BanipProcess.start(directory, line.split(" "))) {
            assertThat(measure.awaitExit()).as(measure.said()).isZero();
        }
        List<JsonObject> rows = ResultsFolder.open(directory.resolve("out")).rows("alerts");
        assertThat(rows)
                .extracting(row -> row.string("to"), row -> row.string("by"))
                .containsExactly(
                        tuple("listener", "mbu"),
                        tuple("webhook", "mbu"),
                        tuple("page", "mbu"),
                        tuple("webhook", "host"),
                        tuple("page", "host"));
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.number("asystoles")).isEqualTo(2);
            assertThat(row.number("missing") + row.number("doubled") + row.number("unexpected"))
                    .isZero();
        });
        Path receipts = directory.resolve("out/alerts/receipts.csv");
        assertThat(Files.readAllLines(receipts)).as("each raised and ended").hasSize(1 + 2 * 2 * 2 * 2);
    }
}
