package org.banip.measure.price;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.app.terminal.Stop;
import org.banip.core.json.JsonObject;
import org.banip.measure.faults.machine.DatabasePart;
import org.banip.measure.peer.nats.NatsServer;
import org.banip.measure.price.PriceSettings.Part;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measurement itself, with processes of its own, for a moment; how fast they are decides nothing. */
class PriceExperimentTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path directory;

    private final List<String> lines = new ArrayList<>();
    private final List<String> said = new ArrayList<>();

    @Test
    void everyServerThatIsHereHasARow() throws Exception {
        ResultsFolder folder = run(Part.SQLITE, Part.POSTGRESQL, Part.NATS, Part.KAFKA);

        List<String> expected = new ArrayList<>(List.of("banip-sqlite"));
        if (DatabasePart.missing().isEmpty()) {
            expected.add("banip-postgresql");
        }
        if (NatsServer.missing().isEmpty()) {
            expected.add("nats");
        }
        if (KafkaServer.missing().isEmpty()) {
            expected.addAll(List.of("kafka-batches", "kafka-each"));
        }
        List<JsonObject> rows = folder.rows(PriceExperiment.TABLE);
        assertThat(rows).extracting(row -> row.string("server")).containsExactlyElementsOf(expected);
        assertThat(said).as("those that are left out, Kafka twice").hasSize(5 - expected.size());
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.string("problem")).isEmpty();
            assertThat(row.number("packetsPerSecond")).isPositive();
            assertThat(row.number("p99Millis")).isGreaterThanOrEqualTo(row.number("p50Millis"));
        });
    }

    @Test
    void everySpoolHasARow() throws Exception {
        ResultsFolder folder = run(Part.MBU);

        assertThat(folder.rows(PriceExperiment.SPOOLS))
                .extracting(row -> row.string("spool"))
                .containsExactly("memory", "disk", "sync=packet");
        assertThat(folder.rows(PriceExperiment.SPOOLS)).allSatisfy(row -> {
            assertThat(row.number("samplesPerSecond")).isPositive();
            assertThat(row.number("p50Millis")).isPositive();
        });
    }

    private ResultsFolder run(Part... parts) throws Exception {
        ResultsFolder folder = ResultsFolder.create(directory.resolve("out"), Environment.here(0));
        PriceSettings settings = new PriceSettings(List.of(parts), 2, 64, 150, SECOND, SECOND);
        try (Stop stop = new Stop()) {
            boolean complete = new PriceExperiment(settings, folder, stop).run(false, lines::add, said::add);
            assertThat(complete).as(() -> String.join("\n", lines)).isTrue();
        }
        return folder;
    }
}
