package org.banip.measure.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.banip.app.system.BanipProcess;
import org.banip.core.json.JsonObject;
import org.banip.measure.report.ReportPage;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A relay in place of the emulated link: approximate, and without privileges. */
class MeasureRelayIT {
    @TempDir
    Path directory;

    @Test
    void aCellGoesOverARelayAndSaysSoEverywhere() throws Exception {
        String way = "{\"bytesPerSecond\": 40000, \"delayMillis\": 15, \"queueBytes\": 10000}";
        Files.writeString(
                directory.resolve("quick.json"),
                "{\"about\": \"quick\", \"links\": [{\"name\": \"quick\", \"mtu\": 576, \"congestionControl\": \"reno\","
                        + "\"up\": " + way + ", \"down\": " + way + "}]}");
        String[] command =
                "measure cpi --relay --link quick.json --packetizer 50 --load tc --bytes 20000 --out out".split(" ");
        try (BanipProcess measure = BanipProcess.start(directory, command)) {
            assertThat(measure.awaitExit()).as(measure.said()).isZero();
            assertThat(measure.printed().lines().filter(line -> line.endsWith("yes  approximate")))
                    .hasSize(1);
        }
        ResultsFolder results = ResultsFolder.open(directory.resolve("out"));
        List<JsonObject> rows = results.rows("cpi");
        assertThat(rows).hasSize(1).allSatisfy(row -> {
            assertThat(row.bool("approximate")).isTrue();
            assertThat(row.bool("exact")).isTrue();
            assertThat(row.string("congestionControl")).isEqualTo("none");
            assertThat(row.number("throughput")).isBetween(100.0, 40_000.0);
            assertThat(row.integer("wireBytesUp", 0, 1 << 30)).isGreaterThan(21_000);
        });
        assertThat(Files.readString(directory.resolve("out/cpi/tc/network.json")))
                .contains("\"quality\":\"approximate\"");
        assertThat(new ReportPage(results).html()).contains("<strong>Approximate:</strong>");
    }
}
