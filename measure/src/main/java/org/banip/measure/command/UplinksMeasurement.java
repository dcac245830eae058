package org.banip.measure.command;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.banip.app.terminal.Stop;
import org.banip.measure.cpi.CpiFindings;
import org.banip.measure.cpi.PlannedRun;
import org.banip.measure.cpi.UplinksPlan;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine.Mixin;

/** A measurement that compares uplinks over one link. */
abstract class UplinksMeasurement extends StoppableMeasurement {
    @Mixin
    private final ComparedUplinks compared;

    @Mixin
    private final LinkOptions.One link;

    @Mixin
    private final ExperimentOptions experiment;

    UplinksMeasurement(Stop stop, ComparedUplinks compared, LinkOptions.One link, ExperimentOptions experiment) {
        super(stop);
        this.compared = compared;
        this.link = link;
        this.experiment = experiment;
    }

    /**
     * Runs what is planned, and prints it.
     *
     * @param runs the runs of the plan
     * @param lines what is printed of the findings
     * @return the exit code
     */
    final Integer run(
            String name, Function<UplinksPlan, List<PlannedRun>> runs, Function<CpiFindings, List<String>> lines)
            throws IOException, InterruptedException {
        List<PlannedRun> plan = checked(() ->
                runs.apply(new UplinksPlan(link.profile(), compared.names(), compared.signal(), experiment.seed())));
        Optional<Integer> elsewhere = ExperimentOptions.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        ResultsFolder folder = experiment.folder(name);
        Stop stop = listen();
        CpiFindings findings = experiment.run(name, plan, folder, stop);
        return experiment.report(findings, lines.apply(findings), folder, stop, commandLine());
    }
}
