package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.terminal.Stop;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.cpi.CpiFindings;
import org.banip.measure.cpi.PlannedRun;
import org.banip.measure.cpi.TcpAlone;
import org.banip.measure.cpi.ThesisPlan;
import org.banip.measure.cpi.ThesisTotals;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banip measure thesis}. */
@Command(
        name = "thesis",
        header = "Repeats the experiments of the BANip thesis (2003) over an emulated GPRS link.",
        description = {
            "Measures transfer capacity and latency of the reference and of each improvement, and compares them with the published"
                    + " figures (docs/reproduction.md). It takes less than 15 minutes.",
            "Exits with 0 if every run was made and delivered exactly what was sensed, otherwise with 1."
        })
final class MeasureThesisCommand implements Callable<Integer> {
    private final Stop stop;

    @Mixin
    private final LinkOptions.One link = new LinkOptions.One();

    @Mixin
    private final RelayOption relay = new RelayOption();

    @Mixin
    private final ExperimentOptions experiment = new ExperimentOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    MeasureThesisCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        LinkProfile profile = Checked.options(spec, link::profile);
        Optional<Integer> elsewhere = relay.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        boolean relayed = relay.relayed(spec.commandLine().getErr());
        List<PlannedRun> plan = Checked.options(spec, () -> ThesisPlan.over(profile, relayed, experiment.seed()));
        ResultsFolder folder = experiment.folder("thesis");
        try (TcpAlone tcp = TcpAlone.start(profile, relayed, experiment.seed())) {
            CpiFindings findings = experiment.run("thesis", plan, folder, stop);
            int code = experiment.report(findings, folder, stop, spec.commandLine());
            report(ThesisTotals.of(findings, tcp.result()), folder, relayed);
            return code;
        }
    }

    private void report(List<ThesisTotals> totals, ResultsFolder folder, boolean relayed) {
        PrintWriter out = spec.commandLine().getOut();
        try (ResultTable table = folder.table("thesis-totals")) {
            for (ThesisTotals total : totals) {
                table.add(total.row().flag("approximate", relayed));
                out.println(experiment.json() ? total.row().json() : total.line());
            }
        }
    }
}
