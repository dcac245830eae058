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
import org.banip.measure.cpi.CpiSettings;
import org.banip.measure.cpi.PlannedRun;
import org.banip.measure.cpi.UplinksPlan;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure address-change}. */
@Command(
        name = "address-change",
        header = "Measures what a change of the MBU's address costs each uplink.",
        description = {
            "A steady signal goes over a link that has no outage. Several times the MBU's host gets another address, and the one before"
                    + " is taken away (docs/measuring.md).",
            "Exits with 0 if every run was made and delivered exactly what was sensed, otherwise with 1."
        })
final class MeasureAddressChangeCommand implements Callable<Integer> {
    private final Stop stop;

    @Mixin
    private final ComparedUplinks compared = new ComparedUplinks("duplex,http3");

    @Option(
            names = "--load",
            paramLabel = "N",
            defaultValue = "1100",
            converter = Ranges.Bytes.class,
            description = "Bytes of sensor sets per second. Default: ${DEFAULT-VALUE}.")
    private long load;

    @Option(
            names = "--changes",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "How often the address changes, 1 to " + CpiSettings.MOST_CHANGES + ". Default: ${DEFAULT-VALUE}.")
    private int changes;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "40",
            converter = Ranges.Seconds.class,
            description = "Time between two changes. Default: ${DEFAULT-VALUE}.")
    private Duration between = Duration.ofSeconds(40);

    @Mixin
    private final LinkOptions.One link = new LinkOptions.One();

    @Mixin
    private final ExperimentOptions experiment = new ExperimentOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    MeasureAddressChangeCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<PlannedRun> plan = Checked.options(spec, this::plan);
        Optional<Integer> elsewhere = ExperimentOptions.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        ResultsFolder folder = experiment.folder("address-change");
        CpiFindings findings = experiment.run("address-change", plan, folder, stop);
        return experiment.report(findings, UplinksPlan.addressChangeLines(findings), folder, stop, spec.commandLine());
    }

    private List<PlannedRun> plan() {
        if (changes < 1 || changes > CpiSettings.MOST_CHANGES) {
            throw new IllegalArgumentException(
                    "--changes " + changes + ", allowed are 1 to " + CpiSettings.MOST_CHANGES);
        }
        return new UplinksPlan(link.profile(), compared.names(), compared.signal(), experiment.seed())
                .addressChange((double) load, changes, between);
    }
}
