package org.banip.measure.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.app.terminal.Stop;
import org.banip.core.json.JsonObject;
import org.banip.emulator.NeedsPrivileges;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.peer.process.RunSource;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs of the experiment, with processes of their own. */
@Execution(ExecutionMode.CONCURRENT)
class PeersRunIT {
    private static final List<String> ONE_OF_EACH =
            List.of("banip", "mqtt-deflate", "grpc-gzip", "websocket-deflate", "nats-deflate", "post-gzip");

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** As short as a run can be and still show what it shows. */
    private static final RunTimes SHORT = new RunTimes(
            SECOND.multipliedBy(2),
            SECOND.multipliedBy(2),
            SECOND.multipliedBy(2),
            SECOND.multipliedBy(24),
            SECOND.multipliedBy(6),
            SECOND.multipliedBy(2),
            SECOND.multipliedBy(2),
            SECOND.dividedBy(2),
            SECOND.dividedBy(2),
            SECOND.dividedBy(2),
            SECOND);

    @TempDir
    private Path folder;

    @Test
    void eachDeliversExactlyBetweenTwoProcesses() throws Exception {
        PeersTable table = run(ONE_OF_EACH, RunKind.CPU, 2);
        assertThat(table.exact()).as(() -> String.join("\n", table.toLines())).isTrue();
        assertThat(rows())
                .extracting(row -> row.string("peer"))
                .containsExactlyElementsOf(NeedsPrograms.expected(ONE_OF_EACH));
        assertThat(rows()).allSatisfy(row -> {
            assertThat(row.bool("exact")).isTrue();
            assertThat(row.string("problem")).isEmpty();
            assertThat(count(row, "stored")).isPositive();
            assertThat(count(row, "cpuSensorSets")).isLessThanOrEqualTo(count(row, "stored"));
            assertThat(row.number("cpuWindowSeconds")).isGreaterThanOrEqualTo(0.5);
            assertThat(row.number("cpuSeconds")).isPositive();
        });
        assertThat(Files.exists(folder.resolve("peers/loopback-cpu-banip/store.db")))
                .isFalse();
        assertThat(Files.exists(folder.resolve("peers/loopback-cpu-banip/passwords")))
                .isFalse();
    }

    @Test
    void bytesOnTheEmulatedWireAreCounted() throws Exception {
        NeedsPrivileges.check();
        List<String> peers = List.of("banip", "websocket", "zenoh");
        PeersTable table = run(peers, RunKind.CAPACITY, 2);
        assertThat(table.exact()).as(() -> String.join("\n", table.toLines())).isTrue();
        assertThat(rows()).hasSameSizeAs(NeedsPrograms.expected(peers)).allSatisfy(row -> {
            assertThat(row.number("bytesUpPerSet")).isPositive();
            assertThat(row.number("bytesDownPerSet")).isPositive();
            assertThat(row.integer("stored", 0, Long.MAX_VALUE)).isPositive();
        });
    }

    @Test
    void anOutageThatBreaksConnectionsLosesNothing() throws Exception {
        NeedsPrivileges.check();
        PeersTable table = run(List.of("banip", "websocket-deflate"), RunKind.OUTAGE, 6);
        assertThat(table.exact()).as(() -> String.join("\n", table.toLines())).isTrue();
        assertThat(rows()).hasSize(2).allSatisfy(row -> {
            assertThat(row.string("problem")).isEmpty();
            assertThat(count(row, "breaks"))
                    .as("both give a connection up after 15 s of silence")
                    .isPositive();
            assertThat(count(row, "lost")).isZero();
            assertThat(count(row, "stored")).isEqualTo(count(row, "sensorSets"));
            assertThat(count(row, "doubled")).isLessThan(count(row, "packets"));
            assertThat(row.number("delayMax"))
                    .as("what was sensed first without coverage waited for it")
                    .isGreaterThan(15);
            assertThat(count(row, "setUpBytesUp"))
                    .as("connected before the first sample")
                    .isPositive();
            assertThat(count(row, "bytesUp")).isPositive();
        });
    }

    @Test
    void aRunThatCannotBeginSpoilsNoOther() throws Exception {
        Files.createDirectories(folder.resolve("peers"));
        Files.createFile(folder.resolve("peers/loopback-cpu-post")); // where its folder should be
        run(List.of("post", "banip-plain"), RunKind.CPU, 1);
        assertThat(rows()).hasSize(2);
        assertThat(rows().get(0).string("problem")).isNotEmpty();
        assertThat(rows().get(1).bool("exact")).isTrue();
    }

    private PeersTable run(List<String> peers, RunKind kind, int parallel) throws InterruptedException {
        RunSource source = new RunSource(Optional.empty(), Optional.empty(), Duration.ofSeconds(1), 1);
        Set<RunKind> kinds = EnumSet.of(kind);
        List<LinkProfile> links = List.of(LinkProfile.named("lte"));
        ResultsFolder results = ResultsFolder.create(folder, Environment.here(1));
        PeersSettings settings = new PeersSettings(peers, kinds, links, source, 0.01, SHORT, parallel, results, 1);
        try (Stop stop = new Stop()) {
            return new PeersExperiment(settings, stop).run(state -> {});
        }
    }

    private static long count(JsonObject row, String name) {
        return row.integer(name, 0, Long.MAX_VALUE);
    }

    private List<JsonObject> rows() {
        return ResultsFolder.open(folder).rows(PeersExperiment.TABLE);
    }
}
