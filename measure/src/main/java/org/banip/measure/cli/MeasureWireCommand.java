package org.banip.measure.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.measure.cpi.CpiFindings;
import org.banip.measure.cpi.WireFinding;
import org.banip.measure.cpi.WireStudy;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import org.banip.measure.terminal.Stop;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banip measure wire}. */
@Command(
        name = "wire",
        header = "Counts what each uplink puts on a link, beside what the BANip thesis's model says.",
        description = {
            "Packets of about 150, 1000 and 4000 bytes over a link with an MTU of 576, IP and TCP headers included"
                    + " (docs/reproduction.md).",
            "Ends with 0 if every run was made and delivered exactly what was sensed, with 1 if not."
        })
final class MeasureWireCommand implements Callable<Integer> {
    private final Stop stop;

    @Mixin
    private final ExperimentOptions experiment = new ExperimentOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    MeasureWireCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<Integer> elsewhere = experiment.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        ResultsFolder folder = experiment.folder("wire");
        CpiFindings findings = experiment.run("wire", WireStudy.plan(experiment.seed()), folder, stop);
        int code = experiment.report(findings, folder, stop, spec.commandLine());
        PrintWriter out = spec.commandLine().getOut();
        try (ResultTable table = folder.table("wire-model")) {
            for (WireFinding finding : WireStudy.compare(findings)) {
                table.add(finding.row());
                out.println(experiment.json() ? finding.row().json() : finding.line());
            }
        }
        return code;
    }
}
