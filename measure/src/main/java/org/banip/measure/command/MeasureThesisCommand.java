package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.banip.app.terminal.Stop;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.cpi.CpiFindings;
import org.banip.measure.cpi.PlannedRun;
import org.banip.measure.cpi.TcpAlone;
import org.banip.measure.cpi.ThesisPlan;
import org.banip.measure.cpi.ThesisTotals;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
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
final class MeasureThesisCommand extends StoppableMeasurement {
    @Mixin
    private final LinkOptions.One link = new LinkOptions.One();

    @Mixin
    private final RelayOption relay = new RelayOption();

    @Mixin
    private final ExperimentOptions experiment = new ExperimentOptions();

    MeasureThesisCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        LinkProfile profile = checked(link::profile);
        Optional<Integer> elsewhere = relay.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        boolean relayed = relay.relayed(commandLine().getErr());
        List<PlannedRun> plan = checked(() -> ThesisPlan.over(profile, relayed, experiment.seed()));
        ResultsFolder folder = experiment.folder("thesis");
        try (TcpAlone tcp = TcpAlone.start(profile, relayed, experiment.seed())) {
            Stop stop = listen();
            CpiFindings findings = experiment.run("thesis", plan, folder, stop);
            int code = experiment.report(findings, folder, stop, commandLine());
            report(ThesisTotals.of(findings, tcp.result()), folder, relayed);
            return code;
        }
    }

    private void report(List<ThesisTotals> totals, ResultsFolder folder, boolean relayed) {
        PrintWriter out = commandLine().getOut();
        try (ResultTable table = folder.table("thesis-totals")) {
            for (ThesisTotals total : totals) {
                table.add(total.row().flag("approximate", relayed));
                out.println(experiment.json() ? total.row().json() : total.line());
            }
        }
    }
}
