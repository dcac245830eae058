package org.banip.measure.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.banip.app.option.ChainOption;
import org.banip.app.option.Ranges;
import org.banip.app.option.SendWindowOption;
import org.banip.app.terminal.Stop;
import org.banip.emulator.profile.LinkProfile;
import org.banip.mbu.settings.HttpSettings;
import org.banip.measure.cpi.BackEndAccess;
import org.banip.measure.cpi.CpiSettings;
import org.banip.measure.cpi.Load;
import org.banip.measure.cpi.PlannedRun;
import org.banip.measure.results.ResultsFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code banip measure cpi}. */
@Command(
        name = "cpi",
        header = "Measures transfer capacity and latency of BAN data over an emulated link, or between two machines.",
        description = {
            "MBU and back-end run in processes and network namespaces of their own (docs/link.md). Sensor sets have 30 bytes unless"
                    + " a recording is given. The loads high and medium are 90 %% and 50 %% of the transfer capacity, which is"
                    + " measured as well.",
            "With --back-end the MBU is on this machine and the back-end on another one (docs/measuring.md).",
            "Exits with 0 if every run was made and delivered exactly what was sensed, otherwise with 1."
        })
final class MeasureCpiCommand extends StoppableMeasurement {
    @Mixin
    private final LinkOptions.One link = new LinkOptions.One();

    @Mixin
    private final MbuOptions mbu = new MbuOptions();

    @Option(
            names = "--packetizer",
            paramLabel = "N",
            defaultValue = "140",
            description = "Sensor sets per packet, 1 to 255. Default: ${DEFAULT-VALUE}.")
    private int packetUnits;

    @Option(
            names = "--coders",
            paramLabel = "CHAIN",
            defaultValue = "",
            description = "Components of the chain after the packetizer (docs/transcoders.md). Default: none.")
    private String coders = "";

    @Option(
            names = "--chain",
            paramLabel = "CHAIN",
            defaultValue = "",
            description = "The whole chain, in place of --packetizer and --coders. Default: none.")
    private String wholeChain = "";

    @Option(
            names = "--load",
            paramLabel = "LOAD",
            split = ",",
            defaultValue = "tc",
            converter = LoadConverter.class,
            description = "tc (more than the link carries), high, medium or bytes per second; several with commas. "
                    + "Default: ${DEFAULT-VALUE}.")
    private List<Load> loads = List.of();

    @Option(
            names = "--bytes",
            paramLabel = "N",
            defaultValue = "100000",
            converter = Ranges.Bytes.class,
            description = "Bytes of sensor sets in a run. Default: ${DEFAULT-VALUE}.")
    private long bytes;

    @Option(
            names = "--live",
            paramLabel = "N",
            defaultValue = "15",
            description = "Number of the generated signal's 15 channels that have a sensor. Default: ${DEFAULT-VALUE}.")
    private int live;

    @Option(
            names = "--initial-window",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "TCP's initial window in segments, 1 to 1000; it was 2 in 2003. Default: the system's choice.")
    private int initialWindow;

    @Option(
            names = "--send-buffer",
            paramLabel = "BYTES",
            description = "Send buffer of the MBU's sockets; 0 is the system's choice. Default: the MBU's default.")
    private @Nullable Integer sendBuffer;

    @Mixin
    private final SendWindowOption sendWindow = new SendWindowOption();

    @Mixin
    private final BackEndOptions backEnd = new BackEndOptions();

    @Mixin
    private final RelayOption relay = new RelayOption();

    @Mixin
    private final ExperimentOptions experiment = new ExperimentOptions();

    MeasureCpiCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<BackEndAccess> network = checked(backEnd::access);
        if (network.isPresent()) {
            List<PlannedRun> plan = checked(() -> plan(CpiSettings.over(network.get())));
            ResultsFolder folder = experiment.folder("cpi");
            Stop stop = listen();
            return experiment.report(experiment.runOneByOne("cpi", plan, folder, stop), folder, stop, commandLine());
        }
        List<PlannedRun> emulated = checked(() -> plan(emulated(false)));
        Optional<Integer> elsewhere = relay.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        boolean relayed = relay.relayed(commandLine().getErr());
        List<PlannedRun> plan = relayed ? checked(() -> plan(emulated(true))) : emulated;
        ResultsFolder folder = experiment.folder("cpi");
        Stop stop = listen();
        return experiment.report(experiment.run("cpi", plan, folder, stop), folder, stop, commandLine());
    }

    private CpiSettings.Builder emulated(boolean relayed) {
        LinkProfile profile = link.profile();
        return CpiSettings.over(profile).initialWindow(initialWindow).relayed(relayed);
    }

    private List<PlannedRun> plan(CpiSettings.Builder over) {
        CpiSettings settings = over.uplink(mbu.uplink())
                .tls(mbu.tls())
                .packetUnits(packetUnits)
                .coders(coders)
                .wholeChain(wholeChain)
                .signal(mbu.signal(live))
                .sendBufferBytes(sendBuffer == null ? HttpSettings.DEFAULT.sendBufferBytes() : sendBuffer)
                .sendWindow(sendWindow.beyond())
                .acknowledgeWithin(mbu.acknowledgeWithin())
                .seed(experiment.seed())
                .build();
        ChainOption.check(settings.chain());
        List<Load> all = new ArrayList<>(loads);
        boolean shares = all.stream().anyMatch(Load.Share.class::isInstance);
        if (shares && all.stream().noneMatch(Load.Capacity.class::isInstance)) {
            all.add(0, new Load.Capacity());
        }
        List<PlannedRun> runs = new ArrayList<>();
        for (Load load : all) {
            runs.add(PlannedRun.of(
                    load.toString().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"), settings, load, bytes));
        }
        return runs;
    }

    /** Reads a load. */
    static final class LoadConverter implements ITypeConverter<Load> {
        @Override
        public Load convert(String value) {
            try {
                return Load.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
