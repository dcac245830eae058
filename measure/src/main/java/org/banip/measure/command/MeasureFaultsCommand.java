package org.banip.measure.command;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.emulator.MountNamespace;
import org.banip.measure.faults.FaultsExperiment;
import org.banip.measure.faults.FaultsSettings;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure faults}. */
@Command(
        name = "faults",
        header =
                "Kills, stops and cuts off MBU, broker, host and database, and checks that nothing is lost or doubled.",
        description = {
            "Processes are killed (kill -9) and stopped, connections cut, stalled, reset, half open and damaged, disks full and"
                    + " read-only, and clocks jump. After each round delivery must go on, and the store is compared with what the"
                    + " MBU was given. See docs/faults.md.",
            "Ends with 0 if every round passed, with 1 if not, with 130 if interrupted."
        })
final class MeasureFaultsCommand extends StoppableMeasurement {
    /** The store of the arrangements. */
    enum Database {
        /** A file. */
        SQLITE,
        /** A server of each arrangement's own. */
        POSTGRESQL,
        /** In turns. */
        BOTH;

        /** For each turn, whether it is PostgreSQL. */
        private List<Boolean> turns() {
            return switch (this) {
                case SQLITE -> List.of(false);
                case POSTGRESQL -> List.of(true);
                case BOTH -> List.of(false, true);
            };
        }
    }

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Number of rounds, 1 to 10000000. Default: ${DEFAULT-VALUE}.")
    private int rounds = 20;

    @Option(
            names = "--first",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of the first round, to repeat rounds of a seed. Default: ${DEFAULT-VALUE}.")
    private int first = 1;

    @Option(
            names = "--life",
            paramLabel = "N",
            defaultValue = "25",
            description = "Most rounds of one arrangement, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    private int life = 25;

    @Option(
            names = "--fault",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Only these faults: kill, stop, cut, stall, reset, half-open, damage, disk-full, read-only, clock. Default: all.")
    private Set<String> faults = new LinkedHashSet<>();

    @Option(
            names = "--database",
            paramLabel = "NAME",
            defaultValue = "sqlite",
            description =
                    "The store: ${COMPLETION-CANDIDATES}; with both, arrangements take turns. Default: ${DEFAULT-VALUE}.")
    private Database database = Database.SQLITE;

    @Option(
            names = "--patience",
            paramLabel = "N",
            defaultValue = "180",
            converter = Ranges.Seconds.class,
            description = "Seconds within which delivery must go on after a round's faults. Default: ${DEFAULT-VALUE}.")
    private Duration patience = Duration.ofMinutes(3);

    @Mixin
    private final ParallelOption parallel = new ParallelOption(3);

    @Mixin
    private final ResultsOptions results = new ResultsOptions();

    MeasureFaultsCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        FaultsSettings settings = checked(() -> new FaultsSettings(
                first, rounds, results.seed(), parallel.runs(), life, database.turns(), faults, patience));
        Optional<Integer> elsewhere = MountNamespace.rerun();
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        Stop stop = listen();
        ResultsFolder folder = results.folder(FaultsExperiment.TABLE);
        FaultsExperiment experiment = FaultsExperiment.here(settings, folder, stop, StoppableMeasurement::say);
        return end(folder, experiment.run(results.json(), this::print, StoppableMeasurement::say));
    }
}
