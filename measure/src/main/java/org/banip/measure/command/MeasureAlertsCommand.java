package org.banip.measure.command;

import java.io.IOException;
import java.util.Optional;
import org.banip.app.terminal.Stop;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.results.ResultsFolder;
import org.banip.measure.urgency.AlertsExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure alerts}. */
@Command(
        name = "alerts",
        header = "Measures how long it takes from the sample that decides to the alert.",
        description = {
            "The heart of a generated ECG stops at seeded moments, while a backlog of a day saturates the link. MBU and host look for"
                    + " asystole; the host tells a webhook and the live page. Times begin with the sample by which the detector's window"
                    + " is full. 50 alerts take about eight minutes. See docs/measuring.md.",
            "Ends with 0 if the alert of each asystole came once on each way, with 1 if not, with 130 if interrupted."
        })
final class MeasureAlertsCommand extends StoppableMeasurement {
    @Option(
            names = "--alerts",
            paramLabel = "N",
            defaultValue = "50",
            description =
                    "How often the heart stops, 1 to " + AlertsExperiment.MOST_ALERTS + ". Default: ${DEFAULT-VALUE}.")
    private int alerts = 50;

    @Mixin
    private final UrgencyOptions options = new UrgencyOptions();

    MeasureAlertsCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        int count = checked(this::count);
        String name = checked(options::uplink);
        LinkProfile profile = checked(options::link);
        Optional<Integer> elsewhere = ExperimentOptions.elsewhere();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        Stop stop = listen();
        ResultsFolder folder = options.folder(AlertsExperiment.TABLE);
        boolean exact = new AlertsExperiment(profile, name, count, options.seed(), folder, stop)
                .run(options.json(), this::print);
        return end(folder, exact);
    }

    private int count() {
        if (alerts < 1 || alerts > AlertsExperiment.MOST_ALERTS) {
            throw new IllegalArgumentException(
                    "--alerts " + alerts + ", allowed is a number from 1 to " + AlertsExperiment.MOST_ALERTS);
        }
        return alerts;
    }
}
