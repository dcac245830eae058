package org.banip.measure.urgency;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.banip.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupLatencyTest {
    private static final String OVER = """
            {"measuredFromNanos": 1000000000, "groups": [
              {"name": "alarm", "units": 3, "thinned": 0, "otherGaps": 0},
              {"name": "ecg", "units": 9, "thinned": 0, "otherGaps": 1},
              {"name": "motion", "units": 9, "thinned": 8, "otherGaps": 0}]}
            """;

    @TempDir
    private Path folder;

    @Test
    void hasTheLatenciesOfEachGroupAndWhatIsMissing() throws Exception {
        Path csv = folder.resolve("deliveries.csv");
        Files.writeString(csv, """
                group,unit,bytes,scheduledNanos,deliveredNanos\r
                0,0,50,1000000000,1500000000\r
                1,0,4,1000000000,2000000000\r
                0,0,50,999999999,5500000000\r
                0,0,50,7000000000,8500000000\r
                """);
        List<GroupLatency> all = GroupLatency.read(csv, JsonObject.parse(OVER));
        assertThat(all).extracting(GroupLatency::group).containsExactly("alarm", "ecg", "motion");
        assertThat(all.get(0).latencies().seconds()).containsExactly(0.5, 1.5);
        assertThat(all).extracting(GroupLatency::isWholeOrBulk).containsExactly(true, false, true);
        assertThat(all.get(0).row("overload", "gprs").json())
                .contains("\"delivered\":3", "\"mean\":1", "\"p50\":0.5", "\"p99\":1.5", "\"max\":1.5");
        assertThat(all.get(0).line("overload"))
                .isEqualTo(
                        "overload, alarm: 3 sensor sets, 3 delivered, no gaps; latency mean 1.00 s, p99 1.50 s, most 1.50 s");
        assertThat(all.get(2).line("overload")).endsWith("0 delivered, 8 thinned, 0 in other gaps");
        assertThat(all.get(2).row("overload", "gprs").json())
                .contains("\"thinned\":8")
                .doesNotContain("mean");
    }
}
