package org.banip.measure.command;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.results.ResultsFolder;
import org.banip.measure.urgency.UrgencyExperiment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure urgency}. */
@Command(
        name = "urgency",
        header = "Measures what service classes are worth on a link that does not carry everything.",
        description = {
            "First run: an alarm of 50 bytes every 5 s, a live group of 1000 B/s and a bulk group of 2700 B/s, which may be thinned to"
                    + " 270 B/s. Second run: the same alarm and live group, and a bulk group with a backlog of a day in the"
                    + " spool. Latency begins with sampling and ends at the live subscriber. See docs/measuring.md.",
            "Ends with 0 if nothing of the alarms and of the live group is missing, otherwise with 1."
        })
final class MeasureUrgencyCommand implements Callable<Integer> {
    private final Stop stop;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "600",
            converter = Ranges.Seconds.class,
            description = "How long each run is. Default: ${DEFAULT-VALUE}.")
    private Duration time = Duration.ofMinutes(10);

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "30",
            converter = Ranges.Seconds.class,
            description = "How long each run is under way before its first alarm. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ofSeconds(30);

    @Mixin
    private final PlainUplinkOption uplink = new PlainUplinkOption();

    @Mixin
    private final LinkOptions.One link = new LinkOptions.One();

    @Mixin
    private final ResultsOptions results = new ResultsOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    MeasureUrgencyCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<Integer> elsewhere = ExperimentOptions.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        String name = Checked.options(spec, uplink::name);
        LinkProfile profile = Checked.options(spec, link::profile);
        ResultsFolder folder = results.folder(UrgencyExperiment.TABLE);
        boolean whole = new UrgencyExperiment(profile, name, warmUp, time, results.seed(), folder)
                .run(results.json(), line -> spec.commandLine().getOut().println(line));
        return OutOption.end(folder, stop, whole, spec.commandLine().getErr());
    }
}
