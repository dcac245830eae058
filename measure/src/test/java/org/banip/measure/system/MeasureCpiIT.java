package org.banip.measure.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.app.system.BanipProcess;
import org.banip.core.json.JsonObject;
import org.banip.emulator.NeedsPrivileges;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code banip measure cpi}: what it measures. */
@Execution(ExecutionMode.CONCURRENT)
class MeasureCpiIT {
    @TempDir
    Path directory;

    @BeforeEach
    void linkOfTheTests() throws IOException {
        NeedsPrivileges.check();
        String way = "{\"bytesPerSecond\": 40000, \"delayMillis\": 15, \"queueBytes\": 10000}";
        Files.writeString(
                directory.resolve("quick.json"),
                "{\"about\": \"quick\", \"links\": [{\"name\": \"quick\", \"mtu\": 576, \"congestionControl\": \"reno\","
                        + "\"up\": " + way + ", \"down\": " + way + "}]}");
    }

    private BanipProcess cpi(String out, String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of("measure", "cpi", "--link", "quick.json", "--json", "--out", out));
        args.addAll(List.of(more));
        return BanipProcess.start(directory, args.toArray(String[]::new));
    }

    private List<JsonObject> rows(String out) {
        return ResultsFolder.open(directory.resolve(out)).rows("cpi");
    }

    /** The loads that depend on a capacity are tested with one uplink: how they are found is the same with all. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "chunked | tc,high,3000 | TC,90 % of TC,3000 B/s",
                "persistent | tc | TC",
                "per-request | 3000 | 3000 B/s"
            })
    void capacityAndLatencyAreMeasuredAndDeliveryIsExact(String uplink, String loads, String names) throws Exception {
        try (BanipProcess measure =
                cpi("out", "--uplink", uplink, "--packetizer", "50", "--load", loads, "--bytes", "20000")) {
            assertThat(measure.awaitExit()).as(measure.said()).isZero();
        }
        assertThat(rows("out")).extracting(row -> row.string("load")).containsExactlyInAnyOrder(names.split(","));
        assertThat(rows("out")).allSatisfy(row -> {
            assertThat(row.bool("exact")).isTrue();
            assertThat(row.bool("approximate")).isFalse();
            assertThat(row.string("congestionControl")).isEqualTo("reno");
            assertThat(row.integer("sets", 0, 10_000)).isEqualTo(700);
            assertThat(row.number("throughput")).isBetween(100.0, 40_000.0);
            assertThat(row.number("bdlMin")).isPositive().isLessThanOrEqualTo(row.number("bdlAverage"));
            assertThat(Math.abs(row.number("clockOffsetMillis")))
                    .isLessThanOrEqualTo(row.number("clockOffsetBoundMillis"));
            assertThat(row.integer("wireBytesUp", 0, 1 << 30)).isGreaterThan(21_000);
        });
        Path first = directory.resolve("out/cpi").resolve(loads.startsWith("tc") ? "tc" : "3000-b-s");
        assertThat(Files.readAllLines(first.resolve("deliveries.csv"))).hasSize(701);
        assertThat(first.resolve("work")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http2 --tls", "http3"})
    void overTlsToo(String uplink) throws Exception {
        List<String> more = new ArrayList<>(List.of(("--uplink " + uplink).split(" ")));
        more.addAll(List.of("--packetizer", "50", "--load", "3000", "--bytes", "20000"));
        try (BanipProcess measure = cpi("out", more.toArray(String[]::new))) {
            assertThat(measure.awaitExit()).as(measure.said()).isZero();
        }
        assertThat(rows("out")).singleElement().satisfies(row -> {
            assertThat(row.bool("tls")).isTrue();
            assertThat(row.bool("exact")).isTrue();
            assertThat(row.integer("duplicates", 0, 10)).isZero();
        });
        Path run = directory.resolve("out/cpi/3000-b-s");
        assertThat(run).exists();
        assertThat(run.resolve("work")).doesNotExist();
    }

    @Test
    void twoAtOnceDoNotDisturbEachOther() throws Exception {
        String[] load = {"--load", "3000", "--bytes", "21000", "--packetizer", "50"};
        try (BanipProcess one = cpi("one", load);
                BanipProcess other = cpi("other", load)) {
            List<Path> ofOne = Namespaces.await(one, 2);
            assertThat(Namespaces.await(other, 2)).doesNotContainAnyElementsOf(ofOne);
            assertThat(one.awaitExit()).as(one.said()).isZero();
            assertThat(other.awaitExit()).as(other.said()).isZero();
        }
        assertThat(rows("one").get(0).bool("exact")).isTrue();
        assertThat(rows("other").get(0).bool("exact")).isTrue();
    }

    @Test
    void whatGoesWrongIsARowOfTheTable() throws Exception {
        try (BanipProcess measure = cpi("out", "--load", "tc", "--bytes", "100")) {
            assertThat(measure.awaitExit()).isEqualTo(1);
        }
        assertThat(rows("out"))
                .singleElement()
                .satisfies(row -> assertThat(row.string("problem")).contains("one delivery of 4200 bytes has no rate"));
    }
}
