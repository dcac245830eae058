package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.banip.app.option.Ranges;
import org.banip.app.option.UplinkOption;
import org.banip.app.terminal.Stop;
import org.banip.mbu.uplink.Uplinks;
import org.banip.measure.cpi.CpiFindings;
import org.banip.measure.cpi.PlannedRun;
import org.banip.measure.cpi.WireStudy;
import org.banip.measure.overhead.wire.WireComparison;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure wire}. */
@Command(
        name = "wire",
        header = "Counts the bytes of each uplink on a link, and compares them with the BANip thesis's model.",
        description = {
            "Sends payloads of 150, 1000 and 4000 bytes over a link with an MTU of 576. Lists each IP packet with its headers, TCP"
                    + " options, the model's bytes, the difference and the reason (docs/reproduction.md). It takes less than a"
                    + " minute.",
            "Exits with 0 if every run was made and delivered exactly what was sensed, and every difference has a reason;"
                    + " otherwise with 1."
        })
final class MeasureWireCommand extends StoppableMeasurement {
    @Option(
            names = "--uplink",
            paramLabel = "NAME",
            split = ",",
            converter = UplinkOption.Converter.class,
            completionCandidates = UplinkOption.Names.class,
            description = "The uplinks, separated by commas: ${COMPLETION-CANDIDATES}. Default: all three.")
    private List<UplinkOption> uplinks = List.of(
            new UplinkOption(Uplinks.PER_REQUEST),
            new UplinkOption(Uplinks.PERSISTENT),
            new UplinkOption(Uplinks.CHUNKED));

    @Option(
            names = "--packets",
            paramLabel = "N",
            defaultValue = "40",
            converter = Ranges.Packets.class,
            description = "Number of packets of each size. Default: ${DEFAULT-VALUE}.")
    private int packets;

    @Mixin
    private final ExperimentOptions experiment = new ExperimentOptions();

    MeasureWireCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<Integer> elsewhere = ExperimentOptions.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        ResultsFolder folder = experiment.folder("wire");
        List<PlannedRun> plan =
                WireStudy.plan(uplinks.stream().map(UplinkOption::name).toList(), packets, experiment.seed());
        Stop stop = listen();
        CpiFindings findings = experiment.run("wire", plan, folder, stop);
        int code = experiment.report(findings, folder, stop, commandLine());
        PrintWriter out = commandLine().getOut();
        boolean explained = true;
        if (!experiment.json()) {
            out.println();
            WireComparison.preface().forEach(out::println);
        }
        try (ResultTable table = folder.table("wire-model");
                ResultTable usual = folder.table("wire-packets")) {
            for (WireComparison comparison :
                    WireStudy.compare(findings, folder.directory().resolve("wire"))) {
                explained &= comparison.explained();
                table.add(comparison.row());
                comparison.packetRows().forEach(usual::add);
                List<String> lines =
                        experiment.json() ? List.of(comparison.row().json()) : comparison.toLines();
                lines.forEach(out::println);
            }
        }
        return explained ? code : Math.max(code, ExitCode.SOFTWARE);
    }
}
