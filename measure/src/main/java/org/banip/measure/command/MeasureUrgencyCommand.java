package org.banip.measure.command;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.results.ResultsFolder;
import org.banip.measure.urgency.UrgencyExperiment;
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
final class MeasureUrgencyCommand extends StoppableMeasurement {
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
    private final UrgencyOptions options = new UrgencyOptions();

    MeasureUrgencyCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<Integer> elsewhere = ExperimentOptions.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        String name = checked(options::uplink);
        LinkProfile profile = checked(options::link);
        ResultsFolder folder = options.folder(UrgencyExperiment.TABLE);
        boolean whole = new UrgencyExperiment(profile, name, warmUp, time, options.seed(), folder)
                .run(options.json(), this::print);
        return end(folder, whole);
    }
}
