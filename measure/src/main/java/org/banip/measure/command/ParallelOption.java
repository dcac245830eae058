package org.banip.measure.command;

import org.banip.app.option.Ranges;
import picocli.CommandLine.Option;

/** How many runs of a measurement go on at the same time. */
final class ParallelOption {
    private static final int MOST = 48;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            converter = Ranges.Several.class,
            description = "Runs at the same time, 1 to 48, each over a link of its own. Default: ${DEFAULT-VALUE}.")
    private int parallel;

    ParallelOption(int defaultRuns) {
        parallel = defaultRuns;
    }

    /** So many runs for each processor of this machine, as many as are allowed. */
    static int perProcessor(int runs) {
        return Math.min(MOST, runs * Runtime.getRuntime().availableProcessors());
    }

    /** The number of runs. */
    int runs() {
        return parallel;
    }
}
