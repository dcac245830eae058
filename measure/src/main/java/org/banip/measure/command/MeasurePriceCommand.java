package org.banip.measure.command;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.measure.price.PriceExperiment;
import org.banip.measure.price.PriceSettings;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure price}. */
@Command(
        name = "price",
        header = "Measures what durability costs the MBU and the host, beside JetStream and Kafka.",
        description = {
            "First an MBU with its spool in memory, in a directory, and synced for each packet. Then servers that acknowledge what is on"
                    + " the disk, each as fast as it can: the host with SQLite and with PostgreSQL, NATS JetStream that syncs always, and"
                    + " Kafka that flushes. See docs/measuring.md.",
            "Expected to take about three minutes. Ends with 0 if everything that is on this machine was measured and each store of the host has"
                    + " exactly what was sent, with 1 if not, with 130 if interrupted."
        })
final class MeasurePriceCommand extends StoppableMeasurement {
    @Option(
            names = "--part",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "mbu,sqlite,postgresql,nats,kafka",
            description = "What is measured. Default: ${DEFAULT-VALUE}.")
    private List<String> parts = List.of();

    @Option(
            names = "--senders",
            paramLabel = "N",
            defaultValue = "8",
            description = "MBUs, or publishers, in front of each server, 1 to 64. Default: ${DEFAULT-VALUE}.")
    private int senders = 8;

    @Option(
            names = "--window",
            paramLabel = "N",
            defaultValue = "1024",
            description = "Packets of each sender that are not acknowledged, 1 to 4096. Default: ${DEFAULT-VALUE}.")
    private int window = 1024;

    @Option(
            names = "--bytes",
            paramLabel = "N",
            defaultValue = "150",
            description = "Payload of a packet to a server. Default: ${DEFAULT-VALUE}.")
    private int bytes = 150;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "6",
            converter = Ranges.Seconds.class,
            description = "Before each measurement. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ofSeconds(6);

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "8",
            converter = Ranges.Seconds.class,
            description = "How long each measurement lasts. Default: ${DEFAULT-VALUE}.")
    private Duration length = Duration.ofSeconds(8);

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    MeasurePriceCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PriceSettings settings = checked(() -> new PriceSettings(
                parts.stream().map(PriceSettings.Part::named).toList(), senders, window, bytes, warmUp, length));
        Stop stop = listen();
        ResultsFolder folder = out.folder(PriceExperiment.TABLE);
        PriceExperiment experiment = new PriceExperiment(settings, folder, stop);
        return end(folder, experiment.run(json.json(), this::print, StoppableMeasurement::say));
    }
}
