package org.banip.measure.command;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.measure.cpi.PlannedRun;
import org.banip.measure.cpi.UplinksPlan;
import picocli.CommandLine.Command;
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
final class MeasureUplinksCommand extends UplinksMeasurement {
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

    MeasureUplinksCommand(Stop stop) {
        super(
                stop,
                new ComparedUplinks("chunked,duplex,http2,http3"),
                new LinkOptions.One("lte"),
                new ExperimentOptions(1));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return run("uplinks", this::runs, UplinksPlan::processorLines);
    }

    private List<PlannedRun> runs(UplinksPlan plan) {
        return plan.processorTime((double) load, length);
    }
}
