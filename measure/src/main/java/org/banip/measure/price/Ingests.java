package org.banip.measure.price;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.banip.app.terminal.Stop;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.measure.cpi.Child;
import org.banip.measure.faults.machine.DatabasePart;
import org.banip.measure.load.SaturatedHost;
import org.banip.measure.machine.ProcessUse;
import org.banip.measure.peer.nats.NatsServer;
import org.banip.measure.peer.transport.ServerProgram;
import org.banip.measure.price.process.NatsPublishing;
import org.banip.surrogate.store.StoreLocation;

/** Servers that acknowledge what is on the disk, each under the same load, one after the other. One thread. */
final class Ingests {
    private static final Duration BESIDE = Duration.ofMinutes(3);

    private final PriceSettings settings;
    private final Path folder;
    private final Stop stop;
    private final Consumer<String> progress;

    Ingests(PriceSettings settings, Path folder, Stop stop, Consumer<String> progress) {
        this.settings = settings;
        this.folder = folder;
        this.stop = stop;
        this.progress = progress;
    }

    Ingest sqlite() throws IOException, InterruptedException {
        SaturatedHost.Figures figures = host("banip-sqlite", Optional.empty());
        return ingest("banip-sqlite", figures, figures.bytesWritten());
    }

    /** A server of its own, with room for its pages and its log; it syncs as it does by default. */
    Ingest postgresql() throws IOException, InterruptedException {
        Path place = Files.createDirectories(folder.resolve("postgresql"));
        try (DatabasePart database = new DatabasePart(
                place,
                List.of(
                        "max_connections=30",
                        "shared_buffers=256MB",
                        "max_wal_size=4GB",
                        "checkpoint_timeout=15min"))) {
            database.start();
            StoreLocation store = new StoreLocation(database.url(), DatabasePart.USER, "");
            ProcessUse before = database.use();
            SaturatedHost.Figures figures = host("banip-postgresql", Optional.of(store));
            long written = database.use().since(before).bytesWritten();
            return ingest(
                    "banip-postgresql", figures, figures.packets() == 0 ? 0 : (double) written / figures.packets());
        }
    }

    private SaturatedHost.Figures host(String name, Optional<StoreLocation> store)
            throws IOException, InterruptedException {
        return SaturatedHost.measure(
                settings.senders(),
                settings.window(),
                settings.payloadBytes(),
                settings.warmUp(),
                settings.length(),
                store,
                folder.resolve(name),
                stop,
                progress);
    }

    private static Ingest ingest(String name, SaturatedHost.Figures figures, double bytesWritten) {
        String problem = figures.problem().isEmpty() && !figures.exact()
                ? "the store has not exactly what was sent"
                : figures.problem();
        return new Ingest(
                name, figures.packetsPerSecond(), figures.p50Millis(), figures.p99Millis(), bytesWritten, problem);
    }

    Ingest nats() throws IOException, InterruptedException {
        Path place = Files.createDirectories(folder.resolve("nats"));
        try (ServerProgram server = NatsServer.start("127.0.0.1", place);
                Child publisher = Child.start(
                        ProcessBuilder::start,
                        NatsPublishing.class,
                        Child.flags(true),
                        place.resolve("publisher.log"))) {
            ProcessUse before = ProcessUse.of(server.pid());
            publisher.say(new JsonWriter()
                    .beginObject()
                    .field("port", server.address().getPort())
                    .field("senders", settings.senders())
                    .field("window", settings.window())
                    .field("bytes", settings.payloadBytes())
                    .field("warmUpMillis", settings.warmUp().toMillis())
                    .field("windowMillis", settings.length().toMillis())
                    .endObject()
                    .toString());
            JsonObject measured = publisher.await("measured", patience());
            return Ingest.of(
                    "nats", measured, ProcessUse.of(server.pid()).since(before).bytesWritten());
        }
    }

    /**
     * Kafka.
     *
     * @param batches whether a producer puts several records into a batch, which is flushed as one
     */
    Ingest kafka(boolean batches) throws IOException, InterruptedException {
        String how = batches ? "batches" : "each";
        Path place = Files.createDirectories(folder.resolve("kafka-" + how));
        try (ServerProgram server = KafkaServer.start(place)) {
            List<String> arguments = List.of(
                    "-Xmx512m",
                    "-cp",
                    KafkaServer.classPath(),
                    source().toString(),
                    Integer.toString(server.address().getPort()),
                    Integer.toString(settings.senders()),
                    Integer.toString(settings.window()),
                    Integer.toString(settings.payloadBytes()),
                    Long.toString(settings.warmUp().toMillis()),
                    Long.toString(settings.length().toMillis()),
                    how);
            ProcessUse before = ProcessUse.of(server.pid());
            try (Child producers =
                    Child.start(ProcessBuilder::start, KafkaServer.java(), arguments, place.resolve("producers.log"))) {
                JsonObject measured = producers.await("measured", patience());
                return Ingest.of(
                        "kafka-" + how,
                        measured,
                        ProcessUse.of(server.pid()).since(before).bytesWritten());
            }
        }
    }

    /** The program that sends is no part of BANip, which does without Kafka's libraries. */
    private Path source() throws IOException {
        Path source = folder.resolve("KafkaIngest.java");
        try (var in = Ingests.class.getResourceAsStream("KafkaIngest.java")) {
            if (in == null) {
                throw new IOException("KafkaIngest.java is missing");
            }
            Files.write(source, in.readAllBytes());
        }
        return source;
    }

    private Duration patience() {
        return settings.warmUp().plus(settings.length()).plus(BESIDE);
    }
}
