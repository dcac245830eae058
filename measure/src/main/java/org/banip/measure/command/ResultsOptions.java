package org.banip.measure.command;

import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a measurement's results go, how they are printed, and what is left to chance in it. */
final class ResultsOptions {
    /** Of a command that a person interrupted. */
    static final int INTERRUPTED = 130;

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of all that is left to chance: a whole number. Default: ${DEFAULT-VALUE}.")
    private long seed;

    long seed() {
        return seed;
    }

    /** Whether each result is printed as a line of JSON. */
    boolean json() {
        return json.json();
    }

    /** Where results go. */
    ResultsFolder folder(String name) {
        return out.folder(name, seed);
    }
}
