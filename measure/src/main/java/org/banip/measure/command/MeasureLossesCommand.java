package org.banip.measure.command;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.emulator.MountNamespace;
import org.banip.measure.losses.LossFault;
import org.banip.measure.losses.LossesExperiment;
import org.banip.measure.losses.LossesSettings;
import org.banip.measure.losses.Product;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure losses}. */
@Command(
        name = "losses",
        header = "Counts what BANip, MQTT, gRPC and JetStream lose, double and tell when something fails.",
        description = {
            "Each sample has a number. A sender and a receiver are processes; they are killed (kill -9), the link between them fails, a"
                    + " disk is full. What the receiver has is compared with what the product accepted and confirmed. See docs/faults.md.",
            "Expected to take about four minutes on two processors. Ends with 0 if every run was made, and BANip lost nothing confirmed,"
                    + " doubled nothing and declared all that it lost, with 1 if not, with 130 if interrupted."
        })
final class MeasureLossesCommand extends StoppableMeasurement {
    @Option(
            names = "--product",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "banip,banip-each,mqtt,grpc,nats",
            description = "What is compared. Default: ${DEFAULT-VALUE}.")
    private List<String> products = List.of();

    @Option(
            names = "--fault",
            paramLabel = "NAME",
            split = ",",
            defaultValue =
                    "kill-sender,kill-sender-offline,kill-receiver,outage,disk-full,disk-full-kill,sender-disk-full",
            description = "What happens. Default: ${DEFAULT-VALUE}.")
    private List<String> faults = List.of();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            converter = Ranges.Seconds.class,
            description = "How long an outage or a full disk lasts, 1 to 60. Default: ${DEFAULT-VALUE}.")
    private Duration lasts = Duration.ofSeconds(5);

    @Option(
            names = "--steady",
            paramLabel = "N",
            defaultValue = "3",
            converter = Ranges.Seconds.class,
            description = "Seconds before the fault and after it. Default: ${DEFAULT-VALUE}.")
    private Duration steady = Duration.ofSeconds(3);

    @Mixin
    private final ParallelOption parallel = new ParallelOption(ParallelOption.perProcessor(1));

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    MeasureLossesCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        LossesSettings settings = checked(this::settings);
        Optional<Integer> elsewhere = MountNamespace.rerun();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        Stop stop = listen();
        ResultsFolder folder = out.folder(LossesExperiment.TABLE);
        LossesExperiment experiment = new LossesExperiment(settings, folder, stop, StoppableMeasurement::say);
        return end(folder, experiment.run(json.json(), this::print, StoppableMeasurement::say));
    }

    private LossesSettings settings() {
        return new LossesSettings(
                products.stream().map(Product::named).toList(),
                faults.stream().map(LossFault::named).toList(),
                parallel.runs(),
                steady,
                lasts);
    }
}
