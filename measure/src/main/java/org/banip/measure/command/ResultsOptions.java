package org.banip.measure.command;

import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The folder for a measurement's results, how they are printed, and the seed of its random effects. */
final class ResultsOptions {
    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of all random effects, a whole number. Default: ${DEFAULT-VALUE}.")
    private long seed;

    long seed() {
        return seed;
    }

    /** Whether each result is printed as a line of JSON. */
    boolean json() {
        return json.json();
    }

    /** Creates the folder. */
    ResultsFolder folder(String name) {
        return out.folder(name, seed);
    }
}
