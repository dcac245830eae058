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

/** {@code banip measure urgency}: alarms and live groups are whole behind an overload and behind a backlog of a day. */
@Execution(ExecutionMode.CONCURRENT)
class MeasureUrgencyIT {
    @TempDir
    Path directory;

    @Test
    void alarmsAndLiveGroupsAreWholeInBothRuns() throws Exception {
        NeedsPrivileges.check();
        String way = "{\"bytesPerSecond\": 9000, \"delayMillis\": 15, \"queueBytes\": 10000}";
        Files.writeString(
                directory.resolve("slow.json"),
                "{\"about\": \"slow\", \"links\": [{\"name\": \"slow\", \"mtu\": 576, \"congestionControl\": \"reno\","
                        + "\"up\": " + way + ", \"down\": " + way + "}]}");
        String line = "measure urgency --link slow.json --warm-up 1 --seconds 6 --json --out out";
        try (BanipProcess measure = BanipProcess.start(directory, line.split(" "))) {
            assertThat(measure.awaitExit()).as(measure.said()).isZero();
        }
        List<JsonObject> rows = ResultsFolder.open(directory.resolve("out")).rows("urgency");
        assertThat(rows)
                .extracting(row -> row.string("run"), row -> row.string("group"))
                .contains(
                        tuple("overload", "alarm"),
                        tuple("overload", "ecg"),
                        tuple("backlog", "alarm"),
                        tuple("backlog", "ecg"));
        assertThat(rows)
                .filteredOn(row -> List.of("alarm", "ecg").contains(row.string("group")))
                .allSatisfy(row -> assertThat(row.number("delivered")).isPositive());
    }
}
