package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.app.option.Ranges;
import org.banip.app.option.UplinkOption;
import org.banip.app.terminal.Stop;
import org.banip.measure.paths.PathsExperiment;
import org.banip.measure.paths.PathsFindings;
import org.banip.measure.paths.PathsSettings;
import org.banip.measure.paths.carrier.MbuSetup;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Cases;
import org.banip.measure.paths.scenario.Reading;
import org.banip.measure.paths.scenario.Scenario;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultsFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure paths}. */
@Command(
        name = "paths",
        header = "Measures what several paths are worth, beside a single path, multipath TCP, SCTP and multipath QUIC.",
        description = {
            "Scenarios: pals, hand-over and regional (Nakayama et al., 2020), fail-over (True and Armitage, 2015), okunishi (Okunishi et al., 2022),"
                    + " path-break, alarm, shared, cost and soak. Each case is carried by BANip over all paths and over a single one, by MPTCP and TCP of the"
                    + " kernel, and by SCTP and multipath QUIC if the programs banip-sctp and banip-mpquic are there, over emulated"
                    + " links. See docs/measuring.md.",
            "Its progress has the time left. On two processors without other load the scenarios other than cost are expected to take"
                    + " less than 30 minutes together without these programs; cost comes on top.",
            "Exits with 0 if every run of BANip was exact, with 130 if interrupted, otherwise with 1."
        })
final class MeasurePathsCommand extends StoppableMeasurement {
    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "pals,hand-over,regional,fail-over,okunishi,path-break,alarm,shared,cost,soak",
            description = "The scenarios. Default: ${DEFAULT-VALUE}.")
    private List<String> scenarios = List.of();

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Only cases with this in their names, for example broker-dies. Default: all.")
    private String only = "";

    @Option(
            names = "--list",
            description =
                    "List the cases, with their runs and about how long these take, and measure nothing. Default: no.")
    private boolean list;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "banip,banip-http3,banip-single,mptcp,sctp,mpquic,tcp",
            description = "What carries the cases. Default: ${DEFAULT-VALUE}.")
    private List<String> transports = List.of();

    @Option(
            names = "--pals",
            paramLabel = "N",
            defaultValue = "6",
            description = "Random pairs of paths in the scenario pals, 1 to 50. Default: ${DEFAULT-VALUE}.")
    private int pals;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "2",
            description = "Runs of each case by each transport. Default: ${DEFAULT-VALUE}.")
    private int repeats;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            defaultValue = "2000000",
            converter = Ranges.Bytes.class,
            description =
                    "Bytes of a transfer; hand-over and path-break take ten times as many, okunishi two and a half times and more. Default:"
                            + " ${DEFAULT-VALUE}.")
    private long size;

    @Option(
            names = "--soak",
            paramLabel = "SECONDS",
            defaultValue = "60",
            converter = Ranges.Seconds.class,
            description = "How long the scenario soak lasts, 5 to 21600 seconds. Default: ${DEFAULT-VALUE}.")
    private Duration soak = Cases.SOAK;

    @Option(
            names = "--delay-is",
            paramLabel = "READING",
            defaultValue = "one-way",
            description = "How published delays are read: one-way or round-trip. Default: ${DEFAULT-VALUE}.")
    private String reading = "";

    @Option(
            names = "--congestion-control",
            paramLabel = "NAME",
            defaultValue = "cubic",
            description = "TCP's congestion control on all paths. Default: ${DEFAULT-VALUE}.")
    private String congestionControl = "";

    @Option(
            names = "--uplink",
            paramLabel = "NAME",
            defaultValue = "duplex",
            converter = UplinkOption.Converter.class,
            completionCandidates = UplinkOption.Names.class,
            description = "The MBU's uplink: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private UplinkOption uplink = new UplinkOption("duplex");

    @Option(
            names = "--scheduler",
            paramLabel = "NAME",
            description =
                    "Shares packets among the MBU's paths (docs/paths.md). okunishi and cost compare their own. Default:"
                            + " failover in the scenario fail-over, otherwise default.")
    private @Nullable String scheduler;

    @Mixin
    private final ParallelOption parallel = new ParallelOption(8);

    @Mixin
    private final ResultsOptions results = new ResultsOptions();

    MeasurePathsCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PathsSettings settings = checked(this::settings);
        if (list) {
            PathsExperiment.list(settings).forEach(this::print);
            return ExitCode.OK;
        }
        Optional<Integer> elsewhere = ExperimentOptions.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        Stop stop = listen();
        ResultsFolder folder = results.folder(PathsExperiment.TABLE);
        PathsFindings findings = new PathsExperiment(settings, folder, stop).run();
        PrintWriter out = commandLine().getOut();
        if (results.json()) {
            findings.rows().stream().map(ResultRow::json).forEach(out::println);
        } else {
            findings.toLines().forEach(out::println);
        }
        return end(folder, findings.exact());
    }

    private PathsSettings settings() {
        return new PathsSettings(
                scenarios.stream().map(Scenario::named).toList(),
                transports.stream().map(Transport::named).toList(),
                new Cases(size, pals, soak, results.seed()),
                repeats,
                parallel.runs(),
                Reading.named(reading),
                KernelCongestion.checked(congestionControl),
                new MbuSetup(uplink.name(), Optional.ofNullable(scheduler)),
                only);
    }
}
