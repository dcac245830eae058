package org.banip.measure.cli;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Turns a setting that a part refuses into a wrong option. */
final class Checked {
    private Checked() {}

    /** What the supplier makes of options; if it says that one of them is not allowed, so does the command line. */
    static <T> T options(CommandSpec spec, Supplier<T> settings) {
        try {
            return settings.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
