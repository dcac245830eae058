package org.banip.app.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** {@code banip audit}. */
@Command(
        name = "audit",
        subcommands = AuditVerifyCommand.class,
        header = "Checks audit logs.",
        description = "docs/audit.md says what an audit log has. Host and broker write one with the setting audit.")
final class AuditCommand implements Runnable {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing; there is verify");
    }
}
