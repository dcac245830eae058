package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.SourceOptions;
import org.banip.app.source.SignalSource;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.emulator.Privileges;
import org.banip.emulator.UserNamespace;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.peer.PeersExperiment;
import org.banip.measure.peer.PeersSettings;
import org.banip.measure.peer.PeersTable;
import org.banip.measure.peer.RunKind;
import org.banip.measure.peer.RunTimes;
import org.banip.measure.peer.process.Peers;
import org.banip.measure.peer.process.RunSource;
import org.banip.measure.results.ResultRow;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code banip measure peers}. */
@Command(
        name = "peers",
        header =
                "Compares BANip with MQTT, gRPC, WebSocket, NATS, Zenoh, CoAP and POST: same signal, same link, same store.",
        description = {
            "For each peer on each link: transfer capacity, latency and bytes at a load that all peers can carry, and the effect of"
                    + " half a minute without coverage. At the end, without a link: processor time. See docs/peers.md.",
            "With all peers, a slow link takes 10 minutes, a fast link 20, processor time 10. The machine should have no other load;"
                    + " the table shows its load.",
            "Exits with 0 if every run delivered exactly what was sensed, with 130 if interrupted, otherwise with 1."
        })
final class MeasurePeersCommand implements Callable<Integer> {
    private final Stop stop;

    @Option(
            names = "--peer",
            paramLabel = "NAME",
            split = ",",
            completionCandidates = Names.class,
            description = "Peers to compare: ${COMPLETION-CANDIDATES}, separated by commas. Default: all.")
    private List<String> peers = Peers.names();

    @Option(
            names = "--run",
            paramLabel = "KIND",
            split = ",",
            description = "Kinds of run: capacity, load, outage, cpu, separated by commas. Default: all.")
    private Set<RunKind> kinds = EnumSet.allOf(RunKind.class);

    /** Times the uplink's rate; what a coder saves at most, about. */
    private static final double MOST_LOAD = 4;

    @Mixin
    private final LinkOptions.Several links = new LinkOptions.Several("gprs-2slot,wifi");

    @Mixin
    private final SourceOptions source = new SourceOptions();

    @Option(
            names = "--load",
            paramLabel = "SHARE",
            defaultValue = "0.15",
            description =
                    "Load of sensor sets, as a share of the uplink's rate, up to 4; above about 0.8 only peers with a coder can carry it."
                            + " Default: ${DEFAULT-VALUE}.")
    private double load;

    @Mixin
    private final ParallelOption parallel = new ParallelOption(12);

    @Mixin
    private final ResultsOptions results = new ResultsOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    /** For {@code --help} and completion. */
    static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Names() {
            super(Peers.names());
        }
    }

    MeasurePeersCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<LinkProfile> profiles = Checked.options(spec, this::profiles);
        SignalSource unused = source.source(Optional.of(Duration.ofSeconds(1))); // checked before the folder is created
        if (kinds.stream().anyMatch(kind -> kind != RunKind.CPU)) {
            Optional<Integer> elsewhere = UserNamespace.rerun();
            if (elsewhere.isPresent()) {
                return elsewhere.get();
            }
            Optional<String> missing = Privileges.missing();
            if (missing.isPresent()) {
                throw new ParameterException(spec.commandLine(), missing.get() + "; --run cpu needs no emulated link");
            }
        }
        PeersSettings settings = settings(profiles);
        stop.listen();
        PeersTable table;
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            table = new PeersExperiment(settings, stop)
                    .run(state -> progress.update(size -> state.block(), state::line));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (results.json()) {
            table.rows().stream().map(ResultRow::json).forEach(out::println);
        } else {
            table.toLines().forEach(out::println);
        }
        return OutOption.end(
                settings.results(), stop, table.exact(), spec.commandLine().getErr());
    }

    /** The links; also checks peers and load. */
    private List<LinkProfile> profiles() {
        for (String peer : peers) {
            if (!Peers.names().contains(peer)) {
                throw new IllegalArgumentException("--peer " + peer + " is none of " + Peers.names());
            }
        }
        if (!(load > 0) || load > MOST_LOAD) {
            throw new IllegalArgumentException(
                    "--load " + load + ", allowed is above 0 and at most " + (int) MOST_LOAD);
        }
        List<LinkProfile> profiles = links.profiles();
        for (LinkProfile profile : profiles) {
            if (profile.links().size() > 1) {
                throw new IllegalArgumentException("--link " + profile.name() + " has "
                        + profile.links().size() + " links, allowed is 1: peers use one link");
            }
        }
        return profiles;
    }

    private PeersSettings settings(List<LinkProfile> profiles) {
        return new PeersSettings(
                peers,
                kinds,
                profiles,
                new RunSource(source.recording(), source.frequency(), Duration.ofSeconds(1), 1),
                load,
                RunTimes.USUAL,
                parallel.runs(),
                results.folder(PeersExperiment.TABLE),
                results.seed());
    }
}
