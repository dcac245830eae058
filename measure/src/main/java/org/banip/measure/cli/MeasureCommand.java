package org.banip.measure.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** {@code banip measure}. */
@Command(
        name = "measure",
        header = "Measures, on links that are emulated on this machine.",
        description = "Needs Linux, and root or a machine that allows user namespaces (docs/link.md).",
        subcommands = MeasureLinkCommand.class)
final class MeasureCommand implements Runnable {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which measurement? There are: "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
