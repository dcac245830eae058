package org.banip.app.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** {@code banip surrogate}. */
@Command(
        name = "surrogate",
        subcommands = {SurrogateSignCommand.class, SurrogateVerifyCommand.class},
        header = "Signs and verifies jars of surrogates that MBUs name by URL.",
        description = "docs/surrogates.md says which jars a surrogate host accepts.")
final class SurrogateCommand implements Runnable {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing; there are sign, verify");
    }
}
