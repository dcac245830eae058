package org.banip.measure.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.core.json.JsonObject;
import org.banip.measure.link.Privileges;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.peer.process.RunSource;
import org.banip.measure.results.ResultsFolder;
import org.banip.measure.terminal.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of the experiment, with processes of their own. */
class PeersRunIT {
    private static final List<String> ONE_OF_EACH =
            List.of("banip", "mqtt-deflate", "grpc-gzip", "websocket-deflate", "post-gzip");

    @TempDir
    private Path folder;

    @Test
    void eachDeliversExactlyBetweenTwoProcesses() throws Exception {
        PeersTable table = run(ONE_OF_EACH, RunKind.CPU, 2);
        assertThat(table.exact()).as(() -> String.join("\n", table.toLines())).isTrue();
        assertThat(rows()).isNotEmpty().allSatisfy(row -> {
            assertThat(row.bool("exact")).isTrue();
            assertThat(row.integer("lost", 0, Long.MAX_VALUE)).isZero();
        });
        assertThat(Files.exists(folder.resolve("peers/loopback-cpu-banip/store.db")))
                .isFalse();
    }

    @Test
    void bytesOnTheEmulatedWireAreCounted() throws Exception {
        assumeTrue(Privileges.missing().isEmpty(), () -> Privileges.missing().orElse(""));
        PeersTable table = run(List.of("banip", "websocket"), RunKind.CAPACITY, 2);
        assertThat(table.exact()).as(() -> String.join("\n", table.toLines())).isTrue();
        assertThat(rows()).hasSize(2).allSatisfy(row -> {
            assertThat(row.number("bytesUpPerSet")).isPositive();
            assertThat(row.number("bytesDownPerSet")).isPositive();
            assertThat(row.number("bytesPerSecond")).isPositive();
        });
    }

    private PeersTable run(List<String> peers, RunKind kind, int parallel) throws InterruptedException {
        RunSource source = new RunSource(Optional.empty(), Optional.empty(), Duration.ofSeconds(1), 1);
        Set<RunKind> kinds = EnumSet.of(kind);
        List<LinkProfile> links = List.of(LinkProfile.named("lte"));
        PeersSettings settings = new PeersSettings(peers, kinds, links, source, 0.01, 20_000, parallel, folder, 1);
        try (Stop stop = new Stop()) {
            return new PeersExperiment(settings, stop).run(state -> {});
        }
    }

    private List<JsonObject> rows() {
        return ResultsFolder.open(folder).rows(PeersExperiment.TABLE);
    }
}
