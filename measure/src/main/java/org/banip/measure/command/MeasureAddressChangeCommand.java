package org.banip.measure.command;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.measure.cpi.CpiSettings;
import org.banip.measure.cpi.PlannedRun;
import org.banip.measure.cpi.UplinksPlan;
import picocli.CommandLine.Command;
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
final class MeasureAddressChangeCommand extends UplinksMeasurement {
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

    MeasureAddressChangeCommand(Stop stop) {
        super(stop, new ComparedUplinks("duplex,http3"), new LinkOptions.One(), new ExperimentOptions());
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return run("address-change", this::runs, UplinksPlan::addressChangeLines);
    }

    private List<PlannedRun> runs(UplinksPlan plan) {
        if (changes < 1 || changes > CpiSettings.MOST_CHANGES) {
            throw new IllegalArgumentException(
                    "--changes " + changes + ", allowed are 1 to " + CpiSettings.MOST_CHANGES);
        }
        return plan.addressChange((double) load, changes, between);
    }
}
