package org.banip.measure.command;

import java.io.IOException;
import java.time.Duration;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.measure.jini.StoppedExperiment;
import org.banip.measure.jini.StoppedSettings;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure stopped}. */
@Command(
        name = "stopped",
        header = "Measures what a stopped watcher does to the store's lag and to acknowledgements.",
        description = {
            "Host, store and watcher are processes of their own, which find BANs over Jini. MBUs stream to the host. The watcher is"
                    + " stopped (SIGSTOP) and goes on, several times in one run. Times begin with the sampling of a packet's last"
                    + " sensor set. See docs/measuring.md.",
            "Ends with 0 if packets were stored in every kind of window, with 1 if not, with 130 if interrupted."
        })
final class MeasureStoppedCommand extends StoppableMeasurement {
    @Option(
            names = "--mbus",
            paramLabel = "N",
            defaultValue = "20",
            description = "Number of MBUs, each with five packets a second, 1 to 200. Default: ${DEFAULT-VALUE}.")
    private int mbus = 20;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "4",
            description = "How often the watcher is stopped, 1 to 100. Default: ${DEFAULT-VALUE}.")
    private int rounds = 4;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "15",
            converter = Ranges.Seconds.class,
            description = "How long each window is. Default: ${DEFAULT-VALUE}.")
    private Duration window = Duration.ofSeconds(15);

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    MeasureStoppedCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        StoppedSettings settings = checked(() -> new StoppedSettings(mbus, rounds, window, StoppedSettings.SETTLE));
        Stop stop = listen();
        ResultsFolder folder = out.folder(StoppedExperiment.TABLE);
        return end(folder, new StoppedExperiment(settings, folder, stop).run(json.json(), this::print));
    }
}
