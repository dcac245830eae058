package org.banip.measure.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Measurements that compare uplinks, and alarms over the same links. */
@Execution(ExecutionMode.CONCURRENT)
class MeasureUplinksIT {
    private static final int MOST = 1 << 30;

    @TempDir
    Path directory;

    @BeforeEach
    void linkOfTheTests() throws IOException {
        NeedsPrivileges.check();
        write("quick", 15);
        write("far", 250);
    }

    private void write(String name, int delayMillis) throws IOException {
        String way = "{\"bytesPerSecond\": 20000, \"delayMillis\": " + delayMillis + ", \"queueBytes\": 20000}";
        Files.writeString(
                directory.resolve(name + ".json"),
                "{\"about\": \"" + name + "\", \"links\": [{\"name\": \"" + name + "\", \"mtu\": 1400,"
                        + "\"congestionControl\": \"reno\", \"up\": " + way + ", \"down\": " + way + "}]}");
    }

    private List<JsonObject> measure(String table, String line) throws Exception {
        String[] words = Stream.concat(Stream.of("measure"), Stream.of((line + " --out out").split(" ")))
                .toArray(String[]::new);
        try (BanipProcess measure = BanipProcess.start(directory, words)) {
            assertThat(measure.awaitExit()).as(measure.said()).isZero();
        }
        return ResultsFolder.open(directory.resolve("out")).rows(table);
    }

    /** On a far link several acknowledgements are on their way to the former address. */
    @ParameterizedTest
    @ValueSource(strings = {"quick", "far"})
    void http3GoesOnFromAnotherAddress(String link) throws Exception {
        String line = "address-change --uplink http3 --load 3000 --changes 2 --seconds 3 --link " + link + ".json";
        assertThat(measure("address-change", line)).singleElement().satisfies(row -> {
            assertThat(row.integer("addressChanges", 0, MOST)).isEqualTo(2);
            assertThat(row.bool("exact")).isTrue();
            assertThat(row.integer("connections", 0, MOST)).isZero(); // since the first one
            assertThat(row.integer("resumes", 0, MOST)).isZero();
            assertThat(row.integer("retransmissions", 0, MOST)).isZero();
            assertThat(row.integer("duplicates", 0, MOST)).isZero();
            assertThat(row.number("pauseAtChangeMax")).isPositive();
        });
    }

    /** A run of 15 s: even if the machine stalls for seconds, sensor sets come after the first third. */
    @Test
    void processorTimeIsCountedForEachUplinkWithTlsAndWithout() throws Exception {
        List<JsonObject> rows = measure(
                "uplinks", "uplinks --uplink duplex,http3 --load 9000 --seconds 15 --parallel 3 --link quick.json");
        assertThat(rows)
                .extracting(row -> row.string("name"))
                .containsExactlyInAnyOrder("duplex", "duplex-tls", "http3-tls");
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.bool("tls")).isEqualTo(row.string("name").endsWith("-tls"));
            assertThat(row.integer("processorSets", 0, MOST)).isPositive().isLessThan(row.integer("sets", 0, MOST));
            assertThat(row.number("mbuMicrosPerSet")).isPositive();
            assertThat(row.number("backEndMicrosPerSet")).isPositive();
        });
    }

    @Test
    void alarmsAreMeasuredOverTheBareLinkAndBehindABacklog() throws Exception {
        String line = "live --only alarms --uplink http3 --queue 10000 --congestion-control reno --seconds 4"
                + " --backlog-hours 1 --link quick.json";
        assertThat(measure("live-alarms", line)).singleElement().satisfies(row -> {
            assertThat(row.bool("tls")).isTrue();
            assertThat(row.integer("backlogPackets", 0, MOST)).isGreaterThan(1000);
            assertThat(row.integer("delivered", 0, MOST)).isOne();
            assertThat(row.integer("bareDelivered", 0, MOST)).isOne();
            assertThat(row.number("bareMean")).isPositive();
            assertThat(row.number("mean")).isPositive();
        });
    }

    @Test
    void theStartIsMeasuredToTheFirstPacketStored() throws Exception {
        String line =
                "live --only start --uplink duplex --queue 10000 --congestion-control reno --seconds 10 --link quick.json";
        assertThat(measure("live-start", line)).singleElement().satisfies(row -> {
            assertThat(row.integer("starts", 0, MOST)).isEqualTo(2);
            assertThat(row.integer("delivered", 0, MOST)).isEqualTo(2);
            assertThat(row.number("min")).isPositive();
            assertThat(row.number("max")).isGreaterThanOrEqualTo(row.number("min"));
        });
    }

    @Test
    void anOutageEndsAndAllThatWaitedIsDelivered() throws Exception {
        String line =
                "live --only outage --uplink duplex --queue 10000 --congestion-control reno --seconds 4 --link quick.json";
        List<JsonObject> rows = measure("live", line);
        assertThat(rows)
                .extracting(row -> row.string("name"), row -> row.integer("lostPackets", 0, MOST) > 0)
                .containsExactlyInAnyOrder(
                        tuple("reno-10000-outage-1963", false), tuple("reno-10000-outage-lost-1963", true));
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.bool("exact")).isTrue();
            assertThat(row.number("outageSeconds")).isGreaterThanOrEqualTo(1.6);
            assertThat(row.number("firstAfterOutage")).isNotNegative();
            assertThat(row.number("drainedAfterOutage")).isGreaterThanOrEqualTo(row.number("firstAfterOutage"));
            assertThat(row.integer("duplicates", 0, MOST)).isZero();
        });
    }
}
