package org.banip.measure.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.core.ban.Frequency;
import org.banip.measure.load.LoadExperiment;
import org.banip.measure.load.LoadSettings;
import org.banip.measure.load.Product;
import org.banip.measure.results.ResultsFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure load}. */
@Command(
        name = "load",
        header = "Measures host and broker under the load of thousands of MBUs.",
        description = {
            "Starts a fresh host for each step, and a broker if wanted. Prints latency from the scheduled instant to the"
                    + " acknowledgement, processor time, system calls and bytes written per packet. See docs/measuring.md.",
            "Ends with 0 if each packet of every step was acknowledged and stored exactly once, with 1 if not, with 130 if"
                    + " interrupted."
        })
final class MeasureLoadCommand extends StoppableMeasurement {
    private static final String WSB = "wsb";

    @Option(
            names = "--mbus",
            paramLabel = "N",
            split = ",",
            defaultValue = "1000",
            description = "How many MBUs; several numbers with commas are steps. Default: ${DEFAULT-VALUE}.")
    private List<Integer> mbus = List.of();

    @Option(
            names = "--rate",
            paramLabel = "HZ",
            defaultValue = "4",
            description = "Packets a second of each MBU, such as 4, 0.5 or 1/60. Default: ${DEFAULT-VALUE}.")
    private String rate = "4";

    @Option(
            names = "--bytes",
            paramLabel = "N",
            defaultValue = "100",
            description = "Payload of a packet. Default: ${DEFAULT-VALUE}.")
    private int bytes;

    @Option(
            names = "--saturate",
            paramLabel = "WINDOW",
            defaultValue = "0",
            description = "Send as fast as acknowledgements come, each MBU with at most WINDOW packets outstanding."
                    + " Default: 0, send at --rate.")
    private int window;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            converter = Ranges.Seconds.class,
            description = "How long to measure. Default: ${DEFAULT-VALUE}.")
    private Duration length = Duration.ofSeconds(30);

    @Option(
            names = "--ramp",
            paramLabel = "SECONDS",
            defaultValue = "10",
            converter = Ranges.Seconds.class,
            description = "How long it takes until all MBUs send. Default: ${DEFAULT-VALUE}.")
    private Duration ramp = Duration.ofSeconds(10);

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "10",
            converter = Ranges.Seconds.class,
            description =
                    "How long all MBUs send before the measurement begins, so that the servers' JVMs have compiled what"
                            + " runs often. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ofSeconds(10);

    @Option(
            names = "--drain",
            paramLabel = "SECONDS",
            defaultValue = "60",
            converter = Ranges.Seconds.class,
            description = "How long to wait for the last acknowledgements. Default: ${DEFAULT-VALUE}.")
    private Duration drain = Duration.ofMinutes(1);

    @Option(
            names = "--through",
            paramLabel = "SERVER",
            defaultValue = "host",
            description = "Where MBUs connect: host, or wsb. Default: ${DEFAULT-VALUE}.")
    private String through = "host";

    @Option(
            names = "--storm",
            description =
                    "Kill the broker after the window, start it again, and measure until all MBUs are back. Default: no.")
    private boolean storm;

    @Option(
            names = "--product",
            paramLabel = "DIR",
            description = "Take host and broker from this checkout or archive. Default: this program's own.")
    private @Nullable Path product;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "1g",
            description = "Heap of each server, as -Xmx takes it. Default: ${DEFAULT-VALUE}.")
    private String heap = "1g";

    @Option(
            names = "--java-option",
            paramLabel = "OPTION",
            description = "One more option for the JVMs of the servers; may be repeated. Default: none.")
    private List<String> javaOptions = List.of();

    @Option(
            names = "--host-option",
            paramLabel = "NAME=VALUE",
            description = "A setting of the host; may be repeated. Default: limits that admit the MBUs.")
    private List<String> hostOptions = List.of();

    @Option(
            names = "--wsb-option",
            paramLabel = "NAME=VALUE",
            description = "A setting of the broker; may be repeated. Default: limits that admit the MBUs.")
    private List<String> brokerOptions = List.of();

    @Option(
            names = "--bcrypt-cost",
            paramLabel = "N",
            defaultValue = "4",
            description = "Of the MBUs' passwords, 4 to 15. Default: ${DEFAULT-VALUE}.")
    private int bcryptCost;

    @Option(
            names = "--processes",
            paramLabel = "N",
            defaultValue = "1",
            converter = Ranges.Several.class,
            description = "Load processes. Default: ${DEFAULT-VALUE}.")
    private int processes;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "2",
            converter = Ranges.Several.class,
            description = "Threads of each load process. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--registrations",
            paramLabel = "N",
            defaultValue = "500",
            description = "Registrations a second at the start. Default: ${DEFAULT-VALUE}.")
    private double registrations;

    @Option(names = "--keep", description = "Keep the stores. Default: no.")
    private boolean keep;

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    MeasureLoadCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        LoadSettings settings = checked(this::settings);
        Stop stop = listen();
        ResultsFolder folder = out.folder(LoadExperiment.TABLE);
        boolean exact = new LoadExperiment(settings, folder, stop).run(json.json(), this::print);
        return end(folder, exact);
    }

    private LoadSettings settings() {
        if (!through.equals(WSB) && !through.equals("host")) {
            throw new IllegalArgumentException("--through " + through + " is neither host nor wsb");
        }
        if (window < 0 || window > 65_536 || bcryptCost < 4 || bcryptCost > 15 || !(registrations > 0)) {
            throw new IllegalArgumentException(
                    "--saturate must be 0 to 65536, --bcrypt-cost 4 to 15, --registrations above 0");
        }
        LoadSettings settings = new LoadSettings(
                mbus,
                Frequency.parse(rate),
                bytes,
                window,
                new LoadSettings.Times(ramp, warmUp, length, drain),
                through.equals(WSB),
                storm,
                new LoadSettings.Servers(
                        Optional.ofNullable(product).map(Product::in).orElseGet(Product::own),
                        heap,
                        javaOptions,
                        hostOptions,
                        brokerOptions,
                        bcryptCost,
                        Optional.empty()),
                new LoadSettings.Clients(processes, threads, registrations),
                keep);
        LoadExperiment.check(settings);
        return settings;
    }
}
