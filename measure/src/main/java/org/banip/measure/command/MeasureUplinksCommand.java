package org.banip.measure.command;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.measure.cpi.CpiFindings;
import org.banip.measure.cpi.PlannedRun;
import org.banip.measure.cpi.UplinksPlan;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure uplinks}. */
@Command(
        name = "uplinks",
        header = "Measures the processor time of each uplink for a sensor set, with TLS and without.",
        description = {
            "One run after the other sends the same signal at the same rate, with the default chain. Processor time of the MBU's process"
                    + " and of that of host and broker counts after the first third (docs/measuring.md).",
            "Exits with 0 if every run was made and delivered exactly what was sensed, otherwise with 1."
        })
final class MeasureUplinksCommand implements Callable<Integer> {
    private final Stop stop;

    @Mixin
    private final ComparedUplinks compared = new ComparedUplinks("chunked,duplex,http2,http3");

    @Option(
            names = "--load",
            paramLabel = "N",
            defaultValue = "300000",
            converter = Ranges.Bytes.class,
            description = "Bytes of sensor sets per second. Default: ${DEFAULT-VALUE}.")
    private long load;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            converter = Ranges.Seconds.class,
            description = "How long each run is. Default: ${DEFAULT-VALUE}.")
    private Duration length = Duration.ofMinutes(1);

    @Mixin
    private final LinkOptions.One link = new LinkOptions.One("lte");

    @Mixin
    private final ExperimentOptions experiment = new ExperimentOptions(1);

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    MeasureUplinksCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<PlannedRun> plan = Checked.options(spec, this::plan);
        Optional<Integer> elsewhere = ExperimentOptions.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        ResultsFolder folder = experiment.folder("uplinks");
        CpiFindings findings = experiment.run("uplinks", plan, folder, stop);
        return experiment.report(findings, UplinksPlan.processorLines(findings), folder, stop, spec.commandLine());
    }

    private List<PlannedRun> plan() {
        return new UplinksPlan(link.profile(), compared.names(), compared.signal(), experiment.seed())
                .processorTime((double) load, length);
    }
}
